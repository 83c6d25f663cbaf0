// The id under which a request appears in the log, in its answer and in a problem document.
import type { RawRequestDefaultExpression } from 'fastify'
import { newId } from '#kit/ids.ts'

/** What a proxy or a client may send: short and harmless in a log line. */
const SANE = /^[A-Za-z0-9._:@/+=-]{1,128}$/

/** The caller's own X-Request-Id where it is sane, else a new one. */
export function requestIdOf(request: RawRequestDefaultExpression): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : newId('req')
}
