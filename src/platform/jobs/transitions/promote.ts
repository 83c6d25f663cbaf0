// scheduled → queued: the time of a job has come. It keeps the place in the line that it was given at first.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { aftermathOfStart } from './aftermath.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/job-row.ts'

/**
 * At most `limit` of them. Jobs of a domain come parked, and are let into sight like all others of it. The last worker of each
 * lived to report, so none is isolated any more.
 */
export async function promote(db: Queryable, limit: number): Promise<MovedRow[]> {
  return db.query<MovedRow>(sql`
    with due as materialized (
      select j.id from jobs j
      where j.state = 'scheduled' and j.scheduled_for <= now()
      order by j.scheduled_for
      limit ${limit}
      for update skip locked
    ),
    moved as (
      update jobs j set state = 'queued', parked = j.domain is not null, isolated = false
      from due
      where j.id = due.id
      returning j.*, 'scheduled' as from_state
    ),
    ${aftermathOfStart('due')}
    select j.from_state, ${jobColumns} from moved j`)
}

/** How long until the next scheduled job is due; null when there is none. */
export async function nextDueInMs(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ in_ms: number }>(sql`
    select greatest(0, extract(epoch from scheduled_for - now()) * 1000)::float8 as in_ms
    from jobs where state = 'scheduled' order by scheduled_for limit 1`)
  return row?.in_ms ?? null
}
