// Checks whether a search may make one more request to its provider, and counts the request.
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'
import { isHeld } from '#platform/jobs/leases/leases.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import type { Cell } from '#places/searches/search-rows.ts'

/** `granted`, or the reason of the refusal. */
export type Permission = 'granted' | 'ended' | 'limit_reached' | 'budget_requests' | 'budget_seconds'

/** The reason why a search may not go on; null: none. */
const obstacle = sql`case
    when status <> 'running' then 'ended'
    when kept >= place_limit then 'limit_reached'
    when now() >= started_at + max_seconds * interval '1 second' then 'budget_seconds'
  end`

/** The parts of the idempotency key by which crawl recognises a request. */
type RequestOfCell = Pick<Cell, 'id' | 'searchId' | 'pages' | 'attempts'>

/** Whether the request is one that the row `cells` has not counted. Within an attempt a cell asks for page after page. */
const isUncounted = ({ attempts, pages }: RequestOfCell): Sql =>
  sql`coalesce((counted_attempt, counted_page) < (${attempts}::integer, ${pages}::integer), counted_attempt is null)`

/**
 * Counted before the request is made, so that concurrent cells never exceed the budget, and once: a job that is delivered again
 * repeats its request. Throws when the job has another holder by now, or is being cancelled.
 */
export async function reserveRequest(
  db: Queryable,
  request: RequestOfCell,
  job: Pick<LocalJob, 'id' | 'leaseToken' | 'write'>,
): Promise<Permission> {
  const { id, searchId, attempts, pages } = request
  const granted = await db.execute(
    prepared(
      'reserve_request',
      sql`with counted as (
            update searches set requests = requests + 1
            where id = ${searchId} and ${obstacle} is null and (max_requests is null or requests < max_requests)
              and exists (select from cells where id = ${id} and ${isUncounted(request)})
              and ${isHeld({ jobId: job.id, leaseToken: job.leaseToken })}
            returning id
          )
          update cells set counted_attempt = ${attempts}, counted_page = ${pages}
          where id = ${id} and exists (select from counted)`,
    ),
  )
  if (granted === 1) return 'granted'
  return job.write(async (tx) => {
    const stopped = await obstacleOf(tx, searchId)
    if (stopped !== null) return stopped
    const uncounted = await tx.query(sql`select from cells where id = ${id} and ${isUncounted(request)}`)
    return uncounted.length === 0 ? 'granted' : 'budget_requests'
  })
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
