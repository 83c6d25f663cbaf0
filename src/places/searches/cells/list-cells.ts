// The cells of a search, in the order in which they were planned.
import type { Problem } from '#contract/problem.ts'
import type { SearchCell } from '#contract/places/lists/search-cells.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { withSources } from '#places/searches/sources/source-rows.ts'
import { cursorUuid } from '#places/places/cursor-values.ts'

interface CellRow {
  readonly id: string
  readonly parentId: string | null
  readonly bbox: number[] | null
  readonly depth: number
  readonly status: SearchCell['status']
  readonly saturated: boolean
  readonly pages: number
  readonly raw: number
  readonly error: Problem | null
  readonly provider: SearchCell['provider']
}

/** A page of the cells of the search with this uuid; `status` null: all. Throws `invalid_cursor`. */
export async function listCells(
  db: Queryable,
  { searchId, status }: { readonly searchId: string; readonly status: SearchCell['status'] | null },
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<SearchCell>> {
  const rows = await db.query<CellRow>(sql`
    select id, parent_id as "parentId", bbox, depth, state as status, saturated, pages, raw, error,
           (select provider from searches where id = cells.search_id) as provider
    from cells
    where search_id in ${withSources(searchId)}
      and ${status === null ? sql`true` : sql`state = ${status}`}
      and ${after === null ? sql`true` : sql`id > ${cursorUuid(after[0])}::uuid`}
    order by id limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(({ id, parentId, ...rest }) => ({
      id: formatId('cel', id),
      parentId: parentId === null ? null : formatId('cel', parentId),
      ...rest,
    })),
    next: rows.length > limit && last !== undefined ? [last.id] : null,
  }
}
