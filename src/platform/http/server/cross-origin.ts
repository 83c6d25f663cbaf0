// Lets pages of the origins that the operator named call a service from a browser (CORS, Fetch standard section 3.2).
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a page may send; the rest of a request is the browser's own. */
const ALLOWED_HEADERS = [
  'authorization',
  'x-api-key',
  'accept',
  'content-type',
  'prefer',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'range',
  'x-request-id',
  'traceparent',
].join(', ')

/** What a page may read beside the body. */
const EXPOSED_HEADERS = [
  'content-disposition',
  'content-length',
  'content-range',
  'cache-status',
  'etag',
  'idempotency-replayed',
  'link',
  'location',
  'preference-applied',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-job-id',
  'x-request-id',
].join(', ')

const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
/** The longest that Chromium keeps an answer to a preflight. */
const MAX_AGE_SECONDS = 7_200

/** Cookies play no part: a page shows a key, or has the rights of anybody. */
export interface CrossOrigin {
  /** Whether the request comes from a page of a named origin. */
  isAllowed(request: FastifyRequest): boolean
  /** Adds what lets that page read the answer. */
  setHeaders(request: FastifyRequest, reply: FastifyReply): void
  /** Says at the end of any answer that it depends on the origin: a cache must not give that of one page to another. */
  addVary(reply: FastifyReply): void
  /** Whether it asks, before a request of such a page, if that may be sent; the headers of the answer are then set. */
  isPreflight(request: FastifyRequest, reply: FastifyReply): boolean
}

/** `origins` as browsers send them: `https://app.example`. */
export function crossOrigin(origins: readonly string[]): CrossOrigin {
  const named = new Set(origins.map((origin) => new URL(origin).origin))
  const isAllowed = ({ headers: { origin } }: FastifyRequest) => origin !== undefined && named.has(origin)
  return {
    isAllowed,
    setHeaders(request, reply) {
      if (!isAllowed(request)) return
      void reply.headers({
        'access-control-allow-origin': request.headers.origin,
        'access-control-expose-headers': EXPOSED_HEADERS,
      })
    },
    addVary(reply) {
      if (named.size === 0) return
      const others = [reply.getHeader('vary') ?? []].flat().join(', ')
      if (!/\borigin\b/i.test(others))
        void reply.header('vary', others === '' ? 'Origin' : `${others}, Origin`)
    },
    isPreflight(request, reply) {
      const { method, headers } = request
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
      if (!isAllowed(request)) return false
      void reply.headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': String(MAX_AGE_SECONDS),
        vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
      })
      return true
    },
  }
}
