// Whether a target lets others have its answer, and which parts of it they may have (RFC 9111 sections 3 and 4.1).
import type { ForbiddenByTarget } from '#contract/crawl/cache.ts'

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
/** Equal in all our requests, or never sent. */
const ALWAYS_EQUAL: ReadonlySet<string> = new Set([
  'accept-encoding',
  'user-agent',
  'cookie',
  'authorization',
  'origin',
])

/** Null when nothing forbids it. `max-age` and `no-cache` do not: the request decides how old a page may be. */
export function forbidden(headers: Headers): ForbiddenByTarget | null {
  const list = (headers['cache-control'] ?? '').toLowerCase().split(',')
  const directives = new Set(list.map((directive) => directive.trim().split('=', 1)[0]))
  if (directives.has('no-store')) return 'no-store'
  if (directives.has('private')) return 'private'
  return varyNames(headers).includes('*') ? 'vary' : null
}

/** True for a whole page; false for a part of one and for an error. */
export function isPage(status: number): boolean {
  return status === 200 || status === 203
}

/** True where the target says that there is no such page (any more). */
export function isGone(status: number): boolean {
  return status === 404 || status === 410
}

/** Names in lower case; without cookies and what else is meant for one visitor. */
export function shareableHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FOR_OTHERS.has(name)))
}

/** The request headers that selected this answer among others. */
export function variedBy(response: Headers, request: Headers): Record<string, string> {
  const names = varyNames(response).filter((name) => !ALWAYS_EQUAL.has(name))
  return Object.fromEntries(names.map((name) => [name, request[name] ?? '']))
}

/** Whether the answer selected by `vary` also fits this request. */
export function matchesVary(vary: Headers, request: Headers): boolean {
  return Object.entries(vary).every(([name, value]) => (request[name] ?? '') === value)
}

/** The headers that ask whether the page has changed; empty when it has no validator. */
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
