// The Cache-Status field of an answer (RFC 9211): whether the cache served it, and why not.
import type { CacheState } from '#contract/crawl/cache.ts'

/** What the field is made of; ages in milliseconds. */
export interface CacheReport {
  readonly status: CacheState
  /** The age of the copy; null when none was used. */
  readonly ageMs: number | null
  /** What the request accepts; null when the request bypasses the cache. */
  readonly maxAgeMs: number | null
  /** The request itself asked for a new fetch. */
  readonly fresh?: boolean
  /** It waited for an equal request in flight. */
  readonly collapsed?: boolean
  /** The answer is kept from now on. */
  readonly stored?: boolean
  readonly detail?: string
}

/** `surveyor; hit; ttl=3540`, `surveyor; fwd=miss; stored`, `surveyor; fwd=bypass; detail=credentials`. */
export function cacheStatus(report: CacheReport): string {
  return ['surveyor', ...parameters(report)].join('; ')
}

function* parameters(report: CacheReport): Generator<string> {
  const { status, ageMs, maxAgeMs, detail } = report
  if (status === 'hit') yield 'hit'
  else yield `fwd=${forwarded(report)}`
  if (status === 'revalidated') yield 'fwd-status=304'
  if (status !== 'miss' && ageMs !== null && maxAgeMs !== null)
    yield `ttl=${Math.floor((maxAgeMs - ageMs) / 1_000)}`
  if (report.stored === true) yield 'stored'
  if (report.collapsed === true) yield 'collapsed'
  if (detail !== undefined && isToken(detail)) yield `detail=${detail}`
}

function forwarded({ status, fresh }: CacheReport): string {
  if (status === 'bypass') return 'bypass'
  if (status === 'miss') return fresh === true ? 'request' : 'miss'
  return 'stale'
}

/** RFC 9651 section 3.3.4. */
function isToken(text: string): boolean {
  return /^[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*$/.test(text)
}
