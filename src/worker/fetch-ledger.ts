// The way out that one job uses: ended with the job, and counted for the timings and the cache line of its result.
import type { ExtractFetch, ExtractResponse } from '#extract/context.ts'
import type { EgressRequest } from '#platform/egress/egress.ts'
import type { PageResponse } from './snapshots/page-copies.ts'

export interface FetchLedger {
  readonly fetch: ExtractFetch
  /** Wall time with at least one fetch under way; null where nothing was fetched. */
  readonly fetchMs: number | null
  /** `hit` only where every answer came from the cache; `bypass` where nothing was fetched. */
  readonly cacheStatus: ExtractResponse['cache']['status']
  /** The oldest kept copy among the answers; null where there was none. */
  readonly oldestCopy: { readonly ageMs: number; readonly storedAt: string } | null
  /** What came so far is of no account: the work begins anew. The time it took stays. */
  restart(): void
}

/** Old content first, then from the answer that came from farthest away to the nearest: the first names the whole. */
const NAMING_ORDER = ['stale', 'miss', 'bypass', 'revalidated', 'hit'] as const

type Door = (request: EgressRequest) => Promise<ExtractResponse & Partial<Pick<PageResponse, 'copy'>>>

export function startFetchLedger(
  door: { readonly fetch: Door },
  signal: AbortSignal,
  remainingMs: () => number,
): FetchLedger {
  let fetches = 0
  let underWay = 0
  let sinceMs = 0
  let spentMs = 0
  const statuses = new Set<ExtractResponse['cache']['status']>()
  let oldest: PageResponse['copy'] = null

  return {
    fetch: async (request) => {
      fetches += 1
      if (underWay === 0) sinceMs = performance.now()
      underWay += 1
      try {
        const response = await door.fetch({
          ...request,
          deadlineMs: Math.max(1, Math.min(request.deadlineMs, remainingMs())),
          signal: request.signal === undefined ? signal : AbortSignal.any([signal, request.signal]),
        })
        statuses.add(response.cache.status)
        const copy = response.copy ?? null
        if (copy !== null && (oldest === null || copy.freshFromMs < oldest.freshFromMs)) oldest = copy
        return response
      } finally {
        underWay -= 1
        if (underWay === 0) spentMs += performance.now() - sinceMs
      }
    },
    get fetchMs() {
      return fetches === 0 ? null : spentMs
    },
    get cacheStatus() {
      return NAMING_ORDER.find((status) => statuses.has(status)) ?? 'bypass'
    },
    get oldestCopy() {
      if (oldest === null) return null
      return {
        ageMs: Math.max(0, Math.round(performance.now() - oldest.freshFromMs)),
        storedAt: oldest.storedAt,
      }
    },
    restart() {
      statuses.clear()
      oldest = null
    },
  }
}
