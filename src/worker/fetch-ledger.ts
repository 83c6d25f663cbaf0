// The way out that one job uses: ended with the job, and counted for the timings and the cache line of its result.
import type { ExtractFetch, ExtractResponse } from '#extract/context.ts'
import type { Egress } from '#platform/egress/egress.ts'

export interface FetchLedger {
  readonly fetch: ExtractFetch
  /** Wall time with at least one fetch under way; null where nothing was fetched. */
  readonly fetchMs: number | null
  /** `hit` only where every answer came from the cache; `bypass` where nothing was fetched. */
  readonly cacheStatus: ExtractResponse['cache']['status']
}

/** From the answer that came from farthest away to the nearest: the farthest one names the whole. */
const FARTHEST_FIRST = ['miss', 'bypass', 'revalidated', 'hit'] as const

export function startFetchLedger(
  egress: Egress,
  signal: AbortSignal,
  remainingMs: () => number,
): FetchLedger {
  let fetches = 0
  let underWay = 0
  let sinceMs = 0
  let spentMs = 0
  const statuses = new Set<ExtractResponse['cache']['status']>()

  return {
    fetch: async (request) => {
      fetches += 1
      if (underWay === 0) sinceMs = performance.now()
      underWay += 1
      try {
        const response = await egress.fetch({
          ...request,
          deadlineMs: Math.max(1, Math.min(request.deadlineMs, remainingMs())),
          signal: request.signal === undefined ? signal : AbortSignal.any([signal, request.signal]),
        })
        statuses.add(response.cache.status)
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
      return FARTHEST_FIRST.find((status) => statuses.has(status)) ?? 'bypass'
    },
  }
}
