// Deletes records that ended long ago; never one that still waits.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

const BATCH = 1_000

/** Batch by batch, so that no transaction is long; answers how many went. */
export async function cleanUpRecords(db: Database, olderThanDays: number): Promise<number> {
  let deleted = 0
  for (;;) {
    const n = await db.execute(sql`
      delete from webhook_records where id in (
        select id from webhook_records
        where completed_at < now() - ${olderThanDays}::float8 * interval '1 day'
        order by completed_at
        limit ${BATCH}
        for update skip locked
      )`)
    deleted += n
    if (n < BATCH) break
  }
  await db.execute(sql`
    delete from webhook_lanes where lane in (
      select lane from webhook_lanes
      where running = 0 and due_at is null and (closed_until is null or closed_until < now())
      for update skip locked
    )`)
  return deleted
}
