// What the cells that a cell was cut out of have learned: read to plan with, written when a cell is searched to its end.
import type { Bbox } from '#kit/geo.ts'
import { pointsIn, type SplitCell } from '#places/planning/expect-count.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { readPoints } from './search-rows.ts'

interface Ancestor extends SplitCell {
  readonly id: string
}

/** The split cells around a cell that were searched before they were split, the nearest first. */
export async function readAncestors(db: Queryable, cellId: string): Promise<Ancestor[]> {
  const rows = await db.query<Omit<Ancestor, 'sample'> & { sample: number[] }>(
    prepared(
      'read_cell_ancestors',
      sql`with recursive above (id) as (
            select parent_id from cells where id = ${cellId}
            union all
            select c.parent_id from above join cells c using (id)
          )
          select id, sample, seen_sample as "seenSample", seen_places as "seenPlaces"
          from above join cells using (id) where sample <> '{}' order by depth desc`,
    ),
  )
  return rows.map((row) => ({ ...row, sample: readPoints(row.sample) }))
}

/** Tells the cells around `cellId` that it holds `places` places. */
export async function creditAncestors(
  tx: Queryable,
  cellId: string,
  { box, places }: { readonly box: Bbox; readonly places: number },
): Promise<void> {
  for (const { id, sample } of await readAncestors(tx, cellId)) {
    await tx.execute(
      prepared(
        'credit_cell',
        sql`update cells set seen_sample = seen_sample + ${pointsIn(box, sample).length}::integer,
                             seen_places = seen_places + ${places}::integer
            where id = ${id}`,
      ),
    )
  }
}
