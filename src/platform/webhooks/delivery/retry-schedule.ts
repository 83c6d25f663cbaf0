// When a failed delivery is retried: the table of Standard Webhooks 1.0, 75 h 35 min in all, with jitter.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after the first, second, … failure. The first attempt comes at once, so there are ten attempts. */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** An endpoint with nothing but failures for this long is disabled. */
export const FAILING_TOO_LONG_MS = 5 * 24 * HOUR
/** … unless there were only few attempts in that time. */
export const MIN_FAILURES_TO_DISABLE = 5

/** A busy receiver (429, 502, 503, 504) that names no time gets no delivery for this long. */
export const BUSY_WAIT_MS = 5 * SECOND

const JITTER = 0.2

/** The wait after the `failures`-th failure (1 is the first); null after the last attempt. */
export function retryWaitMs(
  failures: number,
  timeScale: number,
  random: () => number = Math.random,
): number | null {
  const wait = RETRY_WAITS_MS[failures - 1]
  // Jitter makes a wait only longer, never shorter: a receiver that recovers within 5 s must get the second attempt.
  return wait === undefined ? null : Math.round(wait * timeScale * (1 + JITTER * random()))
}
