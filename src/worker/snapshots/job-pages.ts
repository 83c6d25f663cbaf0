// The pages of one job: kept pages when they are young enough; fetched pages are submitted for later jobs.
import { FORBIDDEN_BY_TARGET, staleWarning, TARGET_FAILURES } from '#contract/cache.ts'
import type { Warning } from '#contract/result.ts'
import type { Snapshot } from '#contract/snapshot.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { uuidV7 } from '#kit/ids.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import type { Egress, EgressRequest, EgressResponse } from '#platform/egress/egress.ts'
import type { Logger } from '#platform/log/logger.ts'
import { conditionalHeaders, fitsVary, forbidden, headersForOthers, isPage } from './keepable.ts'
import { createPageCopies, type PageResponse } from './page-copies.ts'
import { createPageOutcomes } from './page-outcomes.ts'
import { lowerNames, pageWishOf, type PageRules, type PageWish } from './page-rules.ts'
import type { SnapshotBodies } from './snapshot-bodies.ts'
import type { SnapshotCalls, SnapshotFound } from './snapshot-calls.ts'

export interface JobPages {
  /** As `Egress.fetch`. */
  fetch(request: EgressRequest): Promise<PageResponse>
  /**
   * Invalidates a page of this job that had no content. True when it came from the cache: it is forgotten, everything
   * is fetched anew from now on, and the work is worth a second try.
   */
  doubt(): boolean
  /** Submits the fetched pages; `good` is false when they turned out to have no content. Throws nothing. */
  end(good: boolean): Promise<void>
  readonly warnings: readonly Warning[]
  /** Why something of this job is not kept. */
  readonly detail: string | undefined
}

export interface JobPagesDeps {
  readonly egress: Pick<Egress, 'fetch'>
  readonly calls: SnapshotCalls
  readonly bodies: SnapshotBodies
  readonly rules: PageRules
  readonly signal: AbortSignal
  readonly log: Logger
}

/** Waiting for a page that another job fetches may take this share of the remaining time, up to a maximum. */
const WAIT_SHARE = 1 / 3
const MOST_WAIT_MS = 10_000
/** Memory for pages that a job may request again. */
const OWN_BYTES = 8 * 1024 * 1024
const MOST_HANDING_MS = 2_000
const NOTHING: SnapshotFound = { state: 'none', snapshot: null, keeping: false }

