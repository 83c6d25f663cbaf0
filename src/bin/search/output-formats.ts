// The output of a search: its formats, the format implied by a file name, and the writing.
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '#bin/cli/command-line.ts'
import { placeTable } from './place-table.ts'
import type { PlacesClient } from './places-client.ts'

export const OUTPUT_FORMATS = ['csv', 'json', 'ndjson', 'geojson', 'table'] as const
/** `table` is for the terminal; the others are export formats of places. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** Where the places of a search are written. */
export interface Output {
  readonly format: OutputFormat
  /** Null: stdout. */
  readonly file: string | null
}

const EXTENSIONS: Readonly<Record<string, OutputFormat>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
  '.txt': 'table',
}

/** The most rows in one page of the place list; longer results belong in files. */
export const MAX_ROWS = 500

/** Without a format the file name decides; without both it is a table. Throws UsageError. */
export function outputOf(format: string | null, file: string | null): Output {
  if (format !== null) {
    const known = OUTPUT_FORMATS.find((name) => name === format)
    if (known === undefined) {
      throw new UsageError(`--format takes ${OUTPUT_FORMATS.join(', ')}, not "${format}".`)
    }
    return { format: known, file }
  }
  if (file === null) return { format: 'table', file }
  const meant = EXTENSIONS[extname(file).toLowerCase()]
  if (meant === undefined) {
    throw new UsageError(`The name ${file} says no format; choose one: --format ${OUTPUT_FORMATS.join('|')}.`)
  }
  return { format: meant, file }
}

/** Writes a whole session. A file gets its name only when it is complete. */
export async function writeOutput(
  places: PlacesClient,
  sessionId: string,
  { format, file }: Output,
  stdout: Writable,
): Promise<void> {
  const chunks =
    format === 'table' ? [await tableOf(places, sessionId)] : await places.exportSession(sessionId, format)
  if (file === null) return pipeline(Readable.from(chunks), stdout, { end: false })
  await mkdir(dirname(file), { recursive: true })
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function tableOf(places: PlacesClient, sessionId: string): Promise<string> {
  const rows = await places.listPlaces(sessionId, MAX_ROWS)
  return `${placeTable(rows)}\n`
}
