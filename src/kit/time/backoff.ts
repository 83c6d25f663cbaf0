// The waits between retries, and between rounds of periodic work.

/** The wait after the n-th failure is up to `baseMs * factor ** (n - 1)`, and at most `capMs`. */
export interface BackoffPolicy {
  readonly baseMs: number
  readonly factor: number
  readonly capMs: number
}

/** The job engine's default: 5 s, 10 s, 20 s … at most 15 min. */
export const JOB_BACKOFF: BackoffPolicy = { baseMs: 5_000, factor: 2, capMs: 900_000 }

/**
 * A wait with "full jitter": uniform between 0 and the exponential bound, which spreads simultaneous retries better
 * than a little noise on a fixed wait. `attempt` counts from 1.
 */
export function fullJitter(
  policy: BackoffPolicy,
  attempt: number,
  random: () => number = Math.random,
): number {
  const bound = Math.min(policy.capMs, policy.baseMs * policy.factor ** Math.max(0, attempt - 1))
  return Math.round(bound * random())
}

/** `ms` ± 20 %: replicas with the same period drift apart. */
export function withJitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.8 + random() * 0.4)
}
