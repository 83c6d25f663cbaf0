// Ends the open cells of a cancelled search, in one statement for any number of cells. Cancelled is final. A search
// that ended otherwise may be open again by now, and keeps its cells.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

export async function cancelOpenCells(db: Queryable, searchId: string): Promise<void> {
  await db.execute(sql`
    update cells set state = 'cut', cut_code = 'cancelled'
    where id in (select id from cells where search_id = ${searchId} and state = 'open' order by id for update)
      and exists (select from searches where id = ${searchId} and status = 'cancelled')`)
  await db.execute(sql`update searches set open_cells = 0 where id = ${searchId} and status = 'cancelled'`)
}
