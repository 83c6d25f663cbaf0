// What a failure says about the host of its job: all its jobs should wait for a while.
import { reportOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { HostHold } from '#contract/worker.ts'
import type { JobEnd } from '#platform/jobs/worker/transport.ts'

/** The latest error answer of the target. */
export interface Refusal {
  /** As egress names the host for its slots. */
  readonly host: string
  readonly status: number
  readonly retryAfterMs: number | null
}

const MAX_HOLD_MS = 3_600_000
/** A shorter hold is over before the next claim. */
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

/** How a failed job is reported: with the hold of its host, and as a release when its host had no slot for it yet. */
export function failureOf(error: unknown): JobEnd {
  const hold = error instanceof HostError ? { hold: error.hold } : {}
  const isUnbegun = error instanceof SurveyorError && error.code === 'target_busy'
  return isUnbegun ? { release: true, ...hold } : { error: reportOf(error), ...hold }
}

/**
 * The error together with the hold of its host. `jobHost` is the host that the job was claimed for. Another host,
 * reached by a redirect, can delay the job itself but not other jobs.
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
