// Who a job is made for, read from the request.
import type { FastifyRequest } from 'fastify'
import { OPEN_CALLER } from '#platform/http/authenticator.ts'
import type { JobOrigin } from '#crawl/use-cases/submit-extraction.ts'

/** Version 00 of W3C Trace Context; anything else is not passed on. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

export function jobOrigin(request: FastifyRequest): JobOrigin {
  const { traceparent } = request.headers
  return {
    fairnessKey: request.caller.id === OPEN_CALLER.id ? request.ip : request.caller.id,
    traceparent: typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null,
  }
}
