// scheduled or queued → expired: no worker claimed the job in time, or its deadline passed while it waited.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { transitionEffects } from './transition-effects.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'

const NOT_TAKEN = new SurveyorError('queue_timeout', 'No worker took the job before its queue time-out.')
const TOO_LATE = new SurveyorError(
  'extract_timeout',
  'The deadline passed while the job waited for a worker.',
)

/** At most `limit` jobs. */
export async function expire(db: Queryable, limit: number): Promise<MovedRow[]> {
  return db.query<MovedRow>(sql`
    with late as materialized (
      select j.id, j.domain, j.state as from_state, j.deadline_at <= now() as by_deadline,
        ' The attempt before ended with: ' || (j.error ->> 'detail') as ended_before
      from jobs j
      where j.state in ('scheduled', 'queued') and least(j.queue_until, j.deadline_at) <= now()
        and (j.queue_until is not null or j.deadline_at is not null)
      order by least(j.queue_until, j.deadline_at)
      limit ${limit}
      for update skip locked
    ),
    moved as (
      update jobs j set
        state = 'expired',
        completed_at = now(),
        last_event = j.last_event + 1,
        operator_detail = null,
        error = case when l.by_deadline
          then ${JSON.stringify(problemOf(TOO_LATE))}::jsonb
          else ${JSON.stringify(problemOf(NOT_TAKEN))}::jsonb end || case
          when d.domain is not null then jsonb_build_object(
            'detail', 'The job waited for host ' || d.domain || ', which is asked again at ' ||
              to_char(d.closed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ||
              ' because ' || d.closed_reason || '.' || coalesce(l.ended_before, ''),
            'retryAfterMs', ceil(extract(epoch from d.closed_until - now()) * 1000)::bigint)
          when l.ended_before is not null then jsonb_build_object('detail', case when l.by_deadline
            then ${TOO_LATE.message}::text else ${NOT_TAKEN.message}::text end || l.ended_before)
          else '{}'::jsonb end
      from late l
      left join job_domains d on d.domain = l.domain and d.closed_until > now()
      where j.id = l.id
      returning j.*, l.from_state
    ),
    ${transitionEffects('expired')}
    select j.from_state, ${jobColumns} from moved j`)
}
