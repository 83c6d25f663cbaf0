// What a failure says about the host of its job: that it is to be left alone for a while, which holds for all its jobs.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { HostHold } from '#contract/worker.ts'

/** What the target said last that was no good answer. */
export interface Refusal {
  /** As the turns of the egress name it. */
  readonly host: string
  readonly status: number
  readonly retryAfterMs: number | null
}

const MAX_HOLD_MS = 3_600_000
/** A shorter one is over before the next claim. */
const MIN_HOLD_MS = 10

class HostError extends SurveyorError {
  readonly hold: HostHold

  constructor(error: SurveyorError, retryAfterMs: number, reason: string) {
    super(error.code, error.message, {
      cause: error.cause,
      retryAfterMs,
      retryable: error.retryable,
      ...(error.errors === undefined ? {} : { errors: error.errors }),
    })
    this.hold = { forMs: Math.min(MAX_HOLD_MS, Math.ceil(retryAfterMs)), reason }
  }
}

/** What is to be reported with the error; null where it says nothing about the host. */
export function holdOf(error: unknown): HostHold | null {
  return error instanceof HostError ? error.hold : null
}

/**
 * The error with what its host asked for, where it has a say: `jobHost` is the one that the job was claimed for. Another
 * host, to which a redirect led, can put off the job but not the others.
 */
export function withHold(error: unknown, jobHost: string, refusal: Refusal | null): unknown {
  if (!(error instanceof SurveyorError) || !error.retryable) return error
  if (error.code === 'target_busy') {
    const { retryAfterMs = 0 } = error
    if (retryAfterMs < MIN_HOLD_MS) return error
    return new HostError(error, retryAfterMs, 'it takes the next request only then')
  }
  const isOfStatus = error.code === 'target_http_error' || error.code === 'target_blocked'
  if (!isOfStatus || refusal === null) return error
  const { host, status, retryAfterMs } = refusal
  if (retryAfterMs === null || retryAfterMs < MIN_HOLD_MS) return error
  const seconds = Math.ceil(retryAfterMs / 1_000)
  if (host === jobHost)
    return new HostError(error, retryAfterMs, `it asked so (${status}, Retry-After ${seconds})`)
  return new SurveyorError(error.code, error.message, { cause: error, retryAfterMs, retryable: true })
}
