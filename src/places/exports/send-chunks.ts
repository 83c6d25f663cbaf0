// Streams text as it is made, no faster than the client reads it.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { breakOffWhenStalled } from '#platform/http/output/stream-rows.ts'

/**
 * Return the result from the handler. An error in the middle closes the connection, so that a truncated file does not
 * look complete.
 */
export function sendChunks(
  reply: FastifyReply,
  contentType: string,
  chunks: AsyncGenerator<string>,
): FastifyReply {
  const body = Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 })
  breakOffWhenStalled(reply, body)
  return reply.type(contentType).send(body)
}
