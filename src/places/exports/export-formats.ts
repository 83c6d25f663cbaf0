// Writes the places of a session as text, batch by batch: CSV, JSON, NDJSON, GeoJSON.
import type { SessionManifest } from '#contract/places/export.ts'
import { createCsvRows, csvRow } from '#kit/text/csv.ts'
import { parseFields, wholeContentJson } from '#places/content/kept-content.ts'
import { locationInJson, showContentJson } from '#places/content/show-content.ts'
import { columnRecord, columnValues, type ExportColumn, type ExportedPlace } from './export-columns.ts'

/** What a file holds: a row is a place, or a review of one. */
export interface ExportContent {
  readonly batches: AsyncIterable<readonly ExportedPlace[]>
  readonly manifest: SessionManifest
  /** The language of labels and names, BCP 47; null: local names, labels in English. */
  readonly language: string | null
  /** Null: the whole place, if the format can hold it. */
  readonly columns: readonly ExportColumn[] | null
}

/** What a table holds: files with a fixed set of columns. */
export interface TableContent extends ExportContent {
  readonly columns: readonly ExportColumn[]
}

/** What a CSV file holds, and for which reader it is written. */
export interface CsvContent extends TableContent {
  /** Leaves cells unchanged that a spreadsheet may take for formulas. */
  readonly raw: boolean
  /** Excel reads UTF-8 only with a byte order mark. */
  readonly bom: boolean
}

/** RFC 4180 with CRLF: the header, then one line for each place. */
export async function* csvChunks({
  batches,
  columns,
  language,
  raw,
  bom,
}: CsvContent): AsyncGenerator<string> {
  const rowOf = createCsvRows({ raw })
  yield `${bom ? '\u{FEFF}' : ''}${csvRow(columns.map(({ name }) => name))}`
  for await (const batch of batches) {
    yield batch.map((row) => rowOf(columnValues(row, columns, language))).join('')
  }
}

/** One place a line; the manifest is a separate document. */
export async function* ndjsonChunks({ batches, columns, language }: ExportContent): AsyncGenerator<string> {
  for await (const batch of batches) {
    yield batch.map((row) => `${recordJson(row, columns, language)}\n`).join('')
  }
}

/** `{manifest, places: […]}`, one place a line. */
export async function* jsonChunks({
  batches,
  columns,
  language,
  manifest,
}: ExportContent): AsyncGenerator<string> {
  yield `{"manifest":${JSON.stringify(manifest)},\n"places":[`
  yield* separated(batches, (row) => recordJson(row, columns, language))
  yield '\n]}\n'
}

/** RFC 7946, with the manifest as a foreign member. */
export async function* geoJsonChunks({
  batches,
  columns,
  language,
  manifest,
}: ExportContent): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","manifest":${JSON.stringify(manifest)},\n"features":[`
  yield* separated(batches, (row) => {
    const { lat, lng } = locationInJson(row.content)
    const geometry = `{"type":"Point","coordinates":[${lng},${lat}]}`
    return `{"type":"Feature","id":"${row.review?.id ?? row.id}","geometry":${geometry},"properties":${recordJson(row, columns, language)}}`
  })
  yield '\n]}\n'
}

async function* separated(
  batches: ExportContent['batches'],
  write: (row: ExportedPlace) => string,
): AsyncGenerator<string> {
  let separator = '\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield separator + batch.map(write).join(',\n')
    separator = ',\n'
  }
}

function recordJson(row: ExportedPlace, columns: ExportContent['columns'], language: string | null): string {
  if (columns === null) return placeJson(row, language)
  return JSON.stringify(columnRecord(row, parseFields(row.content), columns, language))
}

/** The stored content is JSON already: only labels are inserted, and the other fields are added around it. */
function placeJson(
  {
    id,
    content,
    firstSeenAt,
    lastSeenAt,
    changes,
    missingSince,
    seenIn,
    searchedArea,
    review,
  }: ExportedPlace,
  language: string | null,
): string {
  const unwound = review === undefined ? '' : `,"review":${JSON.stringify(review)}`
  const seen =
    `"firstSeenAt":"${firstSeenAt}","lastSeenAt":"${lastSeenAt}","changes":${changes},"missingSince":${JSON.stringify(missingSince)},` +
    `"seenIn":${JSON.stringify(seenIn)},"searchedArea":${JSON.stringify(searchedArea)}${unwound}`
  return `{"id":"${id}",${showContentJson(wholeContentJson(content), language).slice(1, -1)},${seen}}`
}
