// Retention: deletes jobs that ended long ago, with their results and events, and workers gone for as long.
import { firstUuidV7At } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

const BATCH = 1_000

/** How far the clock that made an id may be ahead of the database's. */
export const CLOCK_SLACK_MS = 3_600_000

/**
 * Deletes in batches, so that no transaction is long. Answers how many jobs were deleted. A batch parent goes after its
 * children.
 */
export async function purgeEnded(db: Database, olderThan: Date): Promise<number> {
  // Ids grow with time and a job ends after it is made, so the jobs that are old enough come first in the order of ids.
  const newest = firstUuidV7At(olderThan.getTime() + CLOCK_SLACK_MS)
  let purged = 0
  for (;;) {
    const [row] = await db.query<{ n: number }>(sql`
      with old as materialized (
        select j.id, j.type, j.state from jobs j
        where j.id < ${newest} and j.completed_at < ${olderThan}
          and not exists (select from jobs c where c.parent_id = j.id and c.completed_at is null)
        order by j.id
        limit ${BATCH}
        for update skip locked
      ),
      gone as (
        delete from jobs where id in (select id from old) returning id, type, state
      ),
      results as (delete from job_results where job_id in (select id from old)),
      events as (delete from job_event_rows where job_id in (select id from old)),
      count_rows as (
        insert into job_counts (type, state, n) select type, state, -count(*) from gone group by type, state
      )
      select count(*) as n from gone`)
    const n = row?.n ?? 0
    purged += n
    if (n < BATCH) break
  }
  await db.execute(sql`
    delete from workers w
    where last_seen_at < ${olderThan}
      and not exists (
        select from jobs j where j.worker_id = w.id and j.state = 'running' and j.children_total is null
      )`)
  return purged
}
