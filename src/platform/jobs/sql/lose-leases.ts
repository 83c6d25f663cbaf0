// running → queued, dead, cancelled or expired: a worker fell silent, so its jobs are taken from it.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { transitionEffects } from './transition-effects.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'
import { fixedDeadline } from './release.ts'

const LOST = new SurveyorError('worker_lost', 'The worker fell silent before it reported an end.', {
  retryable: true,
})
const LATE = new SurveyorError('extract_timeout', 'The worker did not report an end before the deadline.')

/** At most `limit` expired leases. Leases that another replica has locked are skipped. */
export async function loseExpiredLeases(
  db: Queryable,
  settings: JobSettings,
  limit: number,
): Promise<MovedRow[]> {
  return lose(db, settings, sql`j.lease_expires_at < now()`, limit)
}

/** All leases of these workers, whatever time is left. */
export async function loseLeasesOf(
  db: Queryable,
  settings: JobSettings,
  workerIds: readonly string[],
  limit: number,
): Promise<MovedRow[]> {
  return lose(db, settings, sql`j.worker_id = any(${workerIds}::uuid[])`, limit)
}

/**
 * What a worker lost is no fault of the job, so its time limit begins again with the next claim. A worker that renewed the
 * lease beyond the deadline was there, and too slow (`renewedUntil`). A deadline that counts from the making of the job stays.
 */
async function lose(
  db: Queryable,
  { isolateLost, leaseMs }: JobSettings,
  which: Sql,
  limit: number,
): Promise<MovedRow[]> {
  return db.query<MovedRow>(sql`
    with lost as materialized (
      select l.id,
        case when l.cancel_requested_at is not null then 'cancelled'
          when l.deadline_at <= now() and (l.timeout_ms is null or ${fixedDeadline(sql`l`)} <= now()
            or l.lease_expires_at >= l.deadline_at + ${leaseMs} * interval '1 millisecond') then 'expired'
          when l.deliveries >= l.max_deliveries and ${isUserType} then 'dead'
          else 'queued' end as state
      from (
        select * from jobs j
        where j.state = 'running' and j.children_total is null and ${which}
        order by j.id
        limit ${limit}
        for update skip locked
      ) as l
    ),
    moved as (
      update jobs j set
        state = l.state,
        -- A system job ends only with its record, so its lost deliveries are not charged.
        deliveries = j.deliveries - starts_with(j.type, 'system.')::integer,
        isolated = l.state = 'queued' and ${isolateLost} and ${isUserType},
        parked = l.state = 'queued' and ${isolateLost} and ${isUserType},
        completed_at = case when l.state <> 'queued' then now() end,
        deadline_at = case when l.state <> 'queued' or j.timeout_ms is null then j.deadline_at
          else ${fixedDeadline(sql`j`)} end,
        error = case l.state
          when 'cancelled' then null
          when 'expired' then ${JSON.stringify(problemOf(LATE))}::jsonb
          else ${JSON.stringify(problemOf(LOST))}::jsonb end,
        operator_detail = null,
        lease_token = null,
        lease_expires_at = null,
        last_event = j.last_event + 1
      from lost l
      where j.id = l.id
      returning j.*, 'running' as from_state
    ),
    ${transitionEffects('lease_lost')}
    select j.from_state, ${jobColumns} from moved j`)
}
