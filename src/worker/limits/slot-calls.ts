// The slot calls of the worker-facing API over HTTP, in the words of its wire.
import { ReleaseSlotsAnswer, RenewSlotsAnswer, TakeSlotsAnswer } from '#contract/crawl/slot.ts'
import type { Peer } from '#platform/egress/peer.ts'
import type { SlotCalls } from '#platform/limits/remote-backend.ts'
import { CALL_TIMEOUT_MS, createCrawlCaller } from '#platform/jobs/worker/call-crawl.ts'
import type { Attachments } from '#platform/jobs/worker/attachments.ts'

/** Also applies at the end of the process, which it may delay by this long. */
const RELEASE_TIMEOUT_MS = 3_000

/**
 * The backend of the limiter in a worker process: each slot is granted by crawl. Slots that nobody here waits for, and
 * whose key asked for nothing, are released with the next completions, as `attachments`. `instanceId` is that of the
 * worker.
 */
export function createSlotCalls(
  crawl: Peer,
  attachments: Attachments | null = null,
  instanceId?: string,
): SlotCalls {
  const post = createCrawlCaller(crawl)
  const take = post('permits', TakeSlotsAnswer)
  const renew = post('permits/renew', RenewSlotsAnswer)
  const release = post('permits/release', ReleaseSlotsAnswer)
  return {
    async take({ key: resource, concurrency, intervalMs: spacingMs, perDay, count }, waitMs, signal) {
      const body = {
        resource,
        concurrency,
        spacingMs,
        perDay,
        count,
        waitMs,
        ...(instanceId === undefined ? {} : { instanceId }),
      }
      const { permits: slots, ...rest } = await take(body, { signal, timeoutMs: waitMs + CALL_TIMEOUT_MS })
      return { slots, ...rest }
    },
    renew: async (permits, signal) => (await renew({ permits }, { signal })).lost,
    async release(given) {
      const releases = given.map(({ slot: permit, closedForMs = 0, throttled = null }) => ({
        permit,
        ...(closedForMs > 0 ? { closedForMs: Math.ceil(closedForMs) } : {}),
        ...(throttled === null ? {} : { pushedBack: throttled }),
      }))
      const isUrgent = given.some(
        ({ closedForMs = 0, throttled, isAwaited }) => closedForMs > 0 || throttled === true || isAwaited,
      )
      const isTaken = isUrgent ? false : await attachments?.offer('permitReleases', releases, 0)
      if (isTaken !== true) await release({ releases }, { timeoutMs: RELEASE_TIMEOUT_MS })
    },
  }
}
