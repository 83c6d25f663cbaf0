// Retention: deletes the results of jobs that ended long ago. The jobs stay and say that the result is gone.
import { firstUuidV7At } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { CLOCK_SLACK_MS } from './purge-ended.ts'

const BATCH = 1_000

/** Deletes in batches, so that no transaction is long. Answers how many results were deleted. */
export async function purgeResults(db: Database, olderThan: Date): Promise<number> {
  const newest = firstUuidV7At(olderThan.getTime() + CLOCK_SLACK_MS)
  let purged = 0
  for (;;) {
    const gone = await db.execute(sql`
      delete from job_results where job_id in (
        select r.job_id from job_results r
        join jobs j on j.id = r.job_id
        where r.job_id < ${newest} and j.completed_at < ${olderThan}
        order by r.job_id
        limit ${BATCH}
        for update of r skip locked
      )`)
    purged += gone
    if (gone < BATCH) return purged
  }
}
