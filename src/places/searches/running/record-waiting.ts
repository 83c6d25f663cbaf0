// Records why a search does not go on: what it waits for, and which cells a job in crawl failed for.
import type { Waiting } from '#contract/job.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { isHeld } from '#platform/jobs/leases/leases.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import { waitingAfter } from '#places/crawl-calls/retry-until.ts'

/**
 * Holds until the next page is stored or the search ends; written only under the lease. When several cells wait, the
 * latest reason counts.
 */
export async function recordWaiting(
  db: Queryable,
  searchId: string,
  waiting: Waiting,
  job: Pick<LocalJob, 'id' | 'leaseToken'>,
): Promise<void> {
  const text = JSON.stringify(waiting)
  await db.execute(sql`
    update searches set waiting = ${text}
    where id = ${searchId} and status in ('queued', 'running') and waiting::text is distinct from ${text}::text
      and ${isHeld({ jobId: job.id, leaseToken: job.leaseToken })}`)
}

/**
 * Nothing was tried: no worker claimed the job in time, or the source asks for a pause. Waiting does not count as a
 * failure of the cell.
 */
const NOT_TRIED: ReadonlySet<ErrorCode> = new Set(['no_worker', 'queue_timeout', 'rate_limited'])
/** Crawl forgot the job or lost its worker: another try may well succeed. */
const LOST: ReadonlySet<ErrorCode> = new Set(['not_found', 'result_expired', 'worker_lost'])
/** How often the source may fail on a cell before the cell fails. */
const MAX_FAILURES = 5

/**
 * Written under the lease of `job`. Answers the error to throw: retryable while the cell has tries left. The next
 * request of the cell gets a new key.
 */
export async function recordFailure(
  db: Queryable,
  cellId: string,
  error: SurveyorError,
  waiting: Waiting | null,
  job: Pick<LocalJob, 'id' | 'leaseToken'>,
): Promise<SurveyorError> {
  if (!error.retryable && !LOST.has(error.code)) return error
  const counts = NOT_TRIED.has(error.code) ? 0 : 1
  const [cell] = await db.query<{ searchId: string; failures: number }>(sql`
    update cells set attempts = attempts + 1, failures = failures + ${counts}::integer
    where id = ${cellId}
    returning search_id as "searchId", failures`)
  const retryable = cell !== undefined && cell.failures < MAX_FAILURES
  if (retryable) await recordWaiting(db, cell.searchId, waitingAfter(error, waiting), job)
  return new SurveyorError(error.code, error.message, {
    cause: error,
    retryable,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  })
}
