// The pages of one job: kept pages when they are young enough; fetched pages are submitted for later jobs.
import { FORBIDDEN_BY_TARGET, staleWarning, TARGET_FAILURES } from '#contract/crawl/cache.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { Snapshot } from '#contract/crawl/snapshot.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { startWait } from '#kit/time/wait.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import type { Egress, EgressRequest, EgressResponse } from '#platform/egress/egress.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { conditionalHeaders, matchesVary, forbidden, shareableHeaders, isGone, isPage } from './cacheable.ts'
import { createCachedPages, type PageResponse } from './cached-pages.ts'
import { createPageOutcomes } from './page-outcomes.ts'
import { isConditional, lowerNames, pageKeyOf, type PageRules, type PageKey } from './page-rules.ts'
import type { SnapshotBodies } from './snapshot-bodies.ts'
import type { SnapshotCalls, SnapshotFound } from './snapshot-calls.ts'

/** The pages of one job, from its first fetch to its end. */
export interface JobPages {
  /** As `Egress.fetch`. */
  fetch(request: EgressRequest): Promise<PageResponse>
  /**
   * Invalidates a page of this job that had no content. True when it came from the cache: it is forgotten, everything
   * is fetched again from now on, and the work is worth a second try.
   */
  invalidate(): boolean
  /** Submits the fetched pages; `good` is false when they turned out to have no content. Throws nothing. */
  end(good: boolean): Promise<void>
  readonly warnings: readonly Warning[]
  /** Why something of this job is not kept. */
  detail(): string | undefined
}

/** The way out, the kept pages, and the rules of the request. */
export interface JobPagesDeps {
  readonly egress: Pick<Egress, 'fetch'>
  readonly calls: SnapshotCalls
  readonly bodies: SnapshotBodies
  readonly rules: PageRules
  /** The same for every run of a job, so that a run need not wait for a page that one before it left unfetched. */
  readonly holder: string
  readonly signal: AbortSignal
  readonly log: Logger
}

/** Waiting for a page that another job fetches may take this share of the remaining time, up to a maximum. */
const WAIT_SHARE = 1 / 3
const MAX_WAIT_MS = 10_000
/** Memory for pages that a job may request again. */
const OWN_BYTES = 8 * 1024 * 1024
const MAX_UPLOAD_WAIT_MS = 2_000
const NOTHING: SnapshotFound = { state: 'none', snapshot: null, keeping: false }

