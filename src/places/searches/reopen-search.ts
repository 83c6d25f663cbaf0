// Opens a failed search, or a failed cell of it, again. Its counts continue, and its result is computed again.
import type { SearchState } from '#contract/places/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { CELL_JOB, type CellInput } from './search-jobs.ts'
import type { Cell } from './search-rows.ts'
import { reopenParent } from './sources/source-rows.ts'

/** The error `job_not_retryable`; `detail` names what can be done instead. */
export function notRetryable(detail: string): SurveyorError {
  return new SurveyorError('job_not_retryable', detail)
}

/** The search is planned again from the start. The jobs are uuids. Throws `job_not_retryable`. */
export async function reopenPlan(
  tx: Queryable,
  searchId: string,
  job: { readonly from: string | null; readonly to: string | null },
): Promise<void> {
  const { isPlanned, planJob } = await lockSearch(tx, searchId)
  if (planJob !== null && planJob !== job.from) {
    throw notRetryable(`The job was run again before: see ${formatId('job', planJob)}.`)
  }
  if (isPlanned) throw notRetryable('The search has been planned: retry the jobs of its cells that failed.')
  await tx.execute(sql`
    update searches
    set status = 'queued', plan_job_id = ${job.to}, started_at = null, completed_at = null, complete = null,
        reasons = '[]', error = null
    where id = ${searchId}`)
  await reopenParent(tx, searchId)
}

/**
 * The cell continues from its last page, with all its tries. `again` is the uuid of the job enqueued for it. Throws
 * `job_not_retryable`.
 */
export async function reopenCell(
  tx: Queryable,
  { searchId, cellId }: CellInput,
  again: string | null,
): Promise<void> {
  await lockSearch(tx, searchId)
  // A transaction that ends a cell locks the cell before its search, so a cell that is being ended is skipped and not
  // waited for. A cell that is open without a job was left behind when the database failed while its job ended.
  const [cell] = await tx.query<{ state: Cell['state'] }>(sql`
    select state from cells
    where id = ${cellId} and (
      state in ('failed', 'cut')
      or state = 'open' and not exists (
        select from jobs
        where type = ${CELL_JOB} and completed_at is null and id is distinct from ${again}
          and input ->> 'cellId' = ${cellId}
      )
    )
    for update skip locked`)
  if (cell === undefined) {
    throw notRetryable('The job was run again before: its part of the search is open or searched.')
  }
  // The cell that waited for its end went on at that end. The attempts are part of the key by which crawl recognises a request: with the old key it would answer as before.
  await tx.execute(sql`
    update cells set state = 'open', cut_code = null, error = null, failures = 0, attempts = attempts + 1, next_id = null
    where id = ${cellId}`)
  // The time between the end and now does not count towards the seconds that the search may take.
  await tx.execute(sql`
    update searches
    set status = 'running', open_cells = open_cells + ${Number(cell.state !== 'open')},
        cells_failed = cells_failed - ${Number(cell.state === 'failed')},
        started_at = started_at + coalesce(now() - completed_at, interval '0'), completed_at = null,
        complete = null, reasons = '[]', error = null
    where id = ${searchId}`)
  await reopenParent(tx, searchId)
}

interface LockedSearch {
  readonly status: SearchState
  readonly isPlanned: boolean
  readonly planJob: string | null
}

async function lockSearch(tx: Queryable, searchId: string): Promise<LockedSearch> {
  const [search] = await tx.query<LockedSearch>(sql`
    select status, area is not null as "isPlanned", plan_job_id as "planJob" from searches
    where id = ${searchId} for no key update`)
  if (search === undefined) throw notRetryable('The search of the job has been deleted.')
  if (search.status === 'cancelled') {
    throw notRetryable('The search was cancelled, and that is final: POST /api/search starts a new one.')
  }
  return search
}
