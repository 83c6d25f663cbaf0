// The rate limit of a service that runs as one process: everything in memory.
import type { LimitedBucket, RateLimiter, RatePolicy } from './rate-limiter.ts'
import { bucketSize, refill, type BucketLevel, type BucketSize } from './token-bucket.ts'

interface SizedLevel extends BucketLevel {
  size: BucketSize
}

interface LocalBucket {
  readonly size: BucketSize
  readonly levels: Map<string, SizedLevel>
}

export function createLocalRateLimiter(deps: {
  readonly policies: Readonly<Record<LimitedBucket, RatePolicy>>
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}): RateLimiter {
  const { policies, now = () => performance.now() } = deps
  const buckets: Readonly<Record<LimitedBucket, LocalBucket>> = {
    default: { size: bucketSize(policies.default), levels: new Map() },
    worker: { size: bucketSize(policies.worker), levels: new Map() },
  }
  let sweptAt = now()

  /** A full bucket is the same as none; after one fill time all that stand still are full. */
  function sweep(time: number): void {
    for (const { levels } of Object.values(buckets)) {
      for (const [subject, level] of levels) {
        const { burst, perMs } = level.size
        if (level.tokens + (time - level.at) * perMs >= burst) levels.delete(subject)
      }
    }
    sweptAt = time
  }

  return {
    policies,
    take(bucket, subject, own) {
      const { size: usual, levels } = buckets[bucket]
      const size = own === undefined ? usual : bucketSize(own)
      const time = now()
      if (time - sweptAt > usual.burst / usual.perMs) sweep(time)
      const level = levels.get(subject) ?? { tokens: size.burst, at: time, size }
      level.size = size
      refill(level, size, time)
      const admitted = level.tokens >= 1
      if (admitted) level.tokens -= 1
      levels.set(subject, level)
      return {
        admitted,
        remaining: Math.floor(level.tokens),
        resetMs: (size.burst - level.tokens) / size.perMs,
        retryAfterMs: admitted ? 0 : Math.ceil((1 - level.tokens) / size.perMs),
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}
