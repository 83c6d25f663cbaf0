// A search as the wire shows it, with the manifest that says how complete it is.
import type { Search } from '#contract/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { searchLinks } from './search-links.ts'

/** Throws `not_found`. */
export async function getSearch(db: Queryable, id: string): Promise<Search> {
  const uuid = parseId('sea', id)
  const [search] = uuid === null ? [] : await readSearches(db, sql`id = ${uuid}`)
  if (search === undefined) throw new SurveyorError('not_found', 'No search has this id.')
  return search
}

/** All searches of a session, oldest first. */
export async function readSearches(db: Queryable, condition: Sql): Promise<Search[]> {
  const rows = await db.query<SearchRow>(sql`
    select id, session_id as "sessionId", status, request, provider, area, attribution, complete, reasons, error,
           open_cells as "openCells", created_at as "createdAt", completed_at as "completedAt",
           json_build_object('cellsPlanned', cells_planned, 'cellsDone', cells_done, 'cellsFailed', cells_failed,
                             'cellsSaturated', cells_saturated, 'cellsSplit', cells_split, 'requests', requests,
                             'raw', raw, 'duplicate', duplicate, 'outside', outside, 'kept', kept,
                             'new', newly_stored) as counts
    from searches where ${condition} order by id`)
  return rows.map(presentSearch)
}

interface SearchRow extends Pick<
  Search,
  'status' | 'provider' | 'area' | 'attribution' | 'complete' | 'reasons' | 'error' | 'counts'
> {
  readonly id: string
  readonly sessionId: string
  readonly request: Pick<Search, 'query'> & { readonly location?: Search['location'] }
  readonly openCells: number
  readonly createdAt: Date
  readonly completedAt: Date | null
}

function presentSearch(row: SearchRow): Search {
  const { counts, openCells, area, request } = row
  const [id, sessionId] = [formatId('sea', row.id), formatId('ses', row.sessionId)]
  return {
    id,
    sessionId,
    status: row.status,
    query: request.query,
    location: request.location ?? null,
    area,
    provider: row.provider,
    progress: { done: counts.cellsPlanned - openCells, total: area === null ? null : counts.cellsPlanned },
    counts,
    complete: row.complete,
    reasons: row.reasons,
    error: row.error,
    attribution: row.attribution,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    links: searchLinks(id, sessionId),
  }
}
