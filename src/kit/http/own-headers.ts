// The request headers that a caller may never choose.

/**
 * Lower-case names: framing, routing, the connection and the client (RFC 9110 7.6.1). A wrong one smuggles a request or
 * lies; the User-Agent is always honest.
 */
export const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'user-agent',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])
