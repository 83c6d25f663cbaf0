// Whether webhooks that are due are sent.
import type { HealthCheck } from '#contract/health.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** A sender polls every second, and one attempt takes at most fifteen seconds. */
const SENT_WITHIN_MS = 60_000

/** A failing or slow receiver is not our fault; a receiver that is free and gets no delivery is. */
export async function webhooksCheck(db: Queryable, perReceiver: number): Promise<HealthCheck> {
  const [row] = await db.query<{ late: number }>(sql`
    select count(*) as late from webhook_lanes
    where due_at < now() - ${SENT_WITHIN_MS}::float8 * interval '1 ms' and running < ${perReceiver}
      and (closed_until is null or closed_until < now() - ${SENT_WITHIN_MS}::float8 * interval '1 ms')`)
  const late = row?.late ?? 0
  return late === 0
    ? { status: 'pass', detail: null }
    : { status: 'warn', detail: `Webhooks for ${late} receivers are due for more than a minute.` }
}
