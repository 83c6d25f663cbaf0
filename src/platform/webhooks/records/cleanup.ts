// Deletes records that ended long ago; never one that still waits.
import type { Database } from '#platform/db/database.ts'
import { inBatches } from '#platform/db/retention.ts'
import { sql } from '#platform/db/sql.ts'
import { visibleTo } from './read-records.ts'
import { TOLERANCE_S } from '#platform/webhooks/secrets/sign.ts'

const BATCH = 1_000
/** A webhook can be signed at one edge of the window, and sent again at the other. */
const REPEATED_WITHIN_S = 3 * TOLERANCE_S

/**
 * Answers how many were deleted. A received record stays for as long as the webhook may be repeated: without the record,
 * the repeat would count as new.
 */
export async function cleanUpRecords(
  db: Database,
  olderThanDays: number,
  owner: string | null = null,
): Promise<number> {
  return inBatches(BATCH, () =>
    db.execute(sql`
      delete from webhook_records where id in (
        select id from webhook_records r
        where ${visibleTo(owner)} and completed_at < now() - ${olderThanDays}::float8 * interval '1 day'
          and (direction = 'outgoing' or created_at < now() - ${REPEATED_WITHIN_S}::float8 * interval '1 second')
        order by completed_at
        limit ${BATCH}
        for update skip locked
      )`),
  )
}