/** Where crawl cannot be asked for kept pages, every page is fetched. */
export function openJobPages(deps: JobPagesDeps): JobPages {
  const { egress, calls, holder, rules, signal, log } = deps
  const { extractor, maxAgeMs } = rules
  const copyFor = createCachedPages(deps)
  const outcomes = createPageOutcomes({ ...deps, extractor })
  const underWay = new Map<string, Promise<PageResponse>>()
  const own = createWeightedLru<PageResponse>(OWN_BYTES)
  const used = new Map<string, PageKey>()
  const led = new Set<string>()
  const warnings: Warning[] = []
  const details = new Set<string>()
  let afresh = maxAgeMs === 0
  let keeping = rules.store

  async function lookUp({ key }: PageKey, request: EgressRequest, lead: boolean): Promise<SnapshotFound> {
    const waitMs = Math.floor(Math.min(MAX_WAIT_MS, request.deadlineMs * WAIT_SHARE))
    const pageKey = { key, holder, extractor, maxAgeMs, lead }
    try {
      const found = await calls.lookUp(pageKey, waitMs, request.signal ?? signal)
      if (!found.keeping) keeping = false
      if (lead && (found.state === 'none' || found.state === 'stale')) led.add(key)
      return found
    } catch (error) {
      if (signal.aborted) throw error
      log.debug({ err: error }, 'kept pages cannot be looked for')
      return NOTHING
    }
  }

  /** Tells those who wait for the page that this job does not deliver it. */
  function release(pageKey: PageKey): void {
    if (led.has(pageKey.key)) outcomes.released(pageKey)
  }

  /** The old copy in place of a failed answer, when the request accepts a copy of that age. */
  async function staleCopy(
    pageKey: PageKey,
    request: EgressRequest,
    known: Snapshot | null,
    reason: string,
  ): Promise<PageResponse | null> {
    if (rules.staleIfErrorMs === 0 || signal.aborted) return null
    const snapshot = known ?? (afresh ? (await lookUp(pageKey, request, false)).snapshot : null)
    if (snapshot === null || snapshot.ageMs > maxAgeMs + rules.staleIfErrorMs) return null
    const copy = await copyFor(pageKey.key, request, snapshot, 'stale')
    if (copy === null) return null
    outcomes.servedStale(pageKey)
    warnings.push(staleWarning(snapshot.storedAt, reason))
    return copy
  }

  /** Null when the confirmed copy no longer exists. */
  async function confirmedCopy(
    pageKey: PageKey,
    request: EgressRequest,
    known: Snapshot,
    answer: EgressResponse,
  ): Promise<PageResponse | null> {
    const said = shareableHeaders(answer.headers)
    const renewed = { ...known, headers: { ...known.headers, ...said }, ageMs: 0 }
    const copy = await copyFor(pageKey.key, request, renewed, 'revalidated')
    if (copy !== null) outcomes.confirmed(pageKey, said)
    return copy
  }

  /** An answer of the target, or the copy that it confirmed. */
  async function ask(
    pageKey: PageKey,
    request: EgressRequest,
    known: Snapshot | null,
  ): Promise<EgressResponse | { readonly confirmed: PageResponse }> {
    const asked = lowerNames(request.headers)
    const send = (headers: Record<string, string>) => egress.fetch({ ...request, headers })
    const condition =
      known !== null && matchesVary(known.vary, asked) ? conditionalHeaders(known.headers) : {}
    const response = await send({ ...asked, ...condition })
    if (response.status !== 304 || known === null || Object.keys(condition).length === 0) return response
    const confirmed = await confirmedCopy(pageKey, request, known, response)
    return confirmed === null ? send(asked) : { confirmed }
  }

  async function fromTarget(
    pageKey: PageKey,
    request: EgressRequest,
    known: Snapshot | null,
  ): Promise<PageResponse> {
    let response: EgressResponse
    try {
      const answer = await ask(pageKey, request, known)
      if ('confirmed' in answer) return answer.confirmed
      response = answer
    } catch (error) {
      const failed = error instanceof SurveyorError && TARGET_FAILURES.has(error.code)
      const stale = failed ? await staleCopy(pageKey, request, known, error.message) : null
      if (stale !== null) return stale
      release(pageKey)
      throw error
    }
    if (response.status >= 500) {
      const stale = await staleCopy(pageKey, request, known, `it answered with the status ${response.status}`)
      if (stale !== null) return stale
    }
    const forbids = forbidden(response.headers)
    if (forbids !== null) details.add(forbids)
    if (keeping && forbids === null && isPage(response.status))
      outcomes.kept(pageKey, response, lowerNames(request.headers))
    else if (isGone(response.status)) outcomes.gone(pageKey)
    else release(pageKey)
    return { ...response, cache: { status: 'miss' }, copy: null }
  }

  async function page(pageKey: PageKey, request: EgressRequest): Promise<PageResponse> {
    if (afresh) return fromTarget(pageKey, request, null)
    const { state, snapshot } = await lookUp(pageKey, request, rules.store)
    if (state !== 'fresh' || snapshot === null) return fromTarget(pageKey, request, snapshot)
    const copy = await copyFor(pageKey.key, request, snapshot, 'hit')
    if (copy === null) return fromTarget(pageKey, request, null)
    used.set(pageKey.key, pageKey)
    return copy
  }

  return {
    async fetch(request) {
      const pageKey = request.cutBody === true ? null : pageKeyOf(request, rules)
      if (pageKey === null || pageKey === 'credentials') {
        if (pageKey !== null) details.add(pageKey)
        return { ...(await egress.fetch(request)), copy: null }
      }
      if (isConditional(request)) return fromTarget(pageKey, request, null)
      // Requested twice in one job, a page stays the same.
      const before = own.get(pageKey.key) ?? (await underWay.get(pageKey.key)?.catch(() => null)) ?? null
      if (before !== null && before.bytes <= request.maxBytes) return before
      const coming = page(pageKey, request)
      underWay.set(pageKey.key, coming)
      try {
        const answer = await coming
        // A server that failed may be asked again.
        if (answer.status < 500) own.set(pageKey.key, answer, answer.bytes)
        return answer
      } finally {
        if (underWay.get(pageKey.key) === coming) underWay.delete(pageKey.key)
      }
    },
    invalidate() {
      if (used.size === 0 || afresh) return false
      for (const pageKey of used.values()) {
        outcomes.bad(pageKey)
        own.delete(pageKey.key)
      }
      afresh = true
      return true
    },
    async end(good) {
      const reporting = outcomes.report(good)
      // Crawl may be unreachable: the result of the job does not wait for this call, and a stopped job does not wait at
      // all.
      using waitLimit = startWait(MAX_UPLOAD_WAIT_MS, signal)
      await Promise.race([reporting, waitLimit.over])
    },
    warnings,
    detail() {
      return [...FORBIDDEN_BY_TARGET, 'credentials'].find((reason) => details.has(reason))
    },
  }
}
