// Whether a target lets others have its answer, and what of it they may have (RFC 9111 sections 3 and 4.1).
import type { ForbiddenByTarget } from '#contract/cache.ts'

type Headers = Readonly<Record<string, string>>

/** Meant for one visitor or for one connection. */
const NOT_FOR_OTHERS: ReadonlySet<string> = new Set([
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'authentication-info',
  'proxy-authenticate',
  'proxy-authentication-info',
  'www-authenticate',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
])
/** The same for all of our requests, or never sent. */
const ALWAYS_EQUAL: ReadonlySet<string> = new Set([
  'accept-encoding',
  'user-agent',
  'cookie',
  'authorization',
  'origin',
])

/** Null where nothing forbids it. `max-age` and `no-cache` do not: how old a page may be is for the request to say. */
export function forbidden(headers: Headers): ForbiddenByTarget | null {
  const directives = (headers['cache-control'] ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim().split('=', 1)[0])
  if (directives.includes('no-store')) return 'no-store'
  if (directives.includes('private')) return 'private'
  return varyNames(headers).includes('*') ? 'vary' : null
}

/** An answer that is a page: not a part of one, not an error. */
export function isPage(status: number): boolean {
  return status === 200 || status === 203
}

export function headersForOthers(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FOR_OTHERS.has(name)))
}

/** The request headers that chose this answer among others. */
export function variedBy(response: Headers, request: Headers): Record<string, string> {
  const names = varyNames(response).filter((name) => !ALWAYS_EQUAL.has(name))
  return Object.fromEntries(names.map((name) => [name, request[name] ?? '']))
}

/** Whether the answer that was chosen by `vary` is the one for this request as well. */
export function fitsVary(vary: Headers, request: Headers): boolean {
  return Object.entries(vary).every(([name, value]) => (request[name] ?? '') === value)
}

/** The headers that ask whether the page has changed; none where it names nothing to ask by. */
export function conditionalHeaders({ etag, 'last-modified': modified }: Headers): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  }
}

function varyNames({ vary = '' }: Headers): string[] {
  return vary
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
