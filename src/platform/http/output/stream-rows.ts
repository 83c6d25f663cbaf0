// Sends rows as NDJSON or CSV with flat memory: more rows are read only when the client has received the last ones.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isRecord } from '#kit/unknown-values.ts'
import { csvRow } from '#kit/text/csv.ts'

/** A client that reads nothing for this long blocks a page or a snapshot of the database and a socket. */
const STALLED_MS = 60_000

/** Rows, and the form in which they are written. */
export interface RowStream {
  readonly form: 'application/x-ndjson' | 'text/csv'
  /** Paths into a row, `location.lat`: the columns of the CSV form and its header line. */
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly object[]>
}

/**
 * Starts the answer; return the result from the handler. An error of the source before its first rows becomes a problem
 * document. A later error closes the connection, so that a truncated list never looks complete.
 */
export async function streamRows(
  reply: FastifyReply,
  { form, columns, rows }: RowStream,
): Promise<FastifyReply> {
  const chunks = form === 'text/csv' ? csvChunks(columns, rows) : ndjsonChunks(rows)
  const first = await chunks.next()
  const body = Readable.from(startingWith(first, chunks), { objectMode: false, highWaterMark: 64 * 1024 })
  breakOffWhenStalled(reply, body)
  return reply.type(`${form}; charset=utf-8`).send(body)
}

async function* ndjsonChunks(rows: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const batch of rows) yield batch.map((row) => `${JSON.stringify(row)}\n`).join('')
}

async function* csvChunks(
  columns: readonly string[],
  rows: AsyncIterable<readonly object[]>,
): AsyncGenerator<string> {
  const paths = columns.map((column) => column.split('.'))
  let head = csvRow(columns)
  for await (const batch of rows) {
    yield head + batch.map((row) => csvRow(paths.map((path) => valueAt(row, path)))).join('')
    head = ''
  }
  if (head !== '') yield head
}

async function* startingWith(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  try {
    if (first.done !== true && first.value !== '') yield first.value
    for await (const chunk of rest) if (chunk !== '') yield chunk
  } finally {
    await rest.return(undefined)
  }
}

function valueAt(row: object, path: readonly string[]): unknown {
  let value: unknown = row
  for (const step of path) {
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
