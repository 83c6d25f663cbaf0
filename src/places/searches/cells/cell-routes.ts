// GET /api/search/:id/cells: the parts of the area of a search, and what became of each.
import { Type } from 'typebox'
import { CELL_STATES, SearchCellList } from '#contract/places/lists/search-cells.ts'
import { Words } from '#contract/schema.ts'
import type { Database } from '#platform/db/database.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { listCells } from './list-cells.ts'

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
