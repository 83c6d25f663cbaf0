// The states of acknowledged jobs when no work is left.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

export interface JobVerdict {
  /** Acknowledged and not succeeded. */
  readonly lost: number
  /**
   * Jobs that were never acknowledged: the replica died after it stored them and before it answered; the same key made
   * another.
   */
  readonly unacknowledged: number
  /** Ends of jobs beyond the first of each. */
  readonly endedTwice: number
  /** Jobs that more than one worker had, because the first one lost its lease. */
  readonly ranAgain: number
}

/** Waits until every job has ended, for at most `withinMs`. */
export async function checkJobs(
  db: Database,
  acknowledged: readonly string[],
  withinMs: number,
): Promise<JobVerdict> {
  const until = performance.now() + withinMs
  while ((await openJobs(db)) > 0 && performance.now() < until) await sleep(100)
  const ids = acknowledged.map((id) => id.replace('job_', ''))
  const [row] = await db.query<JobVerdict>(sql`
    select
      ${ids.length}::integer - (select count(*)::integer from jobs where id = any(${ids}::uuid[]) and state = 'succeeded')
        as lost,
      (select count(*)::integer from jobs where id <> all(${ids}::uuid[])) as unacknowledged,
      (select count(*)::integer - count(distinct job_id)::integer from job_events where event = 'completed')
        as "endedTwice",
      (select count(*)::integer from jobs where deliveries > 1) as "ranAgain"`)
  if (row === undefined) throw new Error('The jobs cannot be counted.')
  return row
}

async function openJobs(db: Database): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::integer as n from jobs where completed_at is null`,
  )
  return row?.n ?? 0
}
