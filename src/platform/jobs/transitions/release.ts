// running → queued: a worker hands jobs back, and the delivery is not charged. A cancel request ends them instead.
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { aftermath } from './aftermath.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/job-row.ts'

/** Stored uuids; answers the jobs whose token still counted. */
export async function release(
  db: Queryable,
  leases: readonly { readonly id: string; readonly leaseToken: string }[],
): Promise<MovedRow[]> {
  return handBack(
    db,
    sql`(j.id, j.lease_token) in (
      select * from unnest(
        ${leases.map((lease) => lease.id)}::uuid[],
        ${leases.map((lease) => lease.leaseToken)}::uuid[]
      )
    )`,
  )
}

/** Everything that a worker runs. */
export async function releaseAll(db: Queryable, workerId: string): Promise<MovedRow[]> {
  return handBack(db, sql`j.worker_id = ${workerId}`)
}

async function handBack(db: Queryable, which: Sql): Promise<MovedRow[]> {
  return db.query<MovedRow>(sql`
    with held as materialized (
      select j.id, j.cancel_requested_at is not null as cancelled
      from jobs j
      where j.state = 'running' and j.children_total is null and ${which}
      order by j.id
      for update
    ),
    moved as (
      update jobs j set
        state = case when h.cancelled then 'cancelled' else 'queued' end,
        completed_at = case when h.cancelled then now() end,
        deliveries = j.deliveries - 1,
        lease_token = null,
        lease_expires_at = null
      from held h
      where j.id = h.id
      returning j.*, 'running' as from_state
    ),
    ${aftermath('released')}
    select j.from_state, ${jobColumns} from moved j`)
}
