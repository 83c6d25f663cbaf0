// The output of a search: its formats, the format implied by a file name, and the writing.
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { fieldsOf } from '#kit/unknown-values.ts'
import { UsageError } from '#bin/cli/command-line.ts'
import { writeStdout, writeWhole } from '#bin/cli/write-output.ts'
import { placeTable, valueTable } from './place-table.ts'
import type { PlacesClient } from './places-client.ts'

export const OUTPUT_FORMATS = ['csv', 'json', 'ndjson', 'geojson', 'xlsx', 'parquet', 'table'] as const
/** `table` is for the terminal; the others are export formats of places. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** Where the places of a search are written. */
export interface Output {
  readonly format: OutputFormat
  /** Null: stdout. */
  readonly file: string | null
  /** As `ExportChoice`; a table has the columns of the screen where there are none. */
  readonly columns: string | null
  readonly language: string | null
}

/** The output as it was typed; null: not said. */
export type OutputRequest = Omit<Output, 'format'> & { readonly format: string | null }

const EXTENSIONS: Readonly<Record<string, OutputFormat>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
  '.xlsx': 'xlsx',
  '.parquet': 'parquet',
  '.txt': 'table',
}

/** The most rows in one page of the place list; longer results belong in files. */
export const MAX_ROWS = 500

/** Files that a terminal cannot show. */
const BINARY: ReadonlySet<OutputFormat> = new Set(['xlsx', 'parquet'])

/** Without a format the file name decides; without both it is a table. Throws UsageError. */
export function outputOf(request: OutputRequest, stdout: { readonly isTTY?: boolean }): Output {
  const format = formatOf(request)
  if (request.file === null && BINARY.has(format) && stdout.isTTY === true) {
    throw new UsageError(`A terminal cannot show ${format}; name a file: --out places.${format}.`)
  }
  return { ...request, format }
}

function formatOf({ format, file }: OutputRequest): OutputFormat {
  if (format !== null) {
    const known = OUTPUT_FORMATS.find((name) => name === format)
    if (known !== undefined) return known
    throw new UsageError(`--format takes ${OUTPUT_FORMATS.join(', ')}, not "${format}".`)
  }
  if (file === null) return 'table'
  const meant = EXTENSIONS[extname(file).toLowerCase()]
  if (meant !== undefined) return meant
  throw new UsageError(`The name ${file} says no format; choose one: --format ${OUTPUT_FORMATS.join('|')}.`)
}

/** Writes a whole session. */
export async function writeOutput(places: PlacesClient, sessionId: string, output: Output): Promise<void> {
  const { format, file } = output
  const chunks =
    format === 'table'
      ? [await tableOf(places, sessionId, output)]
      : await places.exportSession(sessionId, { ...output, format })
  return file === null ? writeStdout(chunks) : writeWhole(file, chunks)
}

async function tableOf(
  places: PlacesClient,
  sessionId: string,
  { columns, language }: Output,
): Promise<string> {
  if (columns === null) return `${placeTable(await places.listPlaces(sessionId, MAX_ROWS, language))}\n`
  const chunks = await places.exportSession(sessionId, { format: 'ndjson', columns, language })
  const rows: Readonly<Record<string, unknown>>[] = []
  for await (const line of createInterface({ input: Readable.from(chunks) })) {
    if (rows.push(fieldsOf(JSON.parse(line))) === MAX_ROWS) break
  }
  return `${valueTable(columns, rows)}\n`
}
