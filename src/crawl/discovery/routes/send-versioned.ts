// An answer with a version, which a caller that has it already is not sent again.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '#platform/http/output/entity-tags.ts'

/** Answers 304 without a body where `If-None-Match` names the version (RFC 9110 13.1.2). */
export function sendVersioned<Body extends { readonly version: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): Body | Promise<never> {
  const etag = `"${body.version}"`
  void reply.header('etag', etag).header('cache-control', 'no-cache')
  if (!isKnown(request.headers['if-none-match'], etag)) return body
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler answers the reply; its type is for the body
  return reply.code(304).send(null) as never
}
