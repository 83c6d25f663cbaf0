// The calls in this worker that wait for slots of one resource under the same terms: one request to crawl serves all of
// them.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { PermitCalls } from './permit-calls.ts'
import type { HeldPermits } from './held-permits.ts'

export interface QueueTerms {
  readonly resource: string
  readonly concurrency: number
  readonly spacingMs: number
  readonly perDay: number | null
}

export interface HeldPermit {
  /**
   * To be called once. `pushedBack`: whether the resource throttled (true), did not throttle (false), or gave no
   * feedback (null).
   */
  release(closedForMs: number, pushedBack: boolean | null): void
}

export interface PermitQueue {
  /** Throws `rate_limited` with `retryAfterMs` for a slot that comes too late, or the reason of the signal. */
  acquire(maxWaitMs: number, signal: AbortSignal): Promise<HeldPermit>
  /** By the known times, a slot could be granted now. */
  readonly open: boolean
  /** No call waits, and no slot is kept. */
  readonly idle: boolean
  /** Releases the slot kept for the next call. */
  close(): void
}

interface Waiter {
  readonly giveUpAt: number
  grant(permit: HeldPermit): void
  refuse(error: unknown): void
}

interface Kept {
  readonly permit: string
  readonly until: number
  drop(): void
}

/** The longest wait of one call at crawl; shorter than the idle time-out of most proxies. */
const MAX_WAIT_MS = 10_000
const MAX_PER_CALL = 100
/** A reusable slot is kept this long for the next call; other workers may wait for it. */
const KEEP_MS = 50
const RETRY = { baseMs: 200, factor: 2, capMs: 5_000 }
/** The retry time told to a call that waited in vain for a holder to finish, because that duration is unknown. */
const HOLDERS_RETRY_MS = 5_000

export function createPermitQueue(deps: {
  readonly terms: QueueTerms
  readonly calls: PermitCalls
  readonly heldPermits: HeldPermits
  readonly clock: Clock
  /** Aborts at the end of the worker. */
  readonly signal: AbortSignal
}): PermitQueue {
  const { terms, calls, heldPermits, clock } = deps
  const waiters: Waiter[] = []
  const kept: Kept[] = []
  /** Before this the terms allow no grant, by the last answer of crawl. */
  let openAt = -Infinity
  let asking = false

  const give = (permit: string, until: number): void => {
    const waiter = waiters.shift()
    if (waiter !== undefined) waiter.grant(heldPermit(permit, until))
    else if (until > clock.now() && !deps.signal.aborted) keep(permit, until)
    else heldPermits.giveBack({ permit })
  }
  const keep = (permit: string, until: number): void => {
    const taken = new AbortController()
    const one: Kept = { permit, until, drop: () => taken.abort() }
    kept.push(one)
    void clock.sleep(Math.min(KEEP_MS, until - clock.now()), taken.signal).then(() => {
      if (taken.signal.aborted) return
      kept.splice(kept.indexOf(one), 1)
      heldPermits.giveBack({ permit })
    })
  }
  const heldPermit = (permit: string, until: number): HeldPermit => {
    let released = false
    return {
      release(closedForMs, pushedBack) {
        if (released) return
        released = true
        if (until > clock.now() && closedForMs === 0 && pushedBack !== true) return give(permit, until)
        heldPermits.giveBack({
          permit,
          ...(closedForMs > 0 ? { closedForMs: Math.ceil(closedForMs) } : {}),
          ...(pushedBack === null ? {} : { pushedBack }),
        })
      },
    }
  }

  const refuseLate = (): void => {
    for (const waiter of waiters.filter(({ giveUpAt }) => giveUpAt < openAt)) {
      waiter.refuse(tooLate(openAt - clock.now()))
    }
  }

  const ask = async (): Promise<void> => {
    const waitLimit = Math.max(...waiters.map(({ giveUpAt }) => giveUpAt)) - clock.now()
    const { permits, leaseMs, reuseMs, retryAfterMs } = await calls.take(
      {
        ...terms,
        count: Math.min(waiters.length, MAX_PER_CALL),
        waitMs: Math.max(0, Math.min(MAX_WAIT_MS, Math.floor(waitLimit))),
      },
      deps.signal,
    )
    heldPermits.hold(permits, leaseMs)
    const until = reuseMs === 0 ? -Infinity : clock.now() + reuseMs
    for (const permit of permits) give(permit, until)
    if (permits.length > 0 || retryAfterMs === null) return
    openAt = clock.now() + retryAfterMs
    refuseLate()
    // Crawl would have waited for anything sooner.
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
        return heldPermit(spare.permit, spare.until)
      }
      const now = clock.now()
      const earliestMs = Math.max(0, openAt - now) + waiters.length * terms.spacingMs
      if (earliestMs > maxWaitMs) throw tooLate(earliestMs)
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
          grant(permit) {
            leave()
            resolve(permit)
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
          if (!done.signal.aborted) waiter.refuse(tooLate(Math.max(HOLDERS_RETRY_MS, openAt - clock.now())))
        })
        void askWhileNeeded()
      })
    },
    get open() {
      return openAt <= clock.now()
    },
    get idle() {
      return waiters.length === 0 && kept.length === 0 && !asking && openAt <= clock.now()
    },
    close() {
      for (const { permit, drop } of kept.splice(0)) {
        drop()
        heldPermits.giveBack({ permit })
      }
    },
  }
}

function tooLate(retryAfterMs: number): SurveyorError {
  const detail = `The next turn comes in ${Math.ceil(retryAfterMs / 1_000)} s, which is too late for this.`
  return new SurveyorError('rate_limited', detail, { retryAfterMs: Math.ceil(retryAfterMs) })
}
