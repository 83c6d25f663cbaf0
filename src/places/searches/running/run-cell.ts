// The job that searches one cell page by page; each page is stored together with its checkpoint.
import type { Waiting } from '#contract/job.ts'
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import type { MapSource, SearchPage } from './map-source.ts'
import { areaFilter } from '#places/planning/area-filter.ts'
import { expectCount, isSurelyTooFull, pointsIn } from '#places/planning/expect-count.ts'
import { addBreaks, overlapFor, pageBreak } from '#places/planning/page-overlap.ts'
import { splitCell } from '#places/planning/split-cell.ts'
import { retryUntil } from '#places/crawl-calls/retry-until.ts'
import { readAncestors } from './cell-ancestors.ts'
import { closeCell, enqueueCells, type CellEnd } from './close-cell.ts'
import { recordFailure, recordWaiting } from './record-waiting.ts'
import { isStillWanted, reserveRequest, type Permission } from './reserve-request.ts'
import { cellInput } from '#places/searches/search-jobs.ts'
import { readCell, readSearchPlan, type Cell, type SearchPlan } from '#places/searches/search-rows.ts'
import { StaleCheckpoint, storePage, type Page, type StoredPage } from './store-page.ts'
import { enrichPlaces } from '#places/enrichment/running/start-enrichment.ts'
import { detailJobs } from '#places/details/detail-jobs.ts'
import { includedParts } from '#places/details/included-parts.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'

/** What the jobs of cells work with. `timezones` are the names that the database knows. */
export interface RunCellDeps {
  readonly db: Database
  readonly engine: JobSubmission
  readonly source: MapSource
  readonly timezones: () => Promise<ReadonlySet<string>>
}

/** The most places in one answer of crawl. */
const MAX_PLACES_A_PAGE = 500
/** Smaller pages cost more requests than they save. */
const MIN_PLACES_A_PAGE = 50

/**
 * Every exit either ends the cell and the job in one transaction, or leaves both to be continued from the last page.
 */
export function runCell(deps: RunCellDeps): (job: LocalJob) => Promise<unknown> {
  return async (job) => {
    for (;;) {
      try {
        return await goOn(deps, job)
      } catch (error) {
        if (!(error instanceof StaleCheckpoint)) throw error
      }
    }
  }
}

/** From the checkpoint of the cell to its end. Throws StaleCheckpoint when the checkpoint has moved meanwhile. */
async function goOn(deps: RunCellDeps, job: LocalJob): Promise<unknown> {
  const { db } = deps
  const { searchId, cellId } = cellInput(job)
  const search = await readSearchPlan(db, searchId)
  let cell = await readCell(db, cellId)
  if (search === null || search.area === null || search.status !== 'running') return null
  if (cell === null || cell.state !== 'open') return null
  if (await splitUnseen(deps, job, search, cell)) return null
  const { area, maxResults } = search
  const box: Bbox = cell.bbox ?? area.bbox
  const inArea = areaFilter(area)
  const timezones = await deps.timezones()

  /** New places of the previous pages; null when another run stored them. */
  let keptBefore: number | null = cell.pages === 0 ? 0 : null
  let { pageBreaks } = search
  let asked = askForPage(deps, job, search, cell)
  for (;;) {
    const { permission, answer } = await asked
    const here: Cell = cell
    if (permission === 'ended') return null
    if (permission !== 'granted') {
      await end(deps, job, search, here, async () => ({ state: 'cut', code: permission }))
      return null
    }
    const open = answer.places.length - (answer.closed ?? 0)
    const places = answer.places.slice(0, open)
    const shownIds = maxResults === null ? [] : places.map(shownId)
    const before = new Set(here.shownIds)
    const follows = pageBreak(shownIds, before, here.overlap)
    pageBreaks = addBreaks(pageBreaks, follows)
    const overlap = answer.overlap ?? 0
    const page: Page = {
      cell: here,
      sessionId: search.sessionId,
      places,
      inArea,
      nextCursor: answer.nextCursor,
      partialReason: answer.noData === true ? null : answer.partialReason,
      unplaced: answer.unplaced ?? 0,
      closed: answer.places.slice(open),
      // A cell that is searched again in parts would be counted twice.
      suggestions: answer.exhausted ? (answer.understood?.suggestions ?? []) : [],
      warnings: answer.warnings,
      sample: maxResults === null ? [] : pointsIn(box, newPoints(places, before)),
      shownIds,
      pageBreak: follows,
      overlap,
      timezones,
    }
    const sample = [...here.sample, ...page.sample]
    if (answer.nextCursor === null) {
      await end(deps, job, search, here, async (tx) => {
        const { overLimit, kept } = await storeFound(deps, tx, job, search, page)
        if (overLimit > 0) return { state: 'cut', code: 'limit_reached' }
        const known = { area, maxResults, kept: keptBefore === null ? null : keptBefore + kept }
        return endOf(tx, { ...here, sample }, answer, known)
      })
      return null
    }
    const next: Cell = {
      ...here,
      pages: here.pages + 1,
      nextCursor: answer.nextCursor,
      sample,
      shownIds: [...here.shownIds, ...shownIds],
      overlap,
    }
    const known: SearchPlan = { ...search, pageBreaks }
    // The provider works on the next page while this one is stored. With a limit the next page may not be needed, so it
    // is not requested ahead.
    const ahead = search.request.limit === undefined ? askForPage(deps, job, known, next) : null
    ahead?.catch(() => undefined)
    const { kept } = await job.write(async (tx) => storeFound(deps, tx, job, search, page))
    if (keptBefore !== null) keptBefore += kept
    if (answer.progress !== undefined) job.progress({ ...answer.progress, message: null })
    cell = next
    asked = ahead ?? askForPage(deps, job, known, next)
  }
}

