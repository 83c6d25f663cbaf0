// The id under which a request appears in the log, in its answer and in a problem document.
import type { RawRequestDefaultExpression } from 'fastify'
import { newId } from '#kit/ids.ts'

/** A request id of a proxy or a client must be short and harmless in a log line. */
const SANE = /^[A-Za-z0-9._:@/+=-]{1,128}$/

/** The X-Request-Id of the caller if it is acceptable, else a new one. */
export function requestIdOf(request: RawRequestDefaultExpression): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : newId('req')
}
