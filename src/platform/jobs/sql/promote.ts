// scheduled → queued: a job is due. It keeps the rank that it got when it was enqueued.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { startEffects } from './transition-effects.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'

/**
 * At most `limit` jobs. Jobs with a domain are held back at first and enter the claim window like all others of it.
 * None of them stays isolated, because the last worker of each lived to report.
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
      update jobs j set state = 'queued', parked = j.domain is not null, isolated = false,
        last_event = j.last_event + 1
      from due
      where j.id = due.id
      returning j.*, 'scheduled' as from_state
    ),
    ${startEffects('due')}
    select j.from_state, ${jobColumns} from moved j`)
}

/** How long until the next scheduled job is due; null without scheduled jobs. */
export async function nextDueInMs(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ in_ms: number }>(sql`
    select greatest(0, extract(epoch from scheduled_for - now()) * 1000)::float8 as in_ms
    from jobs where state = 'scheduled' order by scheduled_for limit 1`)
  return row?.in_ms ?? null
}
