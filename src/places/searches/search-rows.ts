// The rows of searches and cells as the use cases read them.
import { itemAt } from '#kit/item-at.ts'
import type { ResolvedArea } from '#contract/places/location.ts'
import type { MapsResolveOutput } from '#contract/places/maps.ts'
import type { Provider } from '#contract/places/place.ts'
import type { CreateSearchBody, SearchState } from '#contract/places/search.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import type { PageBreaks } from '#places/planning/page-overlap.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'

/** What a cell needs to know of its search. The plan fields are null only before the search is planned. */
export interface SearchPlan {
  readonly id: string
  readonly sessionId: string
  readonly status: SearchState
  readonly request: CreateSearchBody
  readonly provider: Provider | null
  readonly area: ResolvedArea | null
  /** The words of the query that name its area; null where none do. */
  readonly queryArea: string | null
  readonly pageSize: number | null
  readonly maxResults: MapsResolveOutput['limits']['maxResults']
  /** Of all its cells so far. */
  readonly pageBreaks: PageBreaks
  /** When its time is over, by `performance.now()`; null: never. */
  readonly endsAtMs: number | null
}

/** A part of the area that is searched on its own. A null box is the whole area. */
export interface Cell {
  readonly id: string
  readonly searchId: string
  readonly bbox: Bbox | null
  readonly depth: number
  readonly state: 'open' | 'done' | 'split' | 'failed' | 'cut'
  readonly pages: number
  readonly nextCursor: string | null
  /** Places of the cell in the pages so far, each once; empty when the provider has no cap. */
  readonly sample: readonly LatLng[]
  /** The source ids on its pages so far; empty when the provider has no cap. */
  readonly shownIds: readonly string[]
  /** So many rows at the end of its last page come again on the next one. */
  readonly overlap: number
  readonly attempts: number
}

/** Null for a search that does not exist (any more). `searchId` is a uuid. */
export async function readSearchPlan(db: Queryable, searchId: string): Promise<SearchPlan | null> {
  const [row] = await db.query<Omit<SearchPlan, 'endsAtMs'> & { leftMs: number | null }>(
    prepared(
      'read_search_plan',
      sql`select id, session_id as "sessionId", status, request, provider, area, page_size as "pageSize",
                 understood->'location'->>'text' as "queryArea",
                 max_results as "maxResults",
                 jsonb_build_object('breaks', page_breaks, 'moved', moved_rows, 'shared', shared_breaks,
                                    'unexpected', unexpected_rows) as "pageBreaks", ${leftMs} as "leftMs"
          from searches where id = ${searchId}`,
    ),
  )
  return row === undefined
    ? null
    : { ...row, endsAtMs: row.leftMs === null ? null : performance.now() + row.leftMs }
}

/** The rest of the time that a search may take, counted from when it began to run; null: no limit. */
export const leftMs = sql`(extract(epoch from coalesce(started_at, now()) + max_seconds * interval '1 second' - now()) * 1000)::float8`

/** Null for a cell that does not exist. `cellId` is a uuid. */
export async function readCell(db: Queryable, cellId: string): Promise<Cell | null> {
  const [row] = await db.query<Omit<Cell, 'sample'> & { sample: number[] }>(
    prepared(
      'read_cell',
      sql`select id, search_id as "searchId", bbox, depth, state, pages, next_cursor as "nextCursor", sample,
                 shown_ids as "shownIds", overlap, attempts
          from cells where id = ${cellId}`,
    ),
  )
  return row === undefined ? null : { ...row, sample: readPoints(row.sample) }
}

/** Points are stored as lng, lat, lng, lat, … */
export function readPoints(numbers: readonly number[]): LatLng[] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({
    lng: itemAt(numbers, 2 * i),
    lat: itemAt(numbers, 2 * i + 1),
  }))
}

/** The reverse of `readPoints`. */
export function writePoints(points: readonly LatLng[]): number[] {
  return points.flatMap(({ lng, lat }) => [lng, lat])
}
