// Whether webhooks that are due are sent.
import type { HealthCheck } from '#contract/health.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { DELIVER_JOB } from '#platform/webhooks/records/new-records.ts'

/** Senders poll every second, and one attempt takes at most fifteen seconds. */
const SENT_WITHIN_MS = 60_000

/** A failing or slow receiver is not our fault; a receiver that is free and gets no delivery is. */
export async function webhooksCheck(db: Queryable): Promise<HealthCheck> {
  const longAgo = sql`now() - ${SENT_WITHIN_MS}::float8 * interval '1 ms'`
  const [row] = await db.query<{ late: number }>(sql`
    select count(distinct j.domain) as late from jobs j
    left join job_domains d on d.domain = j.domain
    where j.state = 'queued' and not j.parked and j.rank > 0 and j.type = ${DELIVER_JOB}
      and coalesce(j.scheduled_for, j.created_at) < ${longAgo}
      and coalesce(d.running, 0) < ${DEFAULT_JOB_SETTINGS.systemConcurrency} and coalesce(d.closed_until < ${longAgo}, true)`)
  const late = row?.late ?? 0
  return late === 0
    ? { status: 'pass', detail: null }
    : { status: 'warn', detail: `Webhooks for ${late} receivers are due for more than a minute.` }
}
