// Sends a kept answer as its stored bytes: without parsing and serialising, it costs next to nothing.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Extracted } from './run-extraction.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'

/** The answer with its `cache`, which comes last. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { kept, cache }: Extract<Extracted, { kind: 'kept' }>,
): FastifyReply {
  const end = Buffer.from(`,"cache":${JSON.stringify(cache)}}`)
  const body = Buffer.concat([kept.answer.subarray(0, -1), end])
  void reply.type('application/json; charset=utf-8')
  // The answer to an Idempotency-Key is stored as text.
  return reply.send(request.headers['idempotency-key'] === undefined ? body : body.toString())
}

/** The same as an object, for callers that need a part of it. */
export function readCached({ kept, cache }: Extract<Extracted, { kind: 'kept' }>): ExtractionAnswer {
  return { ...parseKnownJson<Omit<ExtractionAnswer, 'cache'>>(kept.answer.toString()), cache }
}
