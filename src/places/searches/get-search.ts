// A search as the wire shows it, with the manifest of its completeness.
import type { JobProgress } from '#contract/job.ts'
import type { CreateSearchBody, Search, SourceSearch } from '#contract/places/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { includedParts } from '#places/details/included-parts.ts'
import { searchContacts, searchDetails } from './count-included.ts'
import { countPlaces, showSources } from './sources/show-sources.ts'

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
    select id, session_id as "sessionId", parent_id as "parentId", schedule_id as "scheduleId", status, request, provider, area, attribution, complete, reasons, error, waiting, understood, warnings,
           open_cells as "openCells", created_at as "createdAt", completed_at as "completedAt",
           json_build_object('cellsPlanned', cells_planned, 'cellsDone', cells_done, 'cellsFailed', cells_failed,
                             'cellsSaturated', cells_saturated, 'cellsSplit', cells_split, 'requests', requests,
                             'raw', raw, 'duplicate', duplicate, 'outside', outside, 'unplaced', unplaced,
                             'kept', kept, 'approximate', approximate, 'new', newly_stored) as counts,
           coalesce((
             select json_agg(jobs.progress) from jobs
             where searches.status in ('queued', 'running') and jobs.state = 'running' and jobs.children_total is null
               and jobs.progress is not null
               and (jobs.id = searches.plan_job_id or jobs.fairness_key = searches.id::text)
           ), '[]') as underway
    from searches where ${condition} order by id`)
  return Promise.all(
    rows.map(async (row) => {
      const search = presentSearch(row)
      if (row.request.providers !== undefined) {
        const sources = await readSearches(db, sql`parent_id = ${row.id}`)
        return showSources(search, sources, await countPlaces(db, row.id))
      }
      const contacts = row.request.include?.includes('contacts') === true
      const details = includedParts(row.request).length > 0
      return {
        ...search,
        ...(contacts ? { contacts: await searchContacts(db, row.id) } : {}),
        ...(details ? { details: await searchDetails(db, row.id) } : {}),
      }
    }),
  )
}

interface SearchRow extends Pick<
  Search,
  | 'status'
  | 'provider'
  | 'area'
  | 'attribution'
  | 'waiting'
  | 'complete'
  | 'reasons'
  | 'understood'
  | 'warnings'
  | 'error'
  | 'counts'
> {
  readonly id: string
  readonly sessionId: string
  /** The search of several providers that it is a part of. */
  readonly parentId: string | null
  readonly scheduleId: string | null
  readonly request: Pick<
    CreateSearchBody,
    'query' | 'location' | 'language' | 'include' | 'provider' | 'providers'
  >
  readonly openCells: number
  /** The progress that the running jobs of the search report. */
  readonly underway: readonly JobProgress[]
  readonly createdAt: Date
  readonly completedAt: Date | null
}

function presentSearch(row: SearchRow): SourceSearch {
  const { counts, area, request } = row
  const [id, sessionId] = [formatId('sea', row.id), formatId('ses', row.sessionId)]
  return {
    id,
    sessionId,
    status: row.status,
    query: request.query,
    location: request.location ?? null,
    area,
    // Which one of several it is must be told before it is planned, and if it never is.
    provider: row.provider ?? (row.parentId === null ? null : (request.provider ?? null)),
    progress: progressOf(row),
    waiting: row.waiting,
    counts,
    complete: row.complete,
    reasons: row.reasons,
    understood: understoodNow(row),
    warnings: row.warnings,
    error: row.error,
    attribution: row.attribution,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    links: searchLinks(
      id,
      sessionId,
      request.language,
      row.scheduleId === null ? null : formatId('sch', row.scheduleId),
    ),
  }
}

/** Suggestions are for a search that has found nothing, and other parts of the area may have. */
function understoodNow({ understood, counts }: SearchRow): Search['understood'] {
  return understood === null || counts.kept === 0 ? understood : { ...understood, suggestions: [] }
}

/** An ended cell counts as a whole, a running one by its pages. */
function progressOf({ counts, openCells, area, underway }: SearchRow): Search['progress'] {
  const total = area === null ? null : counts.cellsPlanned
  const done = counts.cellsPlanned - openCells
  const parts = underway.flatMap((job) =>
    job.done === null || job.total === null || job.total === 0 ? [] : [Math.min(1, job.done / job.total)],
  )
  const sum = parts.reduce((all, part) => all + part, 0)
  // Before there are cells, the progress is that of the plan.
  const share = total === null ? (parts[0] ?? null) : total === 0 ? null : Math.min(1, (done + sum) / total)
  const message = underway.find((job) => job.message !== null)?.message ?? null
  return { done, total, share, message }
}

/** `language` is that of the search: linked results are shown in it. `scheduleId`: what repeats it, if anything does. */
export function searchLinks(
  searchId: string,
  sessionId: string,
  language: string | undefined,
  scheduleId: string | null,
): Record<string, string> {
  const shown = language === undefined ? '' : `language=${language}`
  return {
    self: `/api/search/${searchId}`,
    places: `/api/places?searchId=${searchId}${shown && `&${shown}`}`,
    sessionPlaces: `/api/places?sessionId=${sessionId}${shown && `&${shown}`}`,
    export: `/api/exports/${sessionId}${shown && `?${shown}`}`,
    ...(scheduleId === null ? {} : { schedule: `/api/schedules/${scheduleId}` }),
  }
}
