// Slots that crawl counts over all workers: for hosts, as egress needs them, and for resources, as extractors do.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractPermits } from '#extract/context.ts'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import {
  feedbackOf,
  MAX_CRAWL_DELAY_MS,
  type HostPermits,
} from '#platform/egress/host-limits/host-permits.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { PermitCalls } from './permit-calls.ts'
import { createPermitQueue, type QueueTerms, type PermitQueue } from './permit-queue.ts'
import { createHeldPermits } from './held-permits.ts'

export interface SharedPermits extends AsyncDisposable {
  readonly hosts: HostPermits
  readonly resources: ExtractPermits
}

/** Beyond this many queues, empty ones are forgotten. */
const QUEUES_KEPT = 1_000
/** Longer than any job. */
const MAX_WAIT_MS = 86_400_000

export function createSharedPermits(deps: {
  readonly calls: PermitCalls
  readonly hostConcurrency: number
  readonly hostDelayMs: number
  readonly log: Logger
  readonly clock?: Clock
}): SharedPermits {
  const { calls, hostConcurrency, hostDelayMs, log, clock = systemClock } = deps
  const closing = new AbortController()
  const heldPermits = createHeldPermits({ calls, clock, log })
  const queues = new Map<string, PermitQueue>()

  const queueOf = (terms: QueueTerms): PermitQueue => {
    const key = JSON.stringify(terms)
    const known = queues.get(key)
    if (known !== undefined) return known
    if (queues.size >= QUEUES_KEPT) {
      for (const [name, queue] of queues) if (queue.idle) queues.delete(name)
    }
    const queue = createPermitQueue({ terms, calls, heldPermits, clock, signal: closing.signal })
    queues.set(key, queue)
    return queue
  }
  const waitLimit = (maxWaitMs: number): number => Math.min(maxWaitMs, MAX_WAIT_MS)

  return {
    hosts: {
      async acquire(host, { crawlDelayMs, maxWaitMs, signal }) {
        const spacingMs = Math.ceil(Math.max(hostDelayMs, Math.min(MAX_CRAWL_DELAY_MS, crawlDelayMs)))
        const queue = queueOf({
          resource: `host ${host}`,
          concurrency: hostConcurrency,
          spacingMs,
          perDay: null,
        })
        const giveUpAt = clock.now() + maxWaitMs
        try {
          const permit = await queue.acquire(waitLimit(maxWaitMs), signal)
          return {
            release(outcome) {
              const { pushedBack, closedForMs } = feedbackOf(outcome)
              permit.release(closedForMs, pushedBack)
            },
          }
        } catch (error) {
          // How long a holder takes is unknown, but a time that must pass is known.
          throw asHostError(error, clock.now() < giveUpAt || !queue.open)
        }
      },
    },
    resources: {
      async acquire(resource, { concurrency, spacingMs, perDay, maxWaitMs, signal }) {
        const queue = queueOf({ resource, concurrency, spacingMs: Math.ceil(spacingMs), perDay })
        const permit = await queue.acquire(waitLimit(maxWaitMs), signal)
        return { release: (closedForMs = 0) => permit.release(closedForMs, null) }
      },
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      for (const queue of queues.values()) queue.close()
      await heldPermits[Symbol.asyncDispose]()
    },
  }
}

/** The errors that HostPermits documents. */
function asHostError(error: unknown, isTimeKnown: boolean): unknown {
  if (!(error instanceof SurveyorError) || error.code !== 'rate_limited') return error
  return new SurveyorError('target_timeout', 'The turn at the host comes after the deadline.', {
    cause: error,
    ...(error.retryAfterMs === undefined || !isTimeKnown ? {} : { retryAfterMs: error.retryAfterMs }),
  })
}
