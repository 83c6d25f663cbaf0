// What callers see of the limiter: slots under a policy, and the feedback that each slot brings back.
import { SurveyorError } from '#contract/surveyor-error.ts'

/** How much one key takes, counted over everything that shares the backend of the limiter. */
export interface LimitPolicy {
  /** Most slots held at the same time. */
  readonly concurrency: number
  /** Least time between two starts. */
  readonly intervalMs: number
  /** Most starts in any 24 hours; null: any number. */
  readonly perDay: number | null
}

export interface SlotRequest extends LimitPolicy {
  /** A slot that would come later than this is refused, at once if that is known at once. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

/** What the work at a key taught about its rate. */
export interface Feedback {
  /** No further slot is granted for this long (`Retry-After`). */
  readonly closedForMs?: number
  /** True halves the rate of the key, false restores a step of it, null says nothing about it. */
  readonly throttled?: boolean | null
}

export interface Slot {
  /** To be called once, however the work ended. */
  release(feedback?: Feedback): void
}

/** The one limiter; its backend decides over what it counts: this process, or all workers of a crawl. */
export interface Limiter {
  /**
   * Waits for a slot of `key`: `host example.org`, `overpass overpass-api.de`. Throws `rate_limited` with `retryAfterMs`
   * for a slot that comes too late, or the reason of the signal.
   */
  acquire(key: string, request: SlotRequest): Promise<Slot>
}

export interface TakeRequest extends LimitPolicy {
  readonly key: string
  /** At most this many slots. */
  readonly count: number
  /** Whose slots they are, for the case that it ends without releasing them. */
  readonly holder?: string
}

export interface TakenSlots {
  /** Ids of the granted slots. */
  readonly slots: readonly string[]
  /** For this long each slot may be reused for one request after another; 0: for a single one. */
  readonly reuseMs: number
  /** Without a slot: when the policy allows one; null while that is up to those that hold slots. */
  readonly retryAfterMs: number | null
}

/** Where the slots are counted. */
export interface LimitBackend extends AsyncDisposable {
  /** Waits up to `waitMs` for the first slot and takes what is free then. */
  take(request: TakeRequest, waitMs: number, signal: AbortSignal): Promise<TakenSlots>
  /** Never throws. `isAwaited`: a caller in this process waits for it, so it is released at once. */
  release(slot: string, feedback: Feedback, isAwaited?: boolean): void
}

/** The error of a slot that comes too late. */
export function slotTooLate(retryAfterMs: number): SurveyorError {
  const detail = `The next turn comes in ${Math.ceil(retryAfterMs / 1_000)} s, which is too late for this.`
  return new SurveyorError('rate_limited', detail, { retryAfterMs: Math.ceil(retryAfterMs) })
}
