// /api/exports/:sessionId: all places of a session, as a file.
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { EXPORT_FORMATS, type ExportFormat, type SessionManifest } from '#contract/places/export.ts'
import { LanguageTag, Words } from '#contract/schema.ts'
import { parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { negotiate } from '#platform/http/output/negotiate.ts'
import type { App } from '#platform/http/server/server.ts'
import { COLUMN_NAMES, exportColumns, type ExportColumn } from './export-columns.ts'
import { csvChunks, geoJsonChunks, jsonChunks, ndjsonChunks, type CsvContent } from './export-formats.ts'
import { createSessionReader, sessionManifest } from './read-session.ts'
import { unwindReviews } from './unwind-reviews.ts'
import { Readable } from 'node:stream'
import { breakOffWhenStalled } from '#platform/http/output/stream-rows.ts'

/** What a format makes of a content; `whole` says whether it may hold whole places. */
interface FileFormat {
  readonly type: string
  readonly whole: boolean
  readonly chunks: (
    content: CsvContent,
    columns: readonly ExportColumn[] | null,
  ) => AsyncGenerator<string | Uint8Array>
}

/** The code of binary formats is loaded with the first of their files: most processes write none. */
const FORMATS: Readonly<Record<Exclude<ExportFormat, 'manifest'>, FileFormat>> = {
  csv: { type: 'text/csv; charset=utf-8', whole: false, chunks: csvChunks },
  json: {
    type: 'application/json; charset=utf-8',
    whole: true,
    chunks: (content, columns) => jsonChunks({ ...content, columns }),
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    whole: true,
    chunks: (content, columns) => ndjsonChunks({ ...content, columns }),
  },
  geojson: {
    type: 'application/geo+json; charset=utf-8',
    whole: true,
    chunks: (content, columns) => geoJsonChunks({ ...content, columns }),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    whole: false,
    async *chunks(content) {
      const { xlsxChunks } = await import('./xlsx-file.ts')
      yield* xlsxChunks(content)
    },
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    whole: false,
    async *chunks(content) {
      const { parquetChunks } = await import('./parquet-file.ts')
      yield* parquetChunks(content)
    },
  },
}

const BY_ACCEPT = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/geo+json': 'geojson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.apache.parquet': 'parquet',
} as const

/** Adds the route. A failure in the middle breaks the connection off, so that no cut file looks whole. */
export function exportRoutes(app: App, { db }: { readonly db: Database }): void {
  const readSession = createSessionReader(db)
  app.get(
    '/api/exports/:sessionId',
    {
      config: { group: 'exports', scope: 'places:read' },
      schema: {
        summary: 'Export the places of a session',
        description:
          'Streams a file. `json` is `{manifest, places}`, `geojson` a FeatureCollection with the manifest as a foreign ' +
          'member, `xlsx` has it as its last sheet, `parquet` in its metadata (`surveyor.manifest`); for `csv` and `ndjson` ' +
          'it is alongside: `format=manifest`, also in the `Link` header.',
        params: Type.Object({
          sessionId: Type.String({ examples: ['ses_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'] }),
        }),
        querystring: Type.Object({
          format: Type.Optional(
            Words(EXPORT_FORMATS, { description: 'Where absent, what `Accept` asks for; else `json`.' }),
          ),
          columns: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 2_000,
              description:
                'Comma-separated columns (`name,phone,attributes.cuisine`), or `*` for all; `json`, `ndjson` and `geojson` then ' +
                `hold flat objects, as map programs need them. There are ${COLUMN_NAMES}.`,
              examples: ['name,phone,website'],
            }),
          ),
          unwind: Type.Optional(
            Words(['reviews'], {
              description:
                'One row for each review, with the columns of its place and `review.rating`, `review.text`, …; a place ' +
                'without reviews keeps one row.',
            }),
          ),
          csv: Type.Optional(
            Words(['safe', 'raw'], {
              description:
                'Default `safe`: a cell that a spreadsheet may take for a formula begins with an apostrophe.',
            }),
          ),
          language: Type.Optional(LanguageTag('BCP 47: of labels and names.')),
          bom: Type.Optional(
            Type.Boolean({
              description: 'Begins the CSV with a byte order mark, which Excel needs to read UTF-8.',
            }),
          ),
        }),
        response: { 200: Type.Unknown() },
      },
    },
    async (request, reply) => {
      const { columns, unwind, csv, bom = false, language = null } = request.query
      const format = request.query.format ?? acceptedFormat(request.headers.accept)
      void reply.header('vary', 'Accept')
      const withReviews = unwind === 'reviews'
      const chosen = exportColumns({ list: columns, withReviews, inSession: true })
      const manifest = await sessionManifest(db, request.params.sessionId)
      if (format === 'manifest') return manifest
      describeFile(reply, manifest, format)
      const { type, whole, chunks } = FORMATS[format]
      const shown = whole && columns === undefined ? null : chosen
      const places = readSession({
        sessionId: parseId('ses', manifest.sessionId) ?? '',
        attribution: manifest.attribution,
        withProvenance: shown === null,
      })
      const batches = withReviews ? unwindReviews(db, places) : places
      const content = { batches, manifest, language, columns: chosen, raw: csv === 'raw', bom }
      return sendChunks(reply, type, chunks(content, shown))
    },
  )
}

function acceptedFormat(accept: string | undefined): ExportFormat {
  return BY_ACCEPT[
    negotiate(accept, [
      'application/json',
      'text/csv',
      'application/x-ndjson',
      'application/geo+json',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.apache.parquet',
    ])
  ]
}

/** The name of the file, the link to its manifest, and the licence of the data. */
function describeFile(
  reply: FastifyReply,
  { sessionId, attribution }: SessionManifest,
  format: ExportFormat,
): void {
  const links = [
    `</api/exports/${sessionId}?format=manifest>; rel="describedby"; type="application/json"`,
    ...attribution.map(({ url }) => `<${encodeURI(url)}>; rel="license"`),
  ]
  void reply
    .header('content-disposition', `attachment; filename="session-${sessionId}.${format}"`)
    .header('link', [...new Set(links)].join(', '))
}

/**
 * Return the result from the handler. An error in the middle closes the connection, so that a truncated file does not
 * look complete.
 */
function sendChunks(
  reply: FastifyReply,
  contentType: string,
  chunks: AsyncGenerator<string | Uint8Array>,
): FastifyReply {
  const body = Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 })
  breakOffWhenStalled(reply, body)
  return reply.type(contentType).send(body)
}
