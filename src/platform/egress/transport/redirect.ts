// The request that a redirect leads to (RFC 9110 15.4, fetch standard 4.4).
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Guard } from '#platform/egress/guard/guard.ts'

/** One request on the way to the final answer. */
export interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** Whether it may be sent twice (RFC 9110 9.2.2). */
  readonly idempotent: boolean
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** The only headers of the caller that another origin may see: any other header might be a credential. */
const CROSS_ORIGIN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'range',
])
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-language', 'content-location'])

/** The next request; null when the answer is not a redirect to follow. Throws on a Location that is not a URL. */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop | null {
  if (location === undefined || !isRedirect(status)) return null
  // Header bytes arrive as latin1. Each that is not ASCII is escaped as it is, as browsers do: not all are UTF-8.
  const url = URL.parse(
    location.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`),
    hop.url,
  )
  if (url === null) {
    throw new SurveyorError('target_protocol_error', 'The target redirects to something that is no URL.')
  }
  if (url.hash === '') url.hash = hop.url.hash
  const toGet = hop.method === 'POST' && status <= 303
  const sameOrigin = url.origin === hop.url.origin
  const headers = Object.entries(hop.headers).filter(
    ([name]) => (sameOrigin || CROSS_ORIGIN_HEADERS.has(name)) && !(toGet && BODY_HEADERS.has(name)),
  )
  return {
    url,
    method: toGet ? 'GET' : hop.method,
    idempotent: toGet || hop.idempotent,
    headers: Object.fromEntries(headers),
    body: toGet ? undefined : hop.body,
  }
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** Throws the errors of the guard, with a message that the redirect, not the requested URL, was refused. */
export function checkRedirect(guard: Pick<Guard, 'checkUrl'>, url: URL): void {
  try {
    guard.checkUrl(url)
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    throw new SurveyorError(error.code, `The target redirects elsewhere. ${error.message}`, {
      cause: error.cause,
      ...(error.operatorDetail === undefined ? {} : { operatorDetail: error.operatorDetail }),
    })
  }
}

/** The failure of a target, which says that a redirect led to it from another origin; any other error as it is. */
export function failureAfterRedirect(error: unknown, from: URL, to: URL): unknown {
  if (from.origin === to.origin || !(error instanceof SurveyorError) || !error.code.startsWith('target_'))
    return error
  const { code, message, retryable, retryAfterMs, operatorDetail } = error
  return new SurveyorError(code, `The target redirects to ${to.origin}. ${message}`, {
    cause: error,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(operatorDetail === undefined ? {} : { operatorDetail }),
  })
}

/** `too_many_redirects`, with the limit of this request. */
export function tooManyRedirects(limit: number): SurveyorError {
  return new SurveyorError('too_many_redirects', `The target redirects more than ${limit} times.`)
}
