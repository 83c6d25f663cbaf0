// The samples of the cells that a cell was cut out of: read to plan a cell, updated when a cell is searched completely.
import type { Bbox } from '#kit/geo/geometry.ts'
import { pointsIn, type SplitCell } from '#places/planning/expect-count.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { readPoints } from '#places/searches/search-rows.ts'

interface Ancestor extends SplitCell {
  readonly id: string
}

/** The split ancestors of a cell that were searched before they were split, the nearest first. */
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

/** Adds the `places` found in `cellId` to its ancestors. */
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
