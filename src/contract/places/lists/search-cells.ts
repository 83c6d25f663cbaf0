// The cells of a search: the parts of its area, and what became of each.
import { Type, type Static } from 'typebox'
import { Problem } from '#contract/problem.ts'
import { PROVIDERS } from '#contract/places/place.ts'
import { Id, ListOf, Nullable, Words } from '#contract/schema.ts'

/** `cut`: left out, because the search had reached its limit or its budget. A split cell is searched by its parts. */
export const CELL_STATES = ['open', 'done', 'split', 'failed', 'cut'] as const

/** One part of the area of a search. */
export const SearchCell = Type.Object(
  {
    id: Id('cel'),
    parentId: Nullable(Id('cel')),
    bbox: Nullable(
      Type.Array(Type.Number(), {
        minItems: 4,
        maxItems: 4,
        description: '[west, south, east, north]; null: the whole of an extract.',
      }),
    ),
    depth: Type.Integer({ minimum: 0, description: 'How often the area was split to make it.' }),
    status: Words(CELL_STATES),
    saturated: Type.Boolean({ description: 'The provider has more there than it shows.' }),
    pages: Type.Integer({ minimum: 0 }),
    raw: Type.Integer({ minimum: 0, description: 'Places that the provider returned.' }),
    error: Nullable(Problem),
    provider: Nullable(Words(PROVIDERS)),
  },
  { $id: 'SearchCell' },
)
export type SearchCell = Static<typeof SearchCell>
/** A page of cells, in the order in which they were planned. */
export const SearchCellList = ListOf(SearchCell)
