// The arithmetic of a limit: a steadily refilled bucket (also called GCRA), sized so that no window overflows.
import type { RatePolicy } from './rate-limiter.ts'

/** At most `burst` tokens, refilled by `perMs` each millisecond. */
export interface BucketSize {
  readonly burst: number
  readonly perMs: number
}

/** The share of a quota that a caller in steady overload gets. The rest is room for a burst after a pause. */
const USABLE = 0.975

/**
 * The bucket for a policy. In any window of `windowMs` it admits at most `burst + perMs × windowMs`. Tokens that are
 * reserved up to `heldMs` before their use extend that to `burst + perMs × (windowMs + heldMs)`, which is never more
 * than the quota. 30,000 in 60 s: 487.5 a second, and at once 750 (506 with tokens held for 500 ms).
 */
export function bucketSize({ quota, windowMs }: RatePolicy, heldMs = 0): BucketSize {
  const perMs = (USABLE * quota) / windowMs
  const burst = Math.floor(quota - perMs * (windowMs + heldMs))
  // A small quota has no room for both a burst and a refill: one request at a time, refilled with the rest. With a
  // quota of one, the next request comes when the window of the first is over.
  return burst >= 1 ? { burst, perMs } : { burst: 1, perMs: Math.max(1, quota - 1) / (windowMs + heldMs) }
}

/** How many tokens there were at a time, in milliseconds. */
export interface BucketLevel {
  tokens: number
  at: number
}

/** Brings a level up to `now`, in place. */
export function refill(level: BucketLevel, size: BucketSize, now: number): void {
  level.tokens = Math.min(size.burst, level.tokens + Math.max(0, now - level.at) * size.perMs)
  level.at = Math.max(level.at, now)
}
