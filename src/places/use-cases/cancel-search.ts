// Cancels a search: it ends at once with what it has, and its jobs stop.
import type { Search } from '#contract/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import { cancelOpenCells } from '#places/searching/cancel-open-cells.ts'
import { endCancelled } from '#places/searching/end-search.ts'
import { getSearch } from './get-search.ts'

/** Again it answers the same. Throws `not_found`, or `conflict` where the search has ended otherwise. */
export async function cancelSearch(
  { db, engine }: { readonly db: Database; readonly engine: JobEngine },
  id: string,
): Promise<Search> {
  const uuid = parseId('sea', id)
  const planJob = uuid === null ? undefined : await end(db, uuid)
  if (uuid === null || planJob === undefined) throw new SurveyorError('not_found', 'No search has this id.')
  const search = await getSearch(db, id)
  if (search.status !== 'cancelled') {
    throw new SurveyorError('conflict', `The search has already ended as ${search.status}.`)
  }
  await cancelOpenCells(db, uuid)
  if (planJob !== null) await engine.cancelFamily(formatId('job', planJob), 'The search was cancelled.')
  return search
}

/** Answers the uuid of the job that plans the search; undefined for no such search. */
async function end(db: Database, searchId: string): Promise<string | null | undefined> {
  return db.transaction(async (tx) => {
    // Pages of the search are stored under the same lock: after this there is none on its way.
    const [search] = await tx.query<{ planJob: string | null }>(
      sql`select plan_job_id as "planJob" from searches where id = ${searchId} for no key update`,
    )
    if (search === undefined) return undefined
    await endCancelled(tx, searchId)
    return search.planJob
  })
}
