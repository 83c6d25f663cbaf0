// /api/exports/:sessionId: all places of a session, as a file.
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { EXPORT_FORMATS, type ExportFormat, type SessionManifest } from '#contract/places/export.ts'
import { LanguageTag, Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { negotiate } from '#platform/http/output/negotiate.ts'
import type { App } from '#platform/http/server/server.ts'
import { exportColumns } from './export-columns.ts'
import { csvChunks, geoJsonChunks, jsonChunks, ndjsonChunks } from './export-formats.ts'
import { readSession, sessionManifest } from './read-session.ts'
import { Readable } from 'node:stream'
import { breakOffWhenStalled } from '#platform/http/output/stream-rows.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
} as const

const BY_ACCEPT = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/geo+json': 'geojson',
} as const

/** Adds the route. A failure in the middle breaks the connection off, so that no cut file looks whole. */
export function exportRoutes(app: App, { db }: { readonly db: Database }): void {
  app.get(
    '/api/exports/:sessionId',
    {
      config: { group: 'exports', scope: 'places', seed: true, errors: ['not_built_yet'] },
      schema: {
        summary: 'Export the places of a session',
        description:
          'Streams a file. `json` is `{manifest, places}`, `geojson` a FeatureCollection with the manifest as a foreign ' +
          'member; for `csv` and `ndjson` the manifest is alongside: `format=manifest`, also in the `Link` header.',
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
                'Comma-separated columns (`name,phone,attributes.cuisine`); the other formats then hold flat objects.',
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
      const { columns, csv, bom = false, language = null } = request.query
      const format = request.query.format ?? acceptedFormat(request.headers.accept)
      void reply.header('vary', 'Accept')
      const chosen = exportColumns(columns)
      const manifest = await sessionManifest(db, request.params.sessionId)
      if (format === 'manifest') return manifest
      if (format === 'xlsx' || format === 'parquet') {
        throw new SurveyorError(
          'not_built_yet',
          `The format ${format} is not built yet; csv, json, ndjson and geojson are.`,
        )
      }

      describeFile(reply, manifest, format)
      const batches = readSession(db, parseId('ses', manifest.sessionId) ?? '', manifest.attribution)
      const content = { batches, manifest, language, columns: columns === undefined ? null : chosen }
      const chunks = {
        csv: () => csvChunks({ ...content, columns: chosen, raw: csv === 'raw', bom }),
        json: () => jsonChunks(content),
        ndjson: () => ndjsonChunks(content),
        geojson: () => geoJsonChunks(content),
      }[format]()
      return sendChunks(reply, TYPES[format], chunks)
    },
  )
}

function acceptedFormat(accept: string | undefined): ExportFormat {
  return BY_ACCEPT[
    negotiate(accept, ['application/json', 'text/csv', 'application/x-ndjson', 'application/geo+json'])
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
function sendChunks(reply: FastifyReply, contentType: string, chunks: AsyncGenerator<string>): FastifyReply {
  const body = Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 })
  breakOffWhenStalled(reply, body)
  return reply.type(contentType).send(body)
}
