// Retention: deletes jobs that ended long ago, with their results and events, and workers gone for as long.
import { firstUuidV7At } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { DELETE_BATCH, deleteEnded } from './delete-ended.ts'

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
    const gone = await deleteEnded(db, sql`j.id < ${newest} and j.completed_at < ${olderThan}`)
    purged += gone.length
    if (gone.length < DELETE_BATCH) break
  }
  await db.execute(sql`
    delete from workers w
    where last_seen_at < ${olderThan}
      and not exists (
        select from jobs j where j.worker_id = w.id and j.state = 'running' and j.children_total is null
      )`)
  return purged
}
