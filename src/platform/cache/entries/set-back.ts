// The clock of the database was set back: what was kept in the time that is to come again is as old as it was.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Without it such an entry would stay fresh, and keep newer ones away, for as long as the clock was set back. */
export async function setBackCache(db: Database, ms: number): Promise<void> {
  const step = sql`${ms} * interval '1 millisecond'`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update cache_results set fresh_from = fresh_from - ${step}, expires_at = expires_at - ${step} where fresh_from > now()`)
    await tx.execute(sql`
      update cache_snapshots set fresh_from = fresh_from - ${step}, expires_at = expires_at - ${step}
      where fresh_from > now()`)
    await tx.execute(sql`
      update cache_fetches set held_until = held_until - ${step} where held_until > now()`)
  })
}
