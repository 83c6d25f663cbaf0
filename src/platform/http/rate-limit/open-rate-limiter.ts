// The rate limiter of a service: over all its replicas when there are several.
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { postgresTokenStore } from './postgres-token-store.ts'
import type { RateLimiter, LimitedBucket, RatePolicy } from './rate-limiter.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'
import { dropOld, emptyLog, takeOne, type RequestLog } from './request-log.ts'
import { bucketSize, refill, type BucketLevel, type BucketSize } from './token-bucket.ts'

interface LocalBucket {
  readonly size: BucketSize
  readonly levels: Map<string, BucketLevel>
}

/** `replicated`: whether other processes of the service count as well; then the database holds the counts. */
export function openRateLimiter(deps: {
  readonly db: Database
  readonly log: Logger
  readonly policies: RateLimiter['policies']
  readonly replicated: boolean
}): RateLimiter {
  const { db, log, policies, replicated } = deps
  return replicated
    ? createSharedRateLimiter({ store: postgresTokenStore({ db, log }), policies })
    : createLocalRateLimiter({ policies })
}

/** Counts in memory: a restart forgets everything. */
export function createLocalRateLimiter(deps: {
  readonly policies: Readonly<Record<LimitedBucket, RatePolicy>>
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}): RateLimiter {
  const { policies, now = () => performance.now() } = deps
  const buckets: Readonly<Record<LimitedBucket, LocalBucket>> = {
    default: { size: bucketSize(policies.default), levels: new Map() },
    worker: { size: bucketSize(policies.worker), levels: new Map() },
  }
  /** For callers with a policy of their own. */
  const logs = new Map<string, { readonly policy: RatePolicy; readonly log: RequestLog }>()
  let sweptAt = now()

  /** A full bucket equals a missing one; after one fill time every idle bucket is full. */
  function sweep(time: number): void {
    for (const { levels, size } of Object.values(buckets)) {
      const { burst, perMs } = size
      for (const [subject, level] of levels) {
        if (level.tokens + (time - level.at) * perMs >= burst) levels.delete(subject)
      }
    }
    for (const [subject, { policy, log }] of logs) {
      dropOld(log, policy, time)
      if (log.total === 0) logs.delete(subject)
    }
    sweptAt = time
  }

  return {
    policies,
    take(bucket, subject, own) {
      const { size, levels } = buckets[bucket]
      const time = now()
      if (time - sweptAt > size.burst / size.perMs) sweep(time)
      if (own !== undefined) {
        const log = logs.get(subject)?.log ?? emptyLog()
        logs.set(subject, { policy: own, log })
        return takeOne(log, own, time)
      }
      const level = levels.get(subject) ?? { tokens: size.burst, at: time }
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
  }
}
