// The interface of a rate limiter, and the headers that tell the caller.

/** Calls of workers count apart from those of callers. */
export type LimitedBucket = 'default' | 'worker'

/** A limit for one subject. */
export interface RatePolicy {
  /** Never more requests than this in any window. */
  readonly quota: number
  readonly windowMs: number
}

/** Times are milliseconds from now. */
export interface RateVerdict {
  readonly admitted: boolean
  /** How many more requests would be admitted at once. */
  readonly remaining: number
  /** Until the bucket is full again. */
  readonly resetMs: number
  /** Until the next request can be admitted; 0 when this one was. */
  readonly retryAfterMs: number
}

/** Admits requests, or says when to come again. */
export interface RateLimiter {
  readonly policies: Readonly<Record<LimitedBucket, RatePolicy>>
  /**
   * Takes one request of `subject` (`key:…`, `ip:…`), under its own policy when one is given. Throws
   * `storage_unavailable` when a shared count is unreachable.
   */
  take(bucket: LimitedBucket, subject: string, own?: RatePolicy): RateVerdict | Promise<RateVerdict>
}

/** draft-ietf-httpapi-ratelimit-headers-10: the policy and its remaining quota. */
export function rateLimitHeaders(
  bucket: LimitedBucket,
  policy: RatePolicy,
  verdict: RateVerdict,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${bucket}";q=${policy.quota};w=${Math.round(policy.windowMs / 1000)}`,
    ratelimit: `"${bucket}";r=${verdict.remaining};t=${Math.ceil(verdict.resetMs / 1000)}`,
  }
}
