// The samples of the cells that a cell was cut out of: read to plan a cell, updated when a cell is searched completely.
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { missedOf, pointsIn, type SplitCell } from '#places/planning/expect-count.ts'
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

/** Adds the places found in `cellId` to its ancestors, and counts those of their samples that it did not show. */
export async function creditAncestors(
  tx: Queryable,
  cellId: string,
  { box, sample }: { readonly box: Bbox; readonly sample: readonly LatLng[] },
): Promise<void> {
  const ancestors = await readAncestors(tx, cellId)
  const missed = missedOf(box, sample, ancestors)
  if (missed > 0) await tx.execute(sql`update cells set missed = ${missed}::integer where id = ${cellId}`)
  for (const { id, sample: known } of ancestors) {
    await tx.execute(
      prepared(
        'credit_cell',
        sql`update cells set seen_sample = seen_sample + ${pointsIn(box, known).length}::integer,
                             seen_places = seen_places + ${sample.length}::integer
            where id = ${id}`,
      ),
    )
  }
}
