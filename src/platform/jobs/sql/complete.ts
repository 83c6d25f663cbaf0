// running → succeeded: a worker submits the result. After a cancel request the job ends as cancelled instead.
import { jsonArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'
import { transitionEffects } from './transition-effects.ts'
import { looksRare } from '#platform/db/planner-hints.ts'
import {
  jobColumns,
  transitionColumns,
  type MovedRow,
  type TransitionRow,
} from '#platform/jobs/model/job-row.ts'

/** One result of a batch. */
export interface CompleteEntry {
  /** The stored uuid. */
  readonly id: string
  readonly leaseToken: string
  /** The JSON text of the result. */
  readonly result: string
}

/** One statement for all entries. Answers the jobs that it ended, which are those whose token still counted. */
export async function complete(db: Queryable, entries: readonly CompleteEntry[]): Promise<MovedRow[]> {
  return db.query<MovedRow>(prepared('jobs_complete', statement(entries, sql`j.*`, jobColumns)))
}

/** The same for callers that need only what changed: half of the columns are read back, and neither input nor metadata. */
export async function completeNarrowly(
  db: Queryable,
  entries: readonly CompleteEntry[],
): Promise<TransitionRow[]> {
  const moved = sql`${transitionColumns}, j.last_event, j.worker_id, j.deliveries, j.webhook`
  return db.query<TransitionRow>(
    prepared('jobs_complete_narrowly', statement(entries, moved, transitionColumns)),
  )
}

/** `moved`: the columns that the effects of the transition get; `answered`: those of the answer. */
function statement(entries: readonly CompleteEntry[], moved: Sql, answered: Sql): Sql {
  return sql`
    with entry as materialized (
      select * from unnest(
        ${uuidArray(entries.map((entry) => entry.id))}::uuid[],
        ${uuidArray(entries.map((entry) => entry.leaseToken))}::uuid[],
        ${jsonArray(entries.map((entry) => entry.result))}::json[]
      ) with ordinality as e (id, token, result, n)
      where ${looksRare}
    ),
    moved as (
      update jobs j set
        state = case when j.cancel_requested_at is null then 'succeeded' else 'cancelled' end,
        completed_at = now(),
        last_event = j.last_event + 1,
        lease_expires_at = null,
        error = null,
        operator_detail = null
      from entry e
      where j.id = e.id and j.lease_token = e.token and j.state = 'running'
      returning ${moved}, 'running' as from_state, e.result
    ),
    results as (
      insert into job_results (job_id, result)
      select id, result from moved where state = 'succeeded' and result is not null
    ),
    ${transitionEffects('completed')}
    select j.from_state, ${answered} from moved j`
}
