// The job that plans a search: asks crawl for the area, cuts it into cells, and enqueues a job for each.
import type { JobProgress, Waiting } from '#contract/job.ts'
import type { MapsResolveInput } from '#contract/places/maps.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import type { MapSource, Resolution } from './map-source.ts'
import { planCells } from '#places/planning/cells.ts'
import { retryUntil, waitingAfter } from '#places/crawl-calls/retry-until.ts'
import { insertCells } from './close-cell.ts'
import { recordWaiting } from './record-waiting.ts'
import { isStillWanted } from './reserve-request.ts'
import { checkParts } from '#places/details/included-parts.ts'
import { cellJobs, planInput } from '#places/searches/search-jobs.ts'
import { markParentRunning } from '#places/searches/sources/source-rows.ts'
import { leftMs, readSearchPlan, type SearchPlan } from '#places/searches/search-rows.ts'

/** What the job of a plan works with. */
export interface PlanSearchDeps {
  readonly db: Database
  readonly engine: JobSubmission
  readonly source: MapSource
}

/** The handler of plan jobs. It may run several times: a search that has an area is planned already. */
export function planSearch({ db, engine, source }: PlanSearchDeps): (job: LocalJob) => Promise<unknown> {
  return async (job) => {
    const { searchId } = planInput(job)
    const search = await readSearchPlan(db, searchId)
    // Planned before: the answer to the engine was lost, or the search was deleted.
    if (search === null || search.area !== null) return null
    await job.write(async (tx) => markRunning(tx, searchId))
    const resolved = await resolveArea({ db, source }, job, search)
    checkParts(search.request, resolved)
    const boxes = planCells(resolved.area, resolved.limits.maxResults)
    await job.complete(async (tx) => {
      const planned = await writePlan(tx, searchId, resolved, boxes.length)
      if (planned === null) return { cells: 0 }
      const cells = await insertCells(tx, { searchId, parentId: null, depth: 0, inTurn: false }, boxes)
      const of = { parent: job, partsOfOne: false, endsAtMs: planned.endsAtMs }
      await engine.enqueueMany(cellJobs(searchId, cells, of), tx)
      return { cells: cells.length }
    })
    return null
  }
}

async function resolveArea(
  { db, source }: Pick<PlanSearchDeps, 'db' | 'source'>,
  job: LocalJob,
  search: SearchPlan,
): Promise<Resolution> {
  const { query, location, provider, country } = search.request
  const input: MapsResolveInput = {
    // A query may contain its area: "cafes in Monaco".
    query,
    ...(location === undefined ? {} : { location }),
    ...(provider === undefined ? {} : { provider }),
    ...(country === undefined ? {} : { country }),
  }
  const { traceparent } = job
  let waiting: Waiting | null = null
  const onWait = async (what: Waiting): Promise<void> => {
    waiting = what
    await recordWaiting(db, search.id, what, job)
  }
  const overtime = overtimeOf(search)
  const request = {
    input,
    idempotencyKey: `${job.id}-${job.attempt}`,
    traceparent,
    signal: AbortSignal.any([job.signal, overtime]),
    wasCancelled: () => overtime.aborted || job.wasCancelled(),
    onWait,
    onProgress: (progress: JobProgress) => job.progress(progress),
  }
  try {
    const answer = await retryUntil(job, async () => source.resolve(request), {
      goesOn: async () => isStillWanted(db, search.id),
      onWait,
    })
    if (answer !== null) return answer
    throw new SurveyorError(
      'crawl_unavailable',
      'Crawl could not be reached within the budget of the search.',
      {
        retryable: false,
      },
    )
  } catch (error) {
    if (overtime.aborted && !job.signal.aborted) throw tooLate(error)
    if (error instanceof SurveyorError && error.retryable) {
      await recordWaiting(db, search.id, waitingAfter(error, waiting), job)
    }
    throw error
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1

/** Aborts when the time of the search is over. */
function overtimeOf({ endsAtMs }: SearchPlan): AbortSignal {
  if (endsAtMs === null) return new AbortController().signal
  return AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, Math.round(endsAtMs - performance.now()))))
}

function tooLate(cause: unknown): SurveyorError {
  const detail = 'The area was not resolved within the time that the search may take.'
  return new SurveyorError('extract_timeout', detail, { cause, retryable: false })
}

async function markRunning(db: Queryable, searchId: string): Promise<void> {
  await db.execute(sql`
    update searches set status = 'running', started_at = now() where id = ${searchId} and status = 'queued'`)
  await markParentRunning(db, searchId)
}

/** When the time of the search is over; null when the search has been cancelled meanwhile. */
async function writePlan(
  tx: Queryable,
  searchId: string,
  { provider, area, limits, attribution, understood, warnings }: Resolution,
  cells: number,
): Promise<Pick<SearchPlan, 'endsAtMs'> | null> {
  const [planned] = await tx.query<{ left: number | null }>(sql`
    update searches
    set provider = ${provider}, area = ${JSON.stringify(area)}, page_size = ${limits.pageSize},
        understood = ${understood === undefined ? null : JSON.stringify({ ...understood, suggestions: [] })}, warnings = ${JSON.stringify(warnings)},
        max_results = ${limits.maxResults}, attribution = ${JSON.stringify(attribution)},
        cells_planned = ${cells}, open_cells = ${cells}, waiting = null,
        max_requests = coalesce(max_requests, ${limits.maxRequests ?? null}::integer)
    where id = ${searchId} and status = 'running' and area is null
    returning ${leftMs} as left`)
  if (planned === undefined) return null
  return { endsAtMs: planned.left === null ? null : performance.now() + planned.left }
}
