// A call that is tried again after what passes by itself.
import { fullJitter, type BackoffPolicy } from './backoff.ts'
import { systemClock, type Clock } from './clock.ts'

interface RetryPolicy {
  readonly backoff: BackoffPolicy
  /** Without it the call is tried until it succeeds, fails for good, or `signal` aborts. */
  readonly maxAttempts?: number
  /** Whether the same call may succeed later. */
  isRetryable(error: unknown): boolean
  /** Before each wait. */
  onRetry?(error: unknown, attempt: number): void
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
}

/** The result of the first call that succeeds. Throws the last error, or the reason of the signal. */
export async function retry<Result>(call: () => Promise<Result>, policy: RetryPolicy): Promise<Result> {
  const { backoff, maxAttempts = Infinity, signal, clock = systemClock } = policy
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      if (attempt >= maxAttempts || signal?.aborted === true || !policy.isRetryable(error)) throw error
      policy.onRetry?.(error, attempt)
      await clock.sleep(fullJitter(backoff, attempt), signal)
    }
  }
}
