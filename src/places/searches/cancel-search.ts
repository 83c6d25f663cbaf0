// Cancels a search: it ends at once with what it has, and its jobs stop, also those that outlast it.
import type { Search } from '#contract/places/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import { cancelOfSearch } from '#places/enrichment/running/cancel-enrichment.ts'
import { endCancelled } from './end-search.ts'
import { getSearch } from './get-search.ts'

interface Deps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
}

/**
 * A repeated call answers the same. `owner`: the caller, when it may cancel only its own searches; null: all. A search that
 * ended otherwise stays as it is, and what still goes on for it, such as the reading of websites, ends. Throws `not_found`,
 * `scope_missing`, or `conflict` when nothing of such a search goes on.
 */
export async function cancelSearch(deps: Deps, id: string, owner: string | null): Promise<Search> {
  const uuid = parseId('sea', id)
  const [running] =
    uuid === null
      ? []
      : await deps.db.query<StoppableSearch>(
          sql`select id, plan_job_id as "planJob" from searches where id = ${uuid}`,
        )
  if (running === undefined) throw new SurveyorError('not_found', 'No search has this id.')
  // Every key with the scope may read it, so its id is no secret.
  if (!(await isOf(deps, running, owner)))
    throw new SurveyorError('scope_missing', 'Another key began the search: this needs the scope search:all.')
  const stopped = await stopSearch(deps, running)
  const search = await getSearch(deps.db, id)
  if (search.status === 'cancelled' || stopped > 0) return search
  throw new SurveyorError('conflict', `The search has already ended as ${search.status}.`)
}

/** The owner of a search is the owner of the job that plans it. */
async function isOf({ db, engine }: Deps, search: StoppableSearch, owner: string | null): Promise<boolean> {
  if (owner === null) return true
  const planJob = search.planJob ?? (await sourcesOf(db, search.id))[0]?.planJob ?? null
  return planJob !== null && (await engine.get(formatId('job', planJob)))?.owner === owner
}

/** All ids are uuids. */
export interface StoppableSearch {
  readonly id: string
  readonly planJob: string | null
}

/** The searches of its providers, of a search of several. */
async function sourcesOf(db: Queryable, id: string): Promise<StoppableSearch[]> {
  return db.query<StoppableSearch>(
    sql`select id, plan_job_id as "planJob" from searches where parent_id = ${id} order by id`,
  )
}

/** Leaves an ended search as it is. Answers how many jobs and enrichments it stopped. */
export async function stopSearch(deps: Deps, search: StoppableSearch): Promise<number> {
  let stopped = await stopOne(deps, search)
  // The whole search has ended before, as cancelled, whatever its providers had found by then.
  for (const source of await sourcesOf(deps.db, search.id)) stopped += await stopOne(deps, source)
  return stopped
}

async function stopOne(deps: Deps, { id, planJob }: StoppableSearch): Promise<number> {
  const { db, engine } = deps
  // Cancels the jobs first, so that they see the cancel as the reason when their writes are refused after the end of
  // the search.
  const stoppedJobs =
    planJob === null ? 0 : await engine.cancelFamily(formatId('job', planJob), 'The search was cancelled.')
  await db.transaction(async (tx) => {
    // Pages of the search are stored under the same lock, so none is being stored after this.
    await tx.query(sql`select from searches where id = ${id} for no key update`)
    await endCancelled(tx, id)
  })
  await cancelOpenCells(db, id)
  // Those between two of their jobs, which the cancel of the jobs does not reach.
  return stoppedJobs + (await cancelOfSearch(deps, id))
}

/**
 * In one statement for any number of cells. Cancelled is final. A search that ended otherwise may be open again by now,
 * and keeps its cells.
 */
async function cancelOpenCells(db: Queryable, searchId: string): Promise<void> {
  await db.execute(sql`
    update cells set state = 'cut', cut_code = 'cancelled'
    where id in (select id from cells where search_id = ${searchId} and state = 'open' order by id for update)
      and exists (select from searches where id = ${searchId} and status = 'cancelled')`)
  await db.execute(sql`update searches set open_cells = 0 where id = ${searchId} and status = 'cancelled'`)
}
