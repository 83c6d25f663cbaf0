// The clock of the database was set: what jobs wait for is moved with it, so that it takes as long as it would have.
import type { ClockStep } from '#platform/db/clock-watch.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'

/**
 * Forward: leases, deadlines and queue times that are over only because of the step. Backward: leases end, retries are
 * due and hosts open no later than before; deadlines then end later, because workers measure theirs themselves. Of several
 * replicas each may call it: the first leaves nothing to move forward, and a retry that is moved back twice is early.
 */
export async function followClock(
  db: Database,
  { stepMs, seenAt }: ClockStep,
  { leaseMs }: Pick<JobSettings, 'leaseMs'>,
): Promise<void> {
  const step = sql`${stepMs} * interval '1 millisecond'`
  await db.transaction(async (tx) => {
    if (stepMs > 0) await moveForward(tx, seenAt, step)
    else await moveBack(tx, step, sql`${leaseMs} * interval '1 millisecond'`)
  })
}

async function moveForward(tx: Queryable, seenAt: Date, step: Sql): Promise<void> {
  const skipped = (column: Sql): Sql => sql`${column} > ${seenAt}::timestamptz and ${column} <= now()`
  const moved = (column: Sql): Sql =>
    sql`${column} = case when ${skipped(column)} then ${column} + ${step} else ${column} end`
  const [lease, deadline, queue] = [sql`lease_expires_at`, sql`deadline_at`, sql`queue_until`]
  await tx.execute(sql`
    update jobs set ${moved(lease)}, ${moved(deadline)}, ${moved(queue)}
    where state in ('scheduled', 'queued', 'running')
      and ((${skipped(lease)}) or (${skipped(deadline)}) or (${skipped(queue)}))`)
}

async function moveBack(tx: Queryable, step: Sql, lease: Sql): Promise<void> {
  await tx.execute(sql`
    update jobs set lease_expires_at = now() + ${lease}
    where state = 'running' and lease_expires_at > now() + ${lease}`)
  await tx.execute(sql`
    update jobs set scheduled_for = greatest(now(), scheduled_for + ${step})
    where state = 'scheduled' and scheduled_for > now()`)
  await tx.execute(sql`
    update job_domains set closed_until = greatest(now(), closed_until + ${step})
    where closed_until > now()`)
}
