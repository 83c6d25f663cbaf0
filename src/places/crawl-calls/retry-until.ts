// Calls crawl, and retries for as long as crawl cannot be reached.
import type { Waiting } from '#contract/job.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'

/** Short, because crawl is our own service, and every search is blocked meanwhile. */
const BACKOFF = { baseMs: 500, factor: 2, capMs: 15_000 }
const MIN_WAIT_MS = 250
/** Crawl does not answer, or its database is unreachable: nothing was wrong with the request. */
const AWAY: ReadonlySet<ErrorCode> = new Set(['crawl_unavailable', 'storage_unavailable'])

/** Of jobs that call crawl, which may be away for long: they only stop an endless loop. */
export const RETRY_LIMITS = { pool: 'light', maxFailures: 30_000, maxDeliveries: 30_000 }

/** What is done while crawl is unreachable. */
interface WhileAway {
  /** Whether the answer is still wanted; always where absent. */
  readonly goesOn?: () => Promise<boolean>
  /** Before each wait. */
  readonly onWait?: (waiting: Waiting) => Promise<void>
}

/**
 * The answer, or null when `goesOn` no longer holds while crawl is unreachable. The job keeps its lease during the
 * wait: if it were released to the queue, it would resume minutes after crawl. Every other error is thrown.
 */
export async function retryUntil<Answer>(
  job: LocalJob,
  ask: () => Promise<Answer>,
  { goesOn, onWait }: WhileAway = {},
): Promise<Answer | null> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof SurveyorError) || !AWAY.has(error.code)) throw error
      const waiting = waitingAfter(error)
      job.progress({ done: null, total: null, message: `${error.message} It is asked again.`, waiting })
      await onWait?.(waiting)
      const waitMs = MIN_WAIT_MS + Math.max(error.retryAfterMs ?? 0, fullJitter(BACKOFF, failures))
      await systemClock.sleep(waitMs, job.signal)
      job.signal.throwIfAborted()
      if (goesOn !== undefined && !(await goesOn())) return null
    }
  }
}

/** The wait that a failure causes; `before` is the wait recorded until then. */
export function waitingAfter(
  { code, message, retryAfterMs, host }: SurveyorError,
  before: Waiting | null = null,
): Waiting {
  const until = retryAfterMs === undefined ? null : new Date(Date.now() + retryAfterMs).toISOString()
  return { code, detail: message.slice(0, MAX_DETAIL), host: host ?? before?.host ?? null, until }
}

const MAX_DETAIL = 500
