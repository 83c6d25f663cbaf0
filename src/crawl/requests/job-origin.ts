// The caller that a job is made for, read from the request.
import type { FastifyRequest } from 'fastify'
import { OPEN_CALLER } from '#platform/http/auth/authenticator.ts'

/** What of a request stays with its job. */
export interface JobOrigin {
  /** Whom the queue is fair to: the key, or the address of a client without one. */
  readonly fairnessKey: string
  readonly traceparent: string | null
}

/** Without keys every client address has a share of its own in the queue. */
export function jobOrigin(request: FastifyRequest): JobOrigin {
  return {
    fairnessKey: request.caller.id === OPEN_CALLER.id ? request.ip : request.caller.id,
    traceparent: request.trace.traceparent,
  }
}
