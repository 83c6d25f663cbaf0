// The limiter in front of a backend: one queue for each key and policy.
import { systemClock, type Clock } from '#kit/time/clock.ts'
import type { LimitBackend, Limiter, LimitPolicy } from './limiter.ts'
import { createSlotQueue, type SlotQueue } from './slot-queue.ts'

/** Closing it releases every slot that is still held. */
export interface OpenLimiter extends Limiter, AsyncDisposable {}

/** Beyond this many queues, idle ones are forgotten. */
const QUEUES_KEPT = 1_000
/** Longer than any job. */
const MAX_WAIT_MS = 86_400_000

/** Owns the backend. */
export function createLimiter(deps: { readonly backend: LimitBackend; readonly clock?: Clock }): OpenLimiter {
  const { backend, clock = systemClock } = deps
  const closing = new AbortController()
  const queues = new Map<string, SlotQueue>()

  const queueOf = (key: string, policy: LimitPolicy): SlotQueue => {
    const name = JSON.stringify([key, policy])
    const known = queues.get(name)
    if (known !== undefined) return known
    if (queues.size >= QUEUES_KEPT) {
      for (const [idle, queue] of queues) if (queue.idle) queues.delete(idle)
    }
    const queue = createSlotQueue({ key, policy, backend, clock, signal: closing.signal })
    queues.set(name, queue)
    return queue
  }

  return {
    async acquire(key, { concurrency, intervalMs, perDay, maxWaitMs, signal }) {
      const queue = queueOf(key, { concurrency, intervalMs: Math.ceil(intervalMs), perDay })
      return queue.acquire(Math.min(maxWaitMs, MAX_WAIT_MS), signal)
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      for (const queue of queues.values()) queue.close()
      await backend[Symbol.asyncDispose]()
    },
  }
}
