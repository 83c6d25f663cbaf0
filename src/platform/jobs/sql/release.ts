// running → queued: a worker releases jobs, and the delivery is not charged. After a cancel request they end instead.
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { transitionEffectsWithHolds } from './transition-effects.ts'
import type { DomainHold } from '#platform/jobs/model/domain-hold.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'

/** One job of a batch that its worker did not begin. */
export interface ReleaseEntry {
  /** The stored uuid. */
  readonly id: string
  readonly leaseToken: string
  /** Why it was released, when the reason holds for all jobs of its domain. */
  readonly hold?: DomainHold
}

/** Answers the jobs whose token still counted. */
export async function release(db: Queryable, entries: readonly ReleaseEntry[]): Promise<MovedRow[]> {
  return returnJobs(
    db,
    sql`
      select j.id, e.hold_ms, e.hold_reason
      from unnest(
        ${entries.map((entry) => entry.id)}::uuid[],
        ${entries.map((entry) => entry.leaseToken)}::uuid[],
        ${entries.map((entry) => entry.hold?.forMs ?? null)}::integer[],
        ${entries.map((entry) => entry.hold?.reason ?? null)}::text[]
      ) as e (id, token, hold_ms, hold_reason)
      join jobs j on j.id = e.id and j.lease_token = e.token`,
  )
}

/** Everything that a worker is running. */
export async function releaseAll(db: Queryable, workerId: string): Promise<MovedRow[]> {
  return returnJobs(
    db,
    sql`
      select j.id, null::integer as hold_ms, null::text as hold_reason
      from jobs j where j.worker_id = ${workerId} and j.state = 'running'`,
  )
}

/** The deadline that counts from the making of the job, whatever its time limit; null without one. */
export function fixedDeadline(job: Sql): Sql {
  return sql`(${job}.created_at + ${job}.deadline_ms * interval '1 millisecond')`
}

/** When no counted delivery is left, the time limit of the job begins with the next delivery. */
async function returnJobs(db: Queryable, which: Sql): Promise<MovedRow[]> {
  return db.query<MovedRow>(sql`
    with held as materialized (
      select j.id, j.cancel_requested_at is not null as cancelled, w.hold_ms, w.hold_reason
      from (${which}) as w
      join jobs j on j.id = w.id
      where j.state = 'running' and j.children_total is null
      order by j.id
      for update of j
    ),
    moved as (
      update jobs j set
        state = case when h.cancelled then 'cancelled' else 'queued' end,
        completed_at = case when h.cancelled then now() end,
        deliveries = j.deliveries - 1,
        deadline_at = case when j.deliveries > 1 or j.timeout_ms is null then j.deadline_at
          else ${fixedDeadline(sql`j`)} end,
        parked = j.isolated,
        lease_token = null,
        lease_expires_at = null,
        last_event = j.last_event + 1
      from held h
      where j.id = h.id
      returning j.*, 'running' as from_state, h.hold_ms, h.hold_reason
    ),
    ${transitionEffectsWithHolds('released')}
    select j.from_state, ${jobColumns} from moved j`)
}
