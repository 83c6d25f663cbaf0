// The callers in this process that wait for slots of one key under one policy: one call to the backend serves all of them.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import type { Clock } from '#kit/time/clock.ts'
import { slotTooLate, type LimitBackend, type LimitPolicy, type Slot } from './limiter.ts'

export interface SlotQueue {
  /** Throws `rate_limited` with `retryAfterMs` for a slot that comes too late, or the reason of the signal. */
  acquire(maxWaitMs: number, signal: AbortSignal): Promise<Slot>
  /** No call waits, and no slot is kept. */
  readonly idle: boolean
  /** Releases the slots kept for the next calls. */
  close(): void
}

interface Waiter {
  readonly giveUpAt: number
  grant(slot: Slot): void
  refuse(error: unknown): void
}

interface Kept {
  readonly slot: string
  readonly until: number
  drop(): void
}

/** The longest wait of one call to the backend; shorter than the idle time-out of most proxies. */
const MAX_WAIT_MS = 10_000
const MAX_PER_CALL = 100
/** A reusable slot is kept this long for the next call; other workers may wait for it. */
const KEEP_MS = 50
const RETRY = { baseMs: 200, factor: 2, capMs: 5_000 }
/** The retry time for a call that waited without success for a holder to finish, because that duration is unknown. */
const HOLDERS_RETRY_MS = 5_000

export function createSlotQueue(deps: {
  readonly key: string
  readonly policy: LimitPolicy
  readonly backend: LimitBackend
  readonly clock: Clock
  /** Aborts when the limiter closes. */
  readonly signal: AbortSignal
}): SlotQueue {
  const { key, policy, backend, clock } = deps
  const waiters: Waiter[] = []
  const kept: Kept[] = []
  /** Before this the policy allows no start, by the last answer of the backend. */
  let openAt = -Infinity
  let asking = false

  const give = (slot: string, until: number): void => {
    const waiter = waiters.shift()
    if (waiter !== undefined) waiter.grant(heldSlot(slot, until))
    else if (until > clock.now() && !deps.signal.aborted) keep(slot, until)
    else backend.release(slot, {})
  }
  const keep = (slot: string, until: number): void => {
    const taken = new AbortController()
    const one: Kept = { slot, until, drop: () => taken.abort() }
    kept.push(one)
    void clock.sleep(Math.min(KEEP_MS, until - clock.now()), taken.signal).then(() => {
      if (taken.signal.aborted) return
      kept.splice(kept.indexOf(one), 1)
      backend.release(slot, {})
    })
  }
  const heldSlot = (slot: string, until: number): Slot => {
    let released = false
    return {
      release(feedback = {}) {
        if (released) return
        released = true
        const { closedForMs = 0, throttled = null } = feedback
        const isReusable = until > clock.now() && closedForMs === 0 && throttled !== true
        if (isReusable) give(slot, until)
        else backend.release(slot, feedback, waiters.length > 0)
      },
    }
  }

  /** Refuses those that give up before `until`. */
  const refuseLate = (until: number, retryAfterMs: number): void => {
    for (const waiter of waiters.filter(({ giveUpAt }) => giveUpAt < until)) {
      waiter.refuse(slotTooLate(retryAfterMs))
    }
  }

  const ask = async (): Promise<void> => {
    const waitLimit = Math.max(...waiters.map(({ giveUpAt }) => giveUpAt)) - clock.now()
    const { slots, reuseMs, retryAfterMs } = await backend.take(
      { key, ...policy, count: Math.min(waiters.length, MAX_PER_CALL) },
      Math.max(0, Math.min(MAX_WAIT_MS, Math.ceil(waitLimit))),
      deps.signal,
    )
    const until = reuseMs === 0 ? -Infinity : clock.now() + reuseMs
    for (const slot of slots) give(slot, until)
    if (slots.length > 0) return
    // Asking again for a waiter whose time is over would leave its timer no turn of the event loop.
    if (retryAfterMs === null) return refuseLate(clock.now() + 1, HOLDERS_RETRY_MS)
    openAt = clock.now() + retryAfterMs
    refuseLate(openAt, retryAfterMs)
    // The backend would have waited for anything sooner.
    if (waiters.length > 0) await clock.sleep(Math.min(retryAfterMs, MAX_WAIT_MS), deps.signal)
  }

  const askWhileNeeded = async (): Promise<void> => {
    if (asking) return
    asking = true
    for (let failures = 0; waiters.length > 0 && !deps.signal.aborted;) {
      try {
        await ask()
        failures = 0
      } catch (error) {
        if (error instanceof SurveyorError && error.retryable) {
          failures += 1
          await clock.sleep(Math.max(fullJitter(RETRY, failures), error.retryAfterMs ?? 0), deps.signal)
        } else {
          for (const waiter of waiters.splice(0)) waiter.refuse(error)
        }
      }
    }
    asking = false
  }

  return {
    async acquire(maxWaitMs, signal) {
      signal.throwIfAborted()
      const spare = kept.shift()
      if (spare !== undefined) {
        spare.drop()
        return heldSlot(spare.slot, spare.until)
      }
      const now = clock.now()
      const earliestMs = Math.max(0, openAt - now) + waiters.length * policy.intervalMs
      if (earliestMs > maxWaitMs) throw slotTooLate(earliestMs)
      return new Promise((resolve, reject) => {
        const done = new AbortController()
        const leave = (): void => {
          done.abort()
          signal.removeEventListener('abort', onAbort)
          const place = waiters.indexOf(waiter)
          if (place >= 0) waiters.splice(place, 1)
        }
        const waiter: Waiter = {
          giveUpAt: now + maxWaitMs,
          grant(slot) {
            leave()
            resolve(slot)
          },
          refuse(error) {
            leave()
            reject(error)
          },
        }
        const onAbort = (): void => waiter.refuse(signal.reason)
        signal.addEventListener('abort', onAbort, { once: true })
        waiters.push(waiter)
        void clock.sleep(maxWaitMs, done.signal).then(() => {
          if (!done.signal.aborted)
            waiter.refuse(slotTooLate(Math.max(HOLDERS_RETRY_MS, openAt - clock.now())))
        })
        void askWhileNeeded()
      })
    },
    get idle() {
      return waiters.length === 0 && kept.length === 0 && !asking && openAt <= clock.now()
    },
    close() {
      for (const { slot, drop } of kept.splice(0)) {
        drop()
        backend.release(slot, {})
      }
    },
  }
}
