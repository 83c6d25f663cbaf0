// Slots that crawl counts over all workers: taken and released over its worker API, renewed while they are held.
import { fullJitter } from '#kit/time/backoff.ts'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createLimiter, type OpenLimiter } from './create-limiter.ts'
import type { Feedback, LimitBackend, TakenSlots, TakeRequest } from './limiter.ts'

export interface Release extends Feedback {
  readonly slot: string
  readonly isAwaited?: boolean
}

/** Every call throws the error that crawl answered with, or `crawl_unavailable`. */
export interface SlotCalls {
  /** A slot that is not renewed for `leaseMs` is free again. */
  take(
    request: TakeRequest,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<TakenSlots & { readonly leaseMs: number }>
  /** Answers the slots that were free again before the call. */
  renew(slots: readonly string[], signal: AbortSignal): Promise<readonly string[]>
  release(releases: readonly Release[]): Promise<void>
}

/** Two renewals may be lost. */
const RENEWALS_PER_LEASE = 3
const MAX_PER_CALL = 1_000
const RETRY = { baseMs: 200, factor: 4, capMs: 5_000 }
const ATTEMPTS = 4

interface RemoteDeps {
  readonly calls: SlotCalls
  readonly log: Logger
  readonly clock?: Clock
}

/** A limiter over all workers of one crawl. Closing it reports the slots that are still held as released. */
export function createRemoteLimiter(deps: RemoteDeps): OpenLimiter {
  const { clock = systemClock } = deps
  return createLimiter({ backend: createRemoteBackend({ ...deps, clock }), clock })
}

function createRemoteBackend({ calls, clock, log }: Required<RemoteDeps>): LimitBackend {
  const held = new Set<string>()
  const closing = new AbortController()
  let renewing = false

  const releases = createBatcher<Release, null>({
    async run(given) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await calls.release(given)
          return given.map(() => null)
        } catch (error) {
          if (attempt === ATTEMPTS || closing.signal.aborted) throw error
          await clock.sleep(fullJitter(RETRY, attempt), closing.signal)
        }
      }
    },
    maxEntries: MAX_PER_CALL,
    // One may wait to travel with another call, while the next is urgent.
    concurrency: 2,
  })
  const release = (slot: string, feedback: Feedback, isAwaited = false): void => {
    held.delete(slot)
    releases.submit({ slot, ...feedback, isAwaited }).catch((error: unknown) => {
      log.debug({ err: error }, 'a slot was not released; it ends with its lease')
    })
  }

  const renew = async (slots: string[]): Promise<void> => {
    if (closing.signal.aborted) return
    try {
      for (const lost of await calls.renew(slots, closing.signal)) held.delete(lost)
    } catch (error) {
      log.debug({ err: error }, 'slots were not renewed')
    }
  }
  const keepRenewing = async (leaseMs: number): Promise<void> => {
    if (renewing) return
    renewing = true
    while (held.size > 0 && !closing.signal.aborted) {
      await clock.sleep(leaseMs / RENEWALS_PER_LEASE, closing.signal)
      const all = [...held]
      for (let at = 0; at < all.length; at += MAX_PER_CALL) await renew(all.slice(at, at + MAX_PER_CALL))
    }
    renewing = false
  }

  return {
    async take(request, waitMs, signal) {
      const { leaseMs, ...taken } = await calls.take(request, waitMs, signal)
      for (const slot of taken.slots) held.add(slot)
      void keepRenewing(leaseMs)
      return taken
    },
    release,
    async [Symbol.asyncDispose]() {
      closing.abort()
      for (const slot of held) release(slot, {})
      await releases.settled()
    },
  }
}
