// Time as a dependency: code that sleeps or compares times takes a Clock, so that tests need no real waiting.
import { setTimeout as delay } from 'node:timers/promises'

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** The time of this process. Leases are decided by the clock of the database instead. */
export interface Clock {
  /**
   * Whole milliseconds since the epoch if nobody had set the clock of the machine since this process began: what is waited for comes
   * no later because somebody did. The time of day is `Date.now()`.
   */
  now(): number
  /** Resolves after `ms`; resolves early, without throwing, when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  // Whole milliseconds: what is waited for is told to others, who take no fractions.
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal })
    } catch {
      // An abort only ends the wait: the caller checks its own signal.
    }
  },
}
