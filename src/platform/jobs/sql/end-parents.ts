// running → the end of a batch parent: the ends of its children are counted, and the last one ends the parent.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { transitionEffects } from './transition-effects.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'

/**
 * Counts all recorded ends and answers the parents that ended. An end is recorded without touching the row of the
 * parent, so that children never wait for each other. Each end is followed by a count, so the last count always finds
 * all.
 */
export async function endParents(db: Queryable): Promise<MovedRow[]> {
  return db.query<MovedRow>(sql`
    with noted as (
      delete from job_child_ends
      where ctid = any (array(select ctid from job_child_ends for update skip locked))
      returning *
    ),
    ended as (
      select parent_id, sum(succeeded) as succeeded, sum(failed) as failed, sum(cancelled) as cancelled
      from noted group by parent_id
    ),
    held as materialized (
      select p.* from jobs p
      where p.id in (select parent_id from ended) and p.state = 'running'
      order by p.id
      for update
    ),
    counted as materialized (
      select h.id, h.cancel_requested_at, h.children_total as total,
        h.children_succeeded + e.succeeded as succeeded,
        h.children_failed + e.failed as failed,
        h.children_cancelled + e.cancelled as cancelled
      from held h
      join ended e on e.parent_id = h.id
    ),
    judged as (
      select *,
        case when succeeded + failed + cancelled < total then 'running'
          when cancel_requested_at is not null then 'cancelled'
          when succeeded = total then 'succeeded'
          when succeeded > 0 then 'partially_succeeded'
          when failed > 0 then 'failed'
          else 'cancelled' end as state
      from counted
    ),
    updated as (
      update jobs p set
        state = n.state,
        completed_at = case when n.state <> 'running' then now() end,
        children_succeeded = n.succeeded,
        children_failed = n.failed,
        children_cancelled = n.cancelled,
        last_event = p.last_event + (n.state <> 'running')::integer
      from judged n
      where p.id = n.id
      returning p.*, 'running' as from_state
    ),
    moved as (select * from updated where state <> 'running'),
    ${transitionEffects('children_ended')}
    select j.from_state, ${jobColumns} from moved j`)
}
