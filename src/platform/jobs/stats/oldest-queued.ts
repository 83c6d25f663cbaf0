// How long the next job has waited, in the queue (type and priority) where that is longest.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** In seconds; 0 when no job waits. One index look-up for each queue, however many jobs wait. */
export async function oldestQueued(db: Queryable): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(sql`
    select coalesce(max(extract(epoch from now() - head.since)), 0)::float8 as seconds
    from (select distinct type from job_counts where state = 'queued') as t
    cross join generate_series(0, 9) as p (priority)
    cross join lateral (
      select greatest(j.created_at, j.scheduled_for) as since from jobs j
      where j.state = 'queued' and not j.parked and j.rank > 0 and j.type = t.type and j.priority = p.priority
      order by j.rank, j.id
      limit 1
    ) as head`)
  return Math.max(0, row?.seconds ?? 0)
}
