// The request headers from the fields of a caller, and what of a request holds for another page or origin.
import { extractError } from '#extract/errors.ts'
import { OWN_HEADERS } from '#kit/http/own-headers.ts'
import { ownValue } from '#kit/unknown-values.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import type { PageRequest } from './page-request.ts'

/** Any other header might be a credential: the same rule as for redirects. */
const FOR_ANY_ORIGIN: ReadonlySet<string> = new Set(['accept', 'accept-language'])

/**
 * Lower-case names. `accept` is what the extractor wants to read, unless the caller says otherwise. Throws
 * `validation_failed` for a header that the caller may not choose, and for one that is given in two ways.
 */
export function targetHeaders(request: PageRequest, accept: string): Record<string, string> {
  const headers: Record<string, string> = { accept }
  if (request.locale !== undefined) headers['accept-language'] = request.locale
  if (request.referer !== undefined) headers['referer'] = request.referer
  const given = new Set<string>()
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const lower = name.toLowerCase()
    // A page is requested without a body.
    if (OWN_HEADERS.has(lower) || lower === 'content-type')
      throw refused(name, 'not_allowed', 'cannot be chosen')
    const field = ownValue(FIELD_OF, lower)
    if (given.has(lower) || (field !== undefined && request[field] !== undefined))
      throw refused(name, 'given_twice', field === undefined ? 'is there twice' : `is given by ${field} too`)
    given.add(lower)
    headers[lower] = value
  }
  if (request.cookies !== undefined && request.cookies.length > 0)
    headers['cookie'] = request.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  if (request.httpAuth !== undefined) {
    const { username, password } = request.httpAuth
    headers['authorization'] = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  }
  return headers
}

/** The headers for `to`, a request that follows from a page at `from`. */
export function headersTowards(
  headers: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Record<string, string> {
  const same = URL.parse(from)?.origin === URL.parse(to)?.origin
  return Object.fromEntries(Object.entries(headers).filter(([name]) => same || FOR_ANY_ORIGIN.has(name)))
}

/** Fields of the request that set a header. */
const FIELD_OF: Readonly<Record<string, 'locale' | 'referer' | 'cookies' | 'httpAuth'>> = {
  'accept-language': 'locale',
  referer: 'referer',
  cookie: 'cookies',
  authorization: 'httpAuth',
}

function refused(name: string, code: string, detail: string): Error {
  return extractError('validation_failed', `The header ${name} ${detail}.`, {
    errors: [{ pointer: `/headers${pointerStep(name)}`, code, detail }],
  })
}

/** What is meant for the first page alone. */
const FIRST_PAGE = ['html', 'artifactId', 'baseUrl', 'url', 'actions', 'waitFor', 'failOnStatus'] as const
/** Any of these may tell another origin who the caller is. */
const OWN_ORIGIN = ['headers', 'cookies', 'httpAuth', 'referer'] as const

/** The request for a page that another page links. `from` is the address that the caller named; credentials go to its origin only. `endsAtMs` by `performance.now()`. */
export function linkedRequest(
  request: PageRequest,
  from: string,
  url: string,
  endsAtMs: number,
): PageRequest {
  const isSameOrigin = URL.parse(from)?.origin === URL.parse(url)?.origin
  const left: ReadonlySet<string> = new Set([...FIRST_PAGE, ...(isSameOrigin ? [] : OWN_ORIGIN)])
  const kept: PageRequest = Object.fromEntries(Object.entries(request).filter(([name]) => !left.has(name)))
  return { ...kept, url, timeoutMs: Math.max(1, Math.floor(endsAtMs - performance.now())) }
}
