// Checks whether a search may make one more request to its provider, and counts the request.
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { isHeld } from '#platform/jobs/leases/leases.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'

/** `granted`, or the reason of the refusal. */
export type Permission = 'granted' | 'ended' | 'limit_reached' | 'budget_requests' | 'budget_seconds'

/** The reason why a search may not go on; null: none. */
const obstacle = sql`case
    when status <> 'running' then 'ended'
    when kept >= place_limit then 'limit_reached'
    when now() >= started_at + max_seconds * interval '1 second' then 'budget_seconds'
  end`

/**
 * Counted before the request is made, so that concurrent cells never exceed the budget. Throws when the job has another
 * holder by now, or is being cancelled.
 */
export async function reserveRequest(
  db: Queryable,
  searchId: string,
  job: Pick<LocalJob, 'id' | 'leaseToken' | 'write'>,
): Promise<Permission> {
  const granted = await db.execute(
    prepared(
      'reserve_request',
      sql`update searches set requests = requests + 1
          where id = ${searchId} and ${obstacle} is null and (max_requests is null or requests < max_requests)
            and ${isHeld({ jobId: job.id, leaseToken: job.leaseToken })}`,
    ),
  )
  if (granted === 1) return 'granted'
  return job.write(async (tx) => (await obstacleOf(tx, searchId)) ?? 'budget_requests')
}

/** Whether a reserved request is still wanted. */
export async function isStillWanted(db: Queryable, searchId: string): Promise<boolean> {
  return (await obstacleOf(db, searchId)) === null
}

async function obstacleOf(db: Queryable, searchId: string): Promise<Permission | null> {
  const [row] = await db.query<{ obstacle: Permission | null }>(
    sql`select ${obstacle} as obstacle from searches where id = ${searchId}`,
  )
  return row === undefined ? 'ended' : row.obstacle
}