export function openJobPages(deps: JobPagesDeps): JobPages {
  const { egress, calls, rules, signal, log } = deps
  const { extractor, maxAgeMs } = rules
  const holder = uuidV7()
  const copyFor = createPageCopies(deps)
  const outcomes = createPageOutcomes({ ...deps, holder, extractor })
  const underWay = new Map<string, Promise<PageResponse>>()
  const own = createWeightedLru<PageResponse>(OWN_BYTES)
  const used = new Map<string, PageWish>()
  const led = new Set<string>()
  const warnings: Warning[] = []
  const details = new Set<string>()
  let anew = maxAgeMs === 0
  let keeping = rules.store

  async function lookUp({ key }: PageWish, request: EgressRequest, lead: boolean): Promise<SnapshotFound> {
    const waitMs = Math.floor(Math.min(MOST_WAIT_MS, request.deadlineMs * WAIT_SHARE))
    const wish = { key, holder, extractor, maxAgeMs, lead }
    try {
      const found = await calls.lookUp(wish, waitMs, request.signal ?? signal)
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
  function release(wish: PageWish): void {
    if (led.has(wish.key)) outcomes.released(wish)
  }

  /** The old copy in place of a failed answer, when the request accepts a copy of that age. */
  async function staleCopy(
    wish: PageWish,
    request: EgressRequest,
    known: Snapshot | null,
    reason: string,
  ): Promise<PageResponse | null> {
    if (rules.staleIfErrorMs === 0 || signal.aborted) return null
    const snapshot = known ?? (anew ? (await lookUp(wish, request, false)).snapshot : null)
    if (snapshot === null || snapshot.ageMs > maxAgeMs + rules.staleIfErrorMs) return null
    const copy = await copyFor(wish.key, request, snapshot, 'stale')
    if (copy === null) return null
    outcomes.servedStale(wish)
    warnings.push(staleWarning(snapshot.storedAt, reason))
    return copy
  }

  /** Null when the confirmed copy no longer exists. */
  async function confirmedCopy(
    wish: PageWish,
    request: EgressRequest,
    known: Snapshot,
    answer: EgressResponse,
  ): Promise<PageResponse | null> {
    const said = headersForOthers(answer.headers)
    const renewed = { ...known, headers: { ...known.headers, ...said }, ageMs: 0 }
    const copy = await copyFor(wish.key, request, renewed, 'revalidated')
    if (copy !== null) outcomes.confirmed(wish, said)
    return copy
  }

  /** An answer of the target, or the copy that it confirmed. */
  async function ask(
    wish: PageWish,
    request: EgressRequest,
    known: Snapshot | null,
  ): Promise<EgressResponse | { readonly confirmed: PageResponse }> {
    const asked = lowerNames(request.headers)
    const send = (headers: Record<string, string>) => egress.fetch({ ...request, headers, cache: 'no-store' })
    const condition = known !== null && fitsVary(known.vary, asked) ? conditionalHeaders(known.headers) : {}
    const response = await send({ ...asked, ...condition })
    if (response.status !== 304 || known === null || Object.keys(condition).length === 0) return response
    const confirmed = await confirmedCopy(wish, request, known, response)
    return confirmed === null ? send(asked) : { confirmed }
  }

  async function fromTarget(
    wish: PageWish,
    request: EgressRequest,
    known: Snapshot | null,
  ): Promise<PageResponse> {
    let response: EgressResponse
    try {
      const answer = await ask(wish, request, known)
      if ('confirmed' in answer) return answer.confirmed
      response = answer
    } catch (error) {
      const failed = error instanceof SurveyorError && TARGET_FAILURES.has(error.code)
      const stale = failed ? await staleCopy(wish, request, known, error.message) : null
      if (stale !== null) return stale
      release(wish)
      throw error
    }
    if (response.status >= 500) {
      const stale = await staleCopy(wish, request, known, `it answered with the status ${response.status}`)
      if (stale !== null) return stale
    }
    const forbids = forbidden(response.headers)
    if (forbids !== null) details.add(forbids)
    if (keeping && forbids === null && isPage(response.status))
      outcomes.kept(wish, response, lowerNames(request.headers))
    else release(wish)
    return { ...response, cache: { status: 'miss' }, copy: null }
  }

  async function page(wish: PageWish, request: EgressRequest): Promise<PageResponse> {
    if (anew) return fromTarget(wish, request, null)
    const { state, snapshot } = await lookUp(wish, request, rules.store)
    if (state !== 'fresh' || snapshot === null) return fromTarget(wish, request, snapshot)
    const copy = await copyFor(wish.key, request, snapshot, 'hit')
    if (copy === null) return fromTarget(wish, request, null)
    used.set(wish.key, wish)
    return copy
  }

  return {
    async fetch(request) {
      const wish = pageWishOf(request, rules)
      if (wish === null || wish === 'credentials') {
        if (wish !== null) details.add(wish)
        return { ...(await egress.fetch(request)), copy: null }
      }
      // Requested twice in one job, a page stays the same.
      const before = own.get(wish.key) ?? (await underWay.get(wish.key)?.catch(() => null)) ?? null
      if (before !== null && before.bytes <= request.maxBytes) return before
      const coming = page(wish, request)
      underWay.set(wish.key, coming)
      try {
        const answer = await coming
        own.set(wish.key, answer, answer.bytes)
        return answer
      } finally {
        if (underWay.get(wish.key) === coming) underWay.delete(wish.key)
      }
    },
    doubt() {
      if (used.size === 0 || anew) return false
      for (const wish of used.values()) {
        outcomes.bad(wish)
        own.delete(wish.key)
      }
      anew = true
      return true
    },
    async end(good) {
      const handing = outcomes.handIn(good)
      // Crawl may be unreachable: the result of the job does not wait for this call, and a stopped job does not wait at
      // all.
      using patience = endAfter(MOST_HANDING_MS, signal)
      await Promise.race([handing, patience.over])
    },
    warnings,
    get detail() {
      return [...FORBIDDEN_BY_TARGET, 'credentials'].find((reason) => details.has(reason))
    },
  }
}

/** `over` resolves after `ms`, or when the signal aborts. */
function endAfter(ms: number, signal: AbortSignal): Disposable & { readonly over: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) resolve()
  return {
    over: promise,
    [Symbol.dispose]() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}
