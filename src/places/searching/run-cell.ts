// The job that searches one cell: page after page, each stored with the place to go on from.
import type { MapsSearchInput, MapsSearchOutput } from '#contract/maps.ts'
import type { Bbox } from '#kit/geo.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/local-worker.ts'
import type { MapSource } from '#places/map-source.ts'
import { areaFilter } from '#places/planning/area-filter.ts'
import { expectCount, isSurelyTooFull, pointsIn } from '#places/planning/expect-count.ts'
import { splitCell } from '#places/planning/split-cell.ts'
import { askPatiently } from './ask-patiently.ts'
import { readAncestors } from './cell-ancestors.ts'
import { closeCell, type CellEnd } from './close-cell.ts'
import { noteBadEnd } from './note-bad-end.ts'
import { isStillWanted, reserveRequest, type Permission } from './reserve-request.ts'
import { cellJobs, type CellInput } from './search-jobs.ts'
import { readCell, readSearchPlan, type Cell, type SearchPlan } from './search-rows.ts'
import { storePage, type Page } from './store-page.ts'

export interface RunCellDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly source: MapSource
  readonly timezones: () => Promise<ReadonlySet<string>>
}

/** The most that one answer of crawl carries. */
const MOST_PLACES_A_PAGE = 500
/** Asking for fewer at a time than this costs more requests than it saves. */
const FEWEST_PLACES_A_PAGE = 50

/** Every way out ends the cell and the job in one transaction, or leaves both to be gone on with from the last page. */
export function runCell(deps: RunCellDeps): (job: LocalJob) => Promise<unknown> {
  const { db } = deps
  return async (job) => {
    const { searchId, cellId } = job.input as CellInput
    const search = await readSearchPlan(db, searchId)
    let cell = await readCell(db, cellId)
    if (search === null || search.area === null || search.status !== 'running') return null
    if (cell === null || cell.state !== 'open') return null
    if (await splitUnseen(deps, job, search, cell)) return null
    const { area, maxResults } = search
    const box: Bbox = cell.bbox ?? area.bbox
    const inArea = areaFilter(area)
    const timezones = await deps.timezones()

    let asked = askForPage(deps, job, search, cell)
    for (;;) {
      const { permission, answer } = await asked
      const here: Cell = cell
      if (permission === 'ended') return null
      if (permission !== 'granted') {
        await end(deps, job, here, async () => ({ state: 'cut', code: permission }))
        return null
      }
      const points = answer.places.map((place) => place.location)
      const page: Page = {
        cell: here,
        sessionId: search.sessionId,
        places: answer.places,
        inArea,
        nextCursor: answer.nextCursor,
        partialReason: answer.partialReason,
        sample: maxResults === null ? [] : pointsIn(box, points),
        timezones,
      }
      const sample = [...here.sample, ...page.sample]
      if (answer.nextCursor === null) {
        await end(deps, job, here, async (tx) => {
          const { overLimit } = await storePage(tx, page)
          if (overLimit > 0) return { state: 'cut', code: 'limit_reached' }
          if (answer.exhausted) return { state: 'done', saturated: false }
          const expected = expectCount(box, await readAncestors(tx, here.id))?.count ?? null
          const parts = splitCell({ box, sample, expected, maxResults, searched: true }, area)
          return parts === null ? { state: 'done', saturated: true } : { state: 'split', parts }
        })
        return null
      }
      const next: Cell = { ...here, pages: here.pages + 1, nextCursor: answer.nextCursor, sample }
      // The provider works on the next page while this one is stored; with a limit it may not be wanted any more.
      const ahead = search.request.limit === undefined ? askForPage(deps, job, search, next) : null
      ahead?.catch(() => undefined)
      await db.transaction(async (tx) => storePage(tx, page))
      cell = next
      asked = ahead ?? askForPage(deps, job, search, next)
    }
  }
}

type Asked =
  | { readonly permission: 'granted'; readonly answer: MapsSearchOutput }
  | { readonly permission: Exclude<Permission, 'granted'>; readonly answer: null }

async function askForPage(deps: RunCellDeps, job: LocalJob, search: SearchPlan, cell: Cell): Promise<Asked> {
  const permission = await reserveRequest(deps.db, search.id)
  if (permission !== 'granted') return { permission, answer: null }
  const answer = await searchPage(deps, job, search, cell)
  // Crawl was away for longer than the search may run: another look at its budget says so.
  return answer === null ? askForPage(deps, job, search, cell) : { permission, answer }
}

/** Splits a cell without a request where its neighbours tell that it is too full; answers whether it did. */
async function splitUnseen(
  deps: RunCellDeps,
  job: LocalJob,
  { area, maxResults }: SearchPlan,
  cell: Cell,
): Promise<boolean> {
  if (maxResults === null || area === null || cell.bbox === null) return false
  if (cell.depth === 0 || cell.pages > 0) return false
  const expected = expectCount(cell.bbox, await readAncestors(deps.db, cell.id))
  if (expected === null || !isSurelyTooFull(expected, maxResults)) return false
  const parts = splitCell(
    { box: cell.bbox, sample: expected.sample, expected: expected.count, maxResults, searched: false },
    area,
  )
  if (parts === null) return false
  await end(deps, job, cell, async () => ({ state: 'split', parts }))
  return true
}

/** Ends the cell and the job together, and hands in a job for each part of a cell that is split. */
async function end(
  { engine }: RunCellDeps,
  job: LocalJob,
  cell: Cell,
  decide: (tx: Queryable) => Promise<CellEnd>,
): Promise<void> {
  await job.complete(async (tx) => {
    const how = await decide(tx)
    const parts = await closeCell(tx, cell.id, how)
    if (parts.length > 0) {
      await engine.enqueueMany(cellJobs(cell.searchId, parts, { parent: job, partsOfOne: true }), tx)
    }
    return { end: how.state }
  })
}

async function searchPage(
  { db, source }: RunCellDeps,
  job: LocalJob,
  search: SearchPlan,
  cell: Cell,
): Promise<MapsSearchOutput | null> {
  const request = {
    input: pageInput(search, cell),
    // Only a job of crawl that ended badly needs another one: after a crash the page is there already.
    idempotencyKey: `${cell.id}-${cell.pages}-${cell.attempts}`,
    traceparent: job.traceparent,
    signal: job.signal,
    wasCancelled: job.wasCancelled,
  }
  try {
    const answer = await askPatiently(
      job,
      async () => source.search(request),
      async () => isStillWanted(db, search.id),
    )
    if (answer === null || answer.nextCursor === null || answer.nextCursor !== cell.nextCursor) return answer
    throw new SurveyorError('upstream_changed', 'The provider pages in a circle.')
  } catch (error) {
    throw error instanceof SurveyorError && !job.signal.aborted ? await noteBadEnd(db, cell.id, error) : error
  }
}

function pageInput({ request, provider, pageSize }: SearchPlan, cell: Cell): MapsSearchInput {
  const { query, categories, language, country } = request
  const most = Math.min(pageSize ?? MOST_PLACES_A_PAGE, MOST_PLACES_A_PAGE)
  return {
    query,
    limit: Math.min(most, Math.max(FEWEST_PLACES_A_PAGE, request.limit ?? most)),
    ...(provider === null ? {} : { provider }),
    ...(cell.bbox === null ? {} : { location: { bbox: [...cell.bbox] as [number, number, number, number] } }),
    ...(categories === undefined ? {} : { categories }),
    ...(language === undefined ? {} : { language }),
    ...(country === undefined ? {} : { country }),
    ...(cell.nextCursor === null ? {} : { cursor: cell.nextCursor }),
  }
}
