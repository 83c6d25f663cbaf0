// scheduled or queued → cancelled at once; a running job is asked to stop. The same applies to its descendants.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { transitionEffects } from './transition-effects.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'

/**
 * One statement for the job and all its descendants, however many. Answers the changed rows. It changes nothing when
 * the job is unknown, has ended, or was asked before; with `any`, descendants of an ended job are cancelled too; with
 * `unwanted` it changes nothing either while a request shares the job. A batch parent stays running until its last child
 * has ended.
 */
export async function cancel(
  db: Queryable,
  id: string,
  reason: string,
  of: 'unfinished' | 'any' | 'unwanted' = 'unfinished',
): Promise<MovedRow[]> {
  return db.query<MovedRow>(sql`
    with recursive family (id) as (
      select ${id}::uuid
      union
      select j.id from family f join jobs j on j.parent_id = f.id
    ),
    held as materialized (
      select j.id, j.state as from_state, j.lease_expires_at, j.last_event
      from jobs j
      where j.id in (select id from family) and j.state in ('scheduled', 'queued', 'running')
        and j.cancel_requested_at is null and ${isUserType}
        -- Tested again on the locked row: a request may just have joined.
        and (${of !== 'unwanted'} or j.id <> ${id} or j.waiters <= 0)
      order by j.id
      for update
    ),
    moved as (
      update jobs j set
        state = case when h.from_state = 'running' then 'running' else 'cancelled' end,
        completed_at = case when h.from_state = 'running' then null else now() end,
        -- From the locked row as well: what a concurrent claim or sweep has just changed, j may still show as it was.
        lease_expires_at = h.lease_expires_at,
        last_event = h.last_event + 1,
        cancel_requested_at = now(),
        cancel_cause = case when j.id = ${id} then 'user' else 'parent' end,
        cancel_reason = ${reason}
      from held h
      where j.id = h.id and (${of === 'any'} or exists (select from held where held.id = ${id}))
      returning j.*, h.from_state
    ),
    ${transitionEffects('cancelled')}
    select j.from_state, ${jobColumns} from moved j`)
}

/**
 * One request less shares the job; the last one cancels it. Answers the changed rows. Two statements: a request that
 * joins between them keeps the job, and a process that dies there leaves a job that runs to its end.
 */
export async function leave(db: Queryable, id: string, reason: string): Promise<MovedRow[]> {
  const [row] = await db.query<{ waiters: number }>(sql`
    update jobs set waiters = waiters - 1 where id = ${id} and waiters > 0 and completed_at is null
    returning waiters`)
  return row?.waiters === 0 ? cancel(db, id, reason, 'unwanted') : []
}
