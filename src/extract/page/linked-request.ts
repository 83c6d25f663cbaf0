// The request for a page that another page links: what the caller chose for the first page, as far as it holds for others.
import type { PageRequest } from './page-request.ts'

/** What is meant for the first page alone. */
const FIRST_PAGE = ['html', 'artifactId', 'baseUrl', 'url', 'actions', 'waitFor', 'failOnStatus'] as const
/** Any of these may tell another origin who the caller is. */
const OWN_ORIGIN = ['headers', 'cookies', 'httpAuth', 'referer'] as const

/** `from` is the address that the caller named; credentials go to its origin only. `endsAtMs` by `performance.now()`. */
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
