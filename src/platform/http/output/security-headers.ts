// The headers of every answer, and the few that a page needs instead.
import type { FastifyReply } from 'fastify'

/** An answer is data: nothing in it is executed, framed or sniffed as another type. */
const DATA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const

/** Our own pages load their own scripts, styles and images and talk to their own origin; nothing inline. */
const pagePolicy = (imageOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...imageOrigins].join(' '),
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The headers of data. A page sets its own afterwards. */
export function setSecurityHeaders(reply: FastifyReply): void {
  void reply.headers(DATA_HEADERS)
}

/** For an HTML page made by this service; never for HTML from elsewhere. `imageOrigins`: who else may send images. */
export function setPagePolicy(reply: FastifyReply, imageOrigins: readonly string[] = []): void {
  void reply.header('content-security-policy', pagePolicy(imageOrigins))
  // Public tile servers refuse requests that do not say which site they are for.
  if (imageOrigins.length > 0) void reply.header('referrer-policy', 'strict-origin')
}
