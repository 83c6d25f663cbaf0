// Records the fetches of one job: they end with the job, and count for the timings and the cache status of its result.
import type { ExtractFetch, ExtractResponse } from '#extract/context.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { EgressRequest } from '#platform/egress/egress.ts'
import { retryAfterMs } from '#kit/http/retry-after.ts'
import type { HostPace } from '#platform/egress/host-limits/host-slots.ts'
import type { TurnWait } from '#platform/egress/host-limits/turn.ts'
import type { SeenAnswer } from './cdn-observer.ts'
import type { Refusal } from './host-hold.ts'
import type { PageResponse } from '#worker/pages/cached-pages.ts'

type CacheStatus = NonNullable<ExtractResponse['cache']>['status']

/**
 * The fetches of one job and what they add up to; times in milliseconds. Functions and no getters: each object literal with
 * getters gets a hidden class of its own, which keeps all that the getters see alive until a full garbage collection.
 */
export interface FetchRecorder {
  readonly fetch: ExtractFetch
  /** `open` is given what it needs to wait for the first slot, and calls `loaded` when the page is there. */
  visit<T>(open: (first: FirstWait, loaded: (answer: VisitAnswer | null) => void) => Promise<T>): Promise<T>
  /** Wall time with at least one fetch in flight; null when nothing was fetched. */
  fetchMs(): number | null
  /** `hit` only when every answer came from the cache; `bypass` when nothing was fetched. */
  cacheStatus(): CacheStatus
  /** The oldest kept copy among the answers; null without one. */
  oldestCopy(): { readonly ageMs: number; readonly storedAt: string } | null
  /** The latest answer, when it has an error status; null otherwise. */
  refusal(): Refusal | null
  /**
   * The first fetch was refused because its host is busy. Nothing was fetched, so the outcome of the work does not
   * count.
   */
  busy(): SurveyorError | null
  /** Forgets the fetches so far, because the work starts over. Their time still counts. */
  restart(): void
}

/** Stale content first, then from the farthest source to the nearest: the first one present names the whole. */
const NAMING_ORDER = ['stale', 'miss', 'bypass', 'revalidated', 'hit'] as const

/** These answers are not of now. */
const KEPT: ReadonlySet<CacheStatus> = new Set(['hit', 'stale', 'revalidated'])

/** The limit of the wait for the first slot; nothing for a later one. */
export type FirstWait = { readonly waitLimit?: TurnWait }
/** The answer behind a page in a browser. */
export type VisitAnswer = Pick<ExtractResponse, 'url' | 'status' | 'headers' | 'finalUrl'>

type Door = (request: EgressRequest) => Promise<ExtractResponse & Partial<Pick<PageResponse, 'copy'>>>

/** What else is done with the fetches of a job. */
export interface RecorderOptions {
  /** For the first fetch: a job that has requested nothing yet can be released. */
  readonly waitLimit?: TurnWait
  readonly onAnswer?: (answer: SeenAnswer) => void
  /** The pace at the host of this address; undefined: as the worker is set. */
  readonly paceAt?: (url: string) => HostPace | undefined
}

/** Every fetch ends with `signal` and has at most `remainingMs`. */
export function startFetchRecorder(
  door: { readonly fetch: Door },
  signal: AbortSignal,
  remainingMs: () => number,
  { waitLimit, onAnswer = () => undefined, paceAt = () => undefined }: RecorderOptions = {},
): FetchRecorder {
  let fetches = 0
  let underWay = 0
  let sinceMs = 0
  let spentMs = 0
  const statuses = new Set<CacheStatus>()
  let oldest: PageResponse['copy'] = null
  let refusal: Refusal | null = null
  let busy: SurveyorError | null = null

  /** Counts the time until `work` ends, or until it calls `there`. */
  const timed = async <T>(work: (first: FirstWait, there: () => void) => Promise<T>): Promise<T> => {
    fetches += 1
    const first = fetches === 1 && waitLimit !== undefined ? { waitLimit } : {}
    if (underWay === 0) sinceMs = performance.now()
    underWay += 1
    let isCounted = false
    const there = (): void => {
      if (isCounted) return
      isCounted = true
      underWay -= 1
      if (underWay === 0) spentMs += performance.now() - sinceMs
    }
    try {
      return await work(first, there)
    } catch (error) {
      if (error instanceof SurveyorError && error.code === 'target_busy') busy = error
      throw error
    } finally {
      there()
    }
  }

  return {
    fetch: async (request) =>
      timed(async (first) => {
        const pace = paceAt(request.url)
        const response = await door.fetch({
          ...request,
          ...first,
          ...(pace === undefined ? {} : { pace }),
          deadlineMs: Math.max(1, Math.min(request.deadlineMs, remainingMs())),
          signal: request.signal === undefined ? signal : AbortSignal.any([signal, request.signal]),
        })
        statuses.add(response.cache?.status ?? 'bypass')
        refusal = refusalOf(response)
        const { url, finalUrl, status, headers, remoteAddress = null } = response
        const isKept = KEPT.has(response.cache?.status ?? 'bypass')
        onAnswer({ engine: 'http', url, finalUrl, status, headers, remoteAddress, isKept })
        const copy = response.copy ?? null
        if (copy !== null && (oldest === null || copy.freshFromMs < oldest.freshFromMs)) oldest = copy
        return response
      }),
    visit: async (open) =>
      timed(async (first, there) =>
        open(first, (answer) => {
          there()
          statuses.add('bypass')
          if (answer === null) return
          refusal = refusalOf(answer)
          const { url, finalUrl, status, headers } = answer
          onAnswer({ engine: 'browser', url, finalUrl, status, headers, remoteAddress: null, isKept: false })
        }),
      ),
    fetchMs() {
      return fetches === 0 ? null : spentMs
    },
    cacheStatus() {
      return NAMING_ORDER.find((status) => statuses.has(status)) ?? 'bypass'
    },
    oldestCopy() {
      if (oldest === null) return null
      return {
        ageMs: Math.max(0, Math.round(performance.now() - oldest.freshFromMs)),
        storedAt: oldest.storedAt,
      }
    },
    refusal() {
      return refusal
    },
    busy() {
      return busy
    },
    restart() {
      statuses.clear()
      oldest = null
    },
  }
}

function refusalOf({ status, headers, finalUrl }: Omit<VisitAnswer, 'url'>): Refusal | null {
  if (status < 400) return null
  return {
    host: URL.parse(finalUrl)?.host ?? '',
    status,
    retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
  }
}
