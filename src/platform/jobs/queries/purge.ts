// Retention: deletes jobs that ended long ago with their results and events, workers gone for as long, and before that results.
import { firstUuidV7At } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { inBatches } from '#platform/db/retention.ts'
import { sql } from '#platform/db/sql.ts'
import { DELETE_BATCH, deleteEnded } from './delete-ended.ts'

/** How far the clock that made an id may be ahead of the database's. */
const CLOCK_SLACK_MS = 3_600_000

/** Ids grow with time and a job ends after it is made, so the jobs that are old enough come before this one. */
function newestBefore(olderThan: Date): string {
  return firstUuidV7At(olderThan.getTime() + CLOCK_SLACK_MS)
}

/** Answers how many jobs were deleted. A batch parent goes after its children. */
export async function purgeEnded(db: Database, olderThan: Date): Promise<number> {
  const oldEnough = sql`j.id < ${newestBefore(olderThan)} and j.completed_at < ${olderThan}`
  const purged = await inBatches(DELETE_BATCH, async () => (await deleteEnded(db, oldEnough)).length)
  await db.execute(sql`
    delete from workers w
    where last_seen_at < ${olderThan}
      and not exists (
        select from jobs j where j.worker_id = w.id and j.state = 'running' and j.children_total is null
      )`)
  return purged
}

/** Deletes results alone, and answers how many: the jobs stay, and say that the result is gone. */
export async function purgeResults(db: Database, olderThan: Date): Promise<number> {
  return inBatches(DELETE_BATCH, () =>
    db.execute(sql`
      delete from job_results where job_id in (
        select r.job_id from job_results r
        join jobs j on j.id = r.job_id
        where r.job_id < ${newestBefore(olderThan)} and j.completed_at < ${olderThan}
        order by r.job_id
        limit ${DELETE_BATCH}
        for update of r skip locked
      )`),
  )
}
