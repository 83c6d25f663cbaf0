// The rate limit of a service with many processes: one bucket for each caller in the database, from which processes
// reserve blocks of tokens.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { LimitedBucket, RateLimiter, RatePolicy, RateVerdict } from './rate-limiter.ts'
import { bucketSize, type BucketSize } from './token-bucket.ts'
import { createWindowReservations, type WindowStore } from './window-reservations.ts'

/** The bucket that all processes share. */
export interface TokenStore {
  /** Takes up to `want` tokens at once; `left` is the rest in the bucket. */
  reserve(subject: string, want: number, size: BucketSize): Promise<{ granted: number; left: number }>
}

/**
 * A block is used within this time of the request for it, or not at all. The bucket is sized for that
 * (token-bucket.ts), so that no window overflows over all processes. The price: tokens that a process took and then had
 * no requests for are lost.
 */
const HELD_MS = 500
/** How long a process treats the bucket as empty. It refills meanwhile, so nothing is lost. */
const EMPTY_MS = 40
/**
 * A rate is never measured over a shorter time: a few requests in one millisecond are no thousands in a second, and a
 * block of that size would expire unused, again and again, until the bucket is empty.
 */
const MIN_RATE_MS = 50
/** How many blocks may come back too late before a request is refused: the database then has other problems. */
const MAX_LATE = 3

interface Share {
  tokens: number
  /** When the tokens expire. */
  until: number
  emptyUntil: number
  /** The level of the bucket at the last request. */
  left: number
  askedAt: number
  /** Requests since then, admitted or not: the size for the next block. */
  seen: number
  waiting: number
  asking: Promise<void> | null
}

/** Reserves tokens in blocks, so that most requests need no round trip. */
export function createSharedRateLimiter(deps: {
  readonly store: TokenStore & WindowStore
  readonly policies: Readonly<Record<LimitedBucket, RatePolicy>>
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}): RateLimiter {
  const { store, policies, now = () => performance.now() } = deps
  const sizes: Readonly<Record<LimitedBucket, BucketSize>> = {
    default: bucketSize(policies.default, HELD_MS),
    worker: bucketSize(policies.worker, HELD_MS),
  }
  const windows = createWindowReservations({ store, heldMs: HELD_MS, emptyMs: EMPTY_MS, now })
  const shares = new Map<string, Share>()
  let sweptAt = now()

  function shareOf(subject: string): Share {
    const time = now()
    if (time - sweptAt > 10 * HELD_MS) {
      for (const [name, share] of shares) {
        if (share.asking === null && share.waiting === 0 && time - share.askedAt > 10 * HELD_MS)
          shares.delete(name)
      }
      sweptAt = time
    }
    const known = shares.get(subject)
    if (known !== undefined) return known
    const share = {
      tokens: 0,
      until: 0,
      emptyUntil: 0,
      left: 0,
      askedAt: time,
      seen: 0,
      waiting: 0,
      asking: null,
    }
    shares.set(subject, share)
    return share
  }

  /** For the waiting requests, and for those expected within half the life of the block at the present rate. */
  async function ask(subject: string, share: Share, size: BucketSize): Promise<void> {
    const sentAt = now()
    const expected = (share.seen / Math.max(MIN_RATE_MS, sentAt - share.askedAt)) * (HELD_MS / 2)
    const want = Math.max(1, Math.min(size.burst, Math.ceil(Math.max(share.waiting, expected))))
    share.askedAt = sentAt
    share.seen = 0
    const { granted, left } = await store.reserve(subject, want, size)
    share.tokens = granted
    share.left = left
    share.until = sentAt + HELD_MS
    if (granted < want) share.emptyUntil = now() + EMPTY_MS
  }

  function verdict(share: Share, size: BucketSize, admitted: boolean): RateVerdict {
    const remaining = Math.floor(share.tokens + share.left)
    const untilNextMs = Math.max(1 / size.perMs, share.emptyUntil - now())
    return {
      admitted,
      remaining: admitted ? remaining : 0,
      resetMs: Math.max(0, size.burst - remaining) / size.perMs,
      retryAfterMs: admitted ? 0 : Math.ceil(untilNextMs),
    }
  }

  return {
    policies,
    async take(bucket, caller, own) {
      const subject = `${bucket} ${caller}`
      if (own !== undefined) return windows.take(subject, own)
      const size = sizes[bucket]
      const share = shareOf(subject)
      share.seen += 1
      for (let late = 0; late < MAX_LATE;) {
        const time = now()
        if (share.tokens >= 1 && time < share.until) {
          share.tokens -= 1
          return verdict(share, size, true)
        }
        if (time < share.emptyUntil) return verdict(share, size, false)
        share.waiting += 1
        try {
          share.asking ??= ask(subject, share, size).finally(() => {
            share.asking = null
          })
          await share.asking
        } finally {
          share.waiting -= 1
        }
        if (now() >= share.until) late += 1
      }
      throw new SurveyorError('storage_unavailable', 'The store is too slow to count this request.')
    },
  }
}
