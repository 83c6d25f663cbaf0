// Sends rows as NDJSON, CSV or GeoJSON with flat memory: more rows are read only when the client has received the last ones.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isRecord } from '#kit/unknown-values.ts'
import { createCsvRows } from '#kit/text/csv.ts'

/** A client that reads nothing for this long blocks a page or a snapshot of the database and a socket. */
const STALLED_MS = 60_000

/** How rows are written. Those of GeoJSON are features. */
export type StreamForm = 'application/x-ndjson' | 'text/csv' | 'application/geo+json'

const CHUNKS: Readonly<Record<StreamForm, (stream: RowStream) => AsyncGenerator<string>>> = {
  'application/x-ndjson': ({ rows }) => ndjsonChunks(rows),
  'text/csv': ({ columns, rows }) => csvChunks(columns, rows),
  'application/geo+json': ({ rows }) => geoJsonChunks(rows),
}

/** Rows, and the form in which they are written. */
export interface RowStream {
  readonly form: StreamForm
  /** Paths into a row, `location.lat`: the columns of the CSV form and its header line. */
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly object[]>
}

/**
 * Starts the answer; return the result from the handler. An error of the source before its first rows becomes a problem
 * document. A later error closes the connection, so that a truncated list never looks complete.
 */
export async function streamRows(reply: FastifyReply, stream: RowStream): Promise<FastifyReply> {
  const chunks = CHUNKS[stream.form](stream)
  const first = await chunks.next()
  const body = Readable.from(startingWith(first, chunks), { objectMode: false, highWaterMark: 64 * 1024 })
  // Also where the client left before the first rows came, and the body is never read.
  body.once('close', () => void chunks.return(undefined))
  breakOffWhenStalled(reply, body)
  return reply.type(`${stream.form}; charset=utf-8`).send(body)
}

async function* ndjsonChunks(rows: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const batch of rows) yield batch.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** RFC 7946: a FeatureCollection, one feature a line. */
async function* geoJsonChunks(features: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let before = '{"type":"FeatureCollection","features":[\n'
  for await (const batch of features) {
    if (batch.length === 0) continue
    yield before + batch.map((feature) => JSON.stringify(feature)).join(',\n')
    before = ',\n'
  }
  yield before === ',\n' ? '\n]}\n' : `${before}]}\n`
}

async function* csvChunks(
  columns: readonly string[],
  rows: AsyncIterable<readonly object[]>,
): AsyncGenerator<string> {
  const paths = columns.map((column) => ({ column, steps: column.split('.') }))
  const rowOf = createCsvRows()
  let head = rowOf(columns)
  for await (const batch of rows) {
    yield head + batch.map((row) => rowOf(paths.map((path) => valueAt(row, path)))).join('')
    head = ''
  }
  if (head !== '') yield head
}

async function* startingWith(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done !== true && first.value !== '') yield first.value
  for await (const chunk of rest) if (chunk !== '') yield chunk
}

interface Path {
  /** A flat row has it as one of its keys: `attributes.cuisine`. */
  readonly column: string
  readonly steps: readonly string[]
}

function valueAt(row: object, { column, steps }: Path): unknown {
  let value: unknown = row
  if (isRecord(row) && Object.hasOwn(row, column)) return row[column]
  for (const step of steps) {
    if (!isRecord(value)) return null
    value = Object.hasOwn(value, step) ? value[step] : null
  }
  return value
}

/** Destroys the body of an answer whose client has stopped reading. */
export function breakOffWhenStalled(reply: FastifyReply, body: Readable): void {
  const { raw } = reply
  let before = -1
  const timer = setInterval(() => {
    const taken = raw.socket?.bytesWritten ?? 0
    if (raw.writableNeedDrain && taken === before) body.destroy(new Error('The client stopped reading.'))
    before = taken
  }, STALLED_MS)
  timer.unref()
  body.once('close', () => clearInterval(timer))
}