/** Stores a page, and begins what the search includes for the places of it. */
async function storeFound(
  deps: RunCellDeps,
  tx: Queryable,
  job: LocalJob,
  search: SearchPlan,
  page: Page,
): Promise<StoredPage> {
  const stored = await storePage(tx, page)
  if (search.request.include?.includes('contacts') === true) await enrichFound(deps, tx, job, search, stored)
  if (includedParts(search.request).length > 0) {
    const of = { parent: job, endsAtMs: search.endsAtMs }
    await deps.engine.enqueueMany(detailJobs(search.id, stored.keptIds, of), tx)
  }
  return stored
}

/** How a cell ends whose last page is stored; `kept` are its new places. */
async function endOf(
  tx: Queryable,
  cell: Cell,
  { exhausted, noData }: SearchPage,
  {
    area,
    maxResults,
    kept,
  }: Pick<SearchPlan, 'maxResults'> & {
    readonly area: NonNullable<SearchPlan['area']>
    readonly kept: number | null
  },
): Promise<CellEnd> {
  if (exhausted) return { state: 'done', saturated: false, kept }
  if (noData === true) return { state: 'done', saturated: false, kept, noData: true }
  if (maxResults === null && (await isSplitUseless(tx, cell, kept)))
    return { state: 'done', saturated: true, kept }
  const box = cell.bbox ?? area.bbox
  const expected = expectCount(box, await readAncestors(tx, cell.id))?.count ?? null
  const parts = splitCell({ box, sample: cell.sample, expected, maxResults }, area)
  return parts === null ? { state: 'done', saturated: true, kept } : { state: 'split', parts, kept }
}

/** The positions of what no page of the cell has shown `before`. */
function newPoints(places: MapsSearchOutput['places'], before: ReadonlySet<string>): LatLng[] {
  return places.filter((place) => !before.has(shownId(place))).map(({ location }) => location)
}

/** Places without a website are left out: a search says itself how many it has. */
async function enrichFound(
  { engine }: RunCellDeps,
  tx: Queryable,
  job: LocalJob,
  search: SearchPlan,
  { placeIds }: StoredPage,
): Promise<void> {
  const withWebsite = await tx.query<{ id: string }>(
    sql`select id from places where id = any(${uuidArray(placeIds)}::uuid[]) and has_website`,
  )
  const ids = withWebsite.map(({ id }) => id)
  const origin = { fairnessKey: search.id, traceparent: job.traceparent, parentId: job.id }
  await enrichPlaces(tx, engine, ids, { options: {}, searchId: search.id }, origin)
}

type Asked =
  | { readonly permission: 'granted'; readonly answer: SearchPage }
  | { readonly permission: Exclude<Permission, 'granted'>; readonly answer: null }

async function askForPage(deps: RunCellDeps, job: LocalJob, search: SearchPlan, cell: Cell): Promise<Asked> {
  const permission = await reserveRequest(deps.db, cell, job)
  if (permission !== 'granted') return { permission, answer: null }
  const answer = await searchPage(deps, job, search, cell)
  // Crawl was unreachable for longer than the search may run: the next check of its budget reports that.
  return answer === null ? askForPage(deps, job, search, cell) : { permission, answer }
}

/**
 * Whether splitting this truncated cell is useless. It is when neither the cell nor its parent brought a new place, and
 * the cell holds less than its parent: then the source truncates them for a reason other than their size, because a
 * source with a cap shows as many places of the part. The first cell and its parts are always tried.
 */
