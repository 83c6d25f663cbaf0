// Whether the owner of the jobs answers: logged once when it stops, for each reason, and once when it is back, however many calls
// notice.
// And how long to wait before the next call.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { fullJitter, type BackoffPolicy } from '#kit/time/backoff.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** Logs when the other side goes away, why, and when it is back, once each. */
export interface Reachability {
  /** Called after each call: null when it was answered, else the reason. */
  contact(error: unknown): void
}

const RETRY: BackoffPolicy = { baseMs: 200, factor: 2, capMs: 5_000 }

/** `peer` names the other side in the log. */
export function createReachability(peer: string, log: Logger): Reachability {
  let downSinceMs: number | null = null
  let reason: string | null = null
  return {
    contact(error) {
      if (error === null) {
        if (downSinceMs === null) return
        log.info({ downMs: Math.round(performance.now() - downSinceMs) }, `${peer} answers again`)
        downSinceMs = null
        reason = null
      } else {
        // Another reason is told again: a peer that comes back may refuse the key.
        const { code } = problemOf(error)
        if (code === reason) return
        downSinceMs ??= performance.now()
        reason = code
        log.warn({ err: error }, `${peer} does not answer this worker; trying on`)
      }
    },
  }
}

/** The wait after so many failures in a row, in milliseconds; at least as long as the other side asked for. */
export function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof SurveyorError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(asked, fullJitter(RETRY, failures))
}
