// Records what a search waits for, so that callers who read it learn why it does not go on.
import type { Waiting } from '#contract/job.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { isHeld } from '#platform/jobs/leases/leases.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'

/**
 * Holds until the next page is stored or the search ends; written only under the lease. When several cells wait, the
 * latest reason counts.
 */
export async function recordWaiting(
  db: Queryable,
  searchId: string,
  waiting: Waiting,
  job: Pick<LocalJob, 'id' | 'leaseToken'>,
): Promise<void> {
  const text = JSON.stringify(waiting)
  await db.execute(sql`
    update searches set waiting = ${text}
    where id = ${searchId} and status in ('queued', 'running') and waiting::text is distinct from ${text}::text
      and ${isHeld({ jobId: job.id, leaseToken: job.leaseToken })}`)
}
