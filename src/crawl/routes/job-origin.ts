// The caller that a job is made for, read from the request.
import type { FastifyRequest } from 'fastify'
import { OPEN_CALLER } from '#platform/http/authenticator.ts'
import type { JobOrigin } from '#crawl/use-cases/submit-extraction.ts'

export function jobOrigin(request: FastifyRequest): JobOrigin {
  return {
    fairnessKey: request.caller.id === OPEN_CALLER.id ? request.ip : request.caller.id,
    traceparent: request.trace.traceparent,
  }
}
