// GET /api/search/:id/cells: the parts of the area of a search, and what became of each.
import { Type } from 'typebox'
import { CELL_STATES, SearchCellList, type SearchCell } from '#contract/places/lists/search-cells.ts'
import type { Problem } from '#contract/problem.ts'
import { Words } from '#contract/schema.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { listQuery, sendList, type ListPage, pageOf } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { cursorUuid } from '#places/places/cursor-values.ts'
import { withSources } from '#places/searches/sources/source-rows.ts'

const COLUMNS = ['id', 'parentId', 'bbox', 'depth', 'status', 'saturated', 'pages', 'raw', 'provider']

/** Adds the route. */
export function cellRoutes(app: App, { db }: { readonly db: Database }): void {
  app.get(
    '/api/search/:id/cells',
    {
      config: { group: 'search', scope: 'search' },
      schema: {
        summary: 'List the cells of a search',
        description:
          'Where it has looked, what failed there or was cut, and where the provider has more than it shows: the ' +
          'manifest of completeness as a map.',
        params: Type.Object({
          id: Type.String({ examples: ['sea_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'] }),
        }),
        querystring: listQuery({ status: Type.Optional(Words(CELL_STATES)) }),
        response: { 200: SearchCellList },
      },
    },
    async (request, reply) => {
      const searchId = await existingId(db, 'sea', request.params.id)
      const status = request.query.status ?? null
      return sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        page: async (limit, after) => listCells(db, { searchId, status }, limit, after),
      })
    },
  )
}

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

/** A page of the cells of the search with this uuid, in the order in which they were planned; `status` null: all. Throws `invalid_cursor`. */
async function listCells(
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
  return pageOf(rows, limit, presentCell, ({ id }) => [id])
}

function presentCell({ id, parentId, ...rest }: CellRow): SearchCell {
  return {
    id: formatId('cel', id),
    parentId: parentId === null ? null : formatId('cel', parentId),
    ...rest,
  }
}
