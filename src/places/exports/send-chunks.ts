// Sends text as it is made, no faster than the client takes it.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A client that takes nothing for this long holds a snapshot of the database and a socket for nobody. */
const STALLED_MS = 60_000

/** Return the result from the handler. An error in the middle breaks the connection off, so that no cut file looks whole. */
export function sendChunks(
  reply: FastifyReply,
  contentType: string,
  chunks: AsyncGenerator<string>,
): FastifyReply {
  const body = Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 })
  const { raw } = reply
  let before = -1
  const timer = setInterval(() => {
    const taken = raw.socket?.bytesWritten ?? 0
    if (raw.writableNeedDrain && taken === before) body.destroy(new Error('The client stopped reading.'))
    before = taken
  }, STALLED_MS)
  timer.unref()
  body.once('close', () => clearInterval(timer))
  return reply.type(contentType).send(body)
}