async function isSplitUseless(tx: Queryable, cell: Cell, kept: number | null): Promise<boolean> {
  if (kept !== 0 || cell.depth < 2) return false
  const [found] = await tx.query<{ isUseless: boolean }>(
    sql`select whole.kept = 0 and (part.raw = 0 or part.raw < whole.raw) as "isUseless"
        from cells part join cells whole on whole.id = part.parent_id
        where part.id = ${cell.id}`,
  )
  return found?.isUseless === true
}

/** Splits a cell without a request when its neighbours show that it is too full; answers whether it did. */
async function splitUnseen(
  deps: RunCellDeps,
  job: LocalJob,
  search: SearchPlan,
  cell: Cell,
): Promise<boolean> {
  const { area, maxResults } = search
  if (maxResults === null || area === null || cell.bbox === null) return false
  if (cell.depth === 0 || cell.pages > 0) return false
  const expected = expectCount(cell.bbox, await readAncestors(deps.db, cell.id))
  if (expected === null || !isSurelyTooFull(expected, maxResults)) return false
  const { sample, count } = expected
  const parts = splitCell({ box: cell.bbox, sample, expected: count, maxResults }, area)
  if (parts === null) return false
  await end(deps, job, search, cell, async () => ({ state: 'split', parts }))
  return true
}

/** Ends the cell and the job together, and enqueues a job for each part of a split cell. */
async function end(
  { engine }: RunCellDeps,
  job: LocalJob,
  search: SearchPlan,
  cell: Cell,
  decide: (tx: Queryable) => Promise<CellEnd>,
): Promise<void> {
  await job.complete(async (tx) => {
    const how = await decide(tx)
    const of = { parent: job, endsAtMs: search.endsAtMs }
    await enqueueCells(engine, tx, await closeCell(tx, cell.id, how), of)
    return { end: how.state }
  })
}

async function searchPage(
  { db, source }: RunCellDeps,
  job: LocalJob,
  search: SearchPlan,
  cell: Cell,
): Promise<SearchPage | null> {
  let waiting: Waiting | null = null
  const onWait = async (what: Waiting): Promise<void> => {
    waiting = what
    await recordWaiting(db, search.id, what, job)
  }
  const { maxResults, pageSize, pageBreaks } = search
  const overlap = maxResults === null ? 0 : overlapFor(pageBreaks, pageSize ?? 0)
  const request = {
    input: { ...pageInput(search, cell), ...(overlap === 0 ? {} : { overlap }) },
    // Only a failed job in crawl needs a new key: after a crash the same key answers the finished page.
    idempotencyKey: `${cell.id}-${cell.pages}-${cell.attempts}`,
    traceparent: job.traceparent,
    signal: job.signal,
    wasCancelled: job.wasCancelled,
    onWait,
  }
  try {
    const answer = await retryUntil(job, async () => source.search(request), {
      goesOn: async () => isStillWanted(db, search.id),
      onWait,
    })
    if (answer === null || answer.nextCursor === null || answer.nextCursor !== cell.nextCursor) return answer
    throw new SurveyorError('upstream_changed', 'The provider pages in a circle.')
  } catch (error) {
    if (!(error instanceof SurveyorError) || job.signal.aborted) throw error
    throw await job.write(async (tx) => recordFailure(tx, cell.id, error, waiting, job))
  }
}

const MAX_SHOWN_ID_CHARS = 200

/** As the database can store it: without NUL. */
function shownId({ source: { scheme, id } }: MapsSearchOutput['places'][number]): string {
  return `${scheme}:${id}`.replaceAll('\0', '').slice(0, MAX_SHOWN_ID_CHARS)
}

/** What crawl is asked for the next page of a cell. */
export function pageInput(
  {
    request,
    provider,
    pageSize,
    area,
    queryArea,
  }: Pick<SearchPlan, 'request' | 'provider' | 'pageSize' | 'area' | 'queryArea'>,
  cell: Pick<Cell, 'bbox' | 'nextCursor'>,
): MapsSearchInput {
  const { query, categories, country } = request
  const max = Math.min(pageSize ?? MAX_PLACES_A_PAGE, MAX_PLACES_A_PAGE)
  return {
    query,
    withClosed: true,
    limit: Math.min(max, Math.max(MIN_PLACES_A_PAGE, request.limit ?? max)),
    ...(provider === null ? {} : { provider }),
    ...(cell.bbox === null ? {} : { location: { bbox: [...cell.bbox] as [number, number, number, number] } }),
    ...(categories === undefined ? {} : { categories }),
    ...(country === undefined ? {} : { country }),
    ...(area?.kind === 'boundary' && area.countryCode !== null ? { areaCountry: area.countryCode } : {}),
    ...(queryArea === null ? {} : { queryArea }),
    ...(cell.nextCursor === null ? {} : { cursor: cell.nextCursor }),
  }
}
