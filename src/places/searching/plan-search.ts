// The job that plans a search: asks crawl what the area is, cuts it into cells, and hands a job in for each.
import type { MapsResolveInput, MapsResolveOutput } from '#contract/maps.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/local-worker.ts'
import type { MapSource } from '#places/map-source.ts'
import { planCells } from '#places/planning/cells.ts'
import { askPatiently } from './ask-patiently.ts'
import { insertCells } from './close-cell.ts'
import { isStillWanted } from './reserve-request.ts'
import { cellJobs, type PlanInput } from './search-jobs.ts'
import { readSearchPlan, type SearchPlan } from './search-rows.ts'

export interface PlanSearchDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly source: MapSource
}

/** How often a source that fails is asked for the area before the search fails. */
const MOST_ATTEMPTS = 5

export function planSearch({ db, engine, source }: PlanSearchDeps): (job: LocalJob) => Promise<unknown> {
  return async (job) => {
    const { searchId } = job.input as PlanInput
    const search = await readSearchPlan(db, searchId)
    // Planned before: the answer to the engine was lost, or the search was deleted.
    if (search === null || search.area !== null) return null
    await markRunning(db, searchId)
    const resolved = await resolveArea({ db, source }, job, search)
    const boxes = planCells(resolved.area, resolved.limits.maxResults)
    await job.complete(async (tx) => {
      await writePlan(tx, searchId, resolved, boxes.length)
      const cells = await insertCells(tx, { searchId, parentId: null, depth: 0 }, boxes)
      await engine.enqueueMany(cellJobs(searchId, cells, { parent: job, partsOfOne: false }), tx)
      return { cells: cells.length }
    })
    return null
  }
}

async function resolveArea(
  { db, source }: Pick<PlanSearchDeps, 'db' | 'source'>,
  job: LocalJob,
  search: SearchPlan,
): Promise<MapsResolveOutput> {
  const { query, location, provider, country, language } = search.request
  const input: MapsResolveInput = {
    // A query may name its area itself: "cafes in Monaco".
    ...(location === undefined ? { query } : { location }),
    ...(provider === undefined ? {} : { provider }),
    ...(country === undefined ? {} : { country }),
    ...(language === undefined ? {} : { language }),
  }
  const { signal, traceparent, wasCancelled } = job
  const request = { input, idempotencyKey: `${job.id}-${job.attempt}`, traceparent, signal, wasCancelled }
  try {
    const answer = await askPatiently(
      job,
      async () => source.resolve(request),
      async () => isStillWanted(db, search.id),
    )
    if (answer !== null) return answer
    throw new SurveyorError(
      'crawl_unavailable',
      'Crawl could not be reached within the budget of the search.',
      {
        retryable: false,
      },
    )
  } catch (error) {
    if (!(error instanceof SurveyorError) || job.attempt < MOST_ATTEMPTS) throw error
    throw new SurveyorError(error.code, error.message, { cause: error, retryable: false })
  }
}

async function markRunning(db: Queryable, searchId: string): Promise<void> {
  await db.execute(sql`
    update searches set status = 'running', started_at = now() where id = ${searchId} and status = 'queued'`)
}

async function writePlan(
  tx: Queryable,
  searchId: string,
  { provider, area, limits, attribution }: MapsResolveOutput,
  cells: number,
): Promise<void> {
  const planned = await tx.execute(sql`
    update searches
    set provider = ${provider}, area = ${JSON.stringify(area)}, page_size = ${limits.pageSize},
        max_results = ${limits.maxResults}, attribution = ${JSON.stringify(attribution)},
        cells_planned = ${cells}, open_cells = ${cells}
    where id = ${searchId} and status = 'running' and area is null`)
  if (planned === 0) throw new SurveyorError('lease_lost', 'The search was planned by another.')
}
