// What the end of the job of a page means for the page, looked at alone: a result, none, or that of another address.
import type { ErrorCode } from '#contract/error-codes.ts'
import { pageAddress } from '#kit/site/page-address.ts'
import type { EndedPage } from '#crawl/sites/store/ended-pages.ts'
import { storedKey, type PageAnswer } from '#crawl/sites/store/page-rows.ts'
import type { SitePlan } from '#crawl/sites/request/site-plan.ts'

/** `page`: an answer with a result, for the address under `key`, which a redirect may have changed. */
export type PageVerdict =
  | {
      readonly kind: 'ended'
      readonly state: 'failed' | 'refused'
      readonly reason: string
      readonly answer: PageAnswer | null
    }
  | { readonly kind: 'unchanged'; readonly reason: 'lastmod' | 'not_modified' }
  | {
      readonly kind: 'page'
      readonly key: string
      readonly url: string
      readonly canonical: SameAs | null
      readonly answer: PageAnswer
    }

/** The site or the operator does not want it: asking again would change nothing. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'robots_disallowed',
  'url_not_allowed',
  'scheme_not_allowed',
  'target_blocked',
  'target_captcha',
  'login_required',
])

/**
 * Sites name their first page as that of all others by mistake: what differs by more than its query or its spelling is
 * believed where it has the same text.
 */
export interface SameAs {
  readonly key: string
  readonly url: string
  readonly isSurely: boolean
}

export function pageVerdict(ended: EndedPage, plan: SitePlan): PageVerdict {
  const { jobState, error, facts, response } = ended
  if (ended.isDated) return { kind: 'unchanged', reason: 'lastmod' }
  if (jobState !== 'succeeded' || facts === null) {
    const reason = jobState === 'succeeded' ? 'result_expired' : (error?.code ?? jobState)
    return { kind: 'ended', state: REFUSALS.has(reason) ? 'refused' : 'failed', reason, answer: null }
  }
  if (facts.notModified) return { kind: 'unchanged', reason: 'not_modified' }
  const answer: PageAnswer = {
    finalUrl: response?.finalUrl ?? null,
    statusCode: response?.statusCode ?? null,
    title: facts.title,
    contentHash: facts.contentHash,
    contentSketch: facts.contentSketch ?? null,
    canonical: null,
    etag: facts.etag,
    lastModified: facts.lastModified,
    bytes: response?.bytes ?? null,
    copyFrom: ended.copyFrom,
  }
  const { statusCode } = answer
  if (statusCode !== null && statusCode >= 400) {
    return { kind: 'ended', state: 'failed', reason: `http_${statusCode}`, answer }
  }
  if (facts.softError) return { kind: 'ended', state: 'failed', reason: 'soft_404', answer }
  if (facts.noindex && plan.input.robotsMeta === 'obey') {
    return { kind: 'ended', state: 'refused', reason: 'noindex', answer }
  }
  const { address, reason } = plan.scope.verdict({ href: answer.finalUrl ?? ended.url, depth: ended.depth })
  const isMoved = address !== null && storedKey(address.key) !== ended.key
  if (address === null || (isMoved && reason !== null)) {
    return { kind: 'ended', state: 'refused', reason: `redirected_${reason ?? 'invalid'}`, answer }
  }
  const canonical = canonicalOf(facts.canonical, address.key, address.url, plan)
  return {
    kind: 'page',
    key: storedKey(address.key),
    url: address.url,
    canonical,
    answer: { ...answer, canonical: canonical?.key ?? null },
  }
}

/** The address that the page names as its own, where that is another one of the crawl. */
function canonicalOf(
  canonical: string | null,
  key: string,
  url: string,
  { scope, address: options }: SitePlan,
): SameAs | null {
  if (canonical === null) return null
  const { address, reason } = scope.verdict({ href: canonical, base: url, depth: 0 })
  if (address === null || reason !== null || address.key === key) return null
  const loose = { ...options, ignoreQuery: true, similar: true }
  const isSurely = pageAddress(address.url, loose)?.key === pageAddress(url, loose)?.key
  return { key: storedKey(address.key), url: address.url, isSurely }
}
