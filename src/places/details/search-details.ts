// How far the details and reviews of a search are.
import type { SearchDetails } from '#contract/places/search.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { DETAIL_JOB } from './detail-jobs.ts'

/**
 * By the jobs that descend from its plan, so it is only for searches that asked for them. `searchId` is a uuid. Jobs that
 * are no longer kept are not counted.
 */
export async function searchDetails(db: Queryable, searchId: string): Promise<SearchDetails> {
  const rows = await db.query<{ state: string; n: number }>(sql`
    with recursive family as (
      select plan_job_id as id from searches where id = ${searchId}
      union all
      select j.id from jobs j join family f on j.parent_id = f.id
    )
    select state, count(*)::integer as n from jobs join family using (id) where type = ${DETAIL_JOB} group by state`)
  const of = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { n }) => sum + n, 0)
  return {
    pending: of('scheduled', 'queued', 'running'),
    done: of('succeeded', 'partially_succeeded'),
    failed: of('failed', 'dead', 'expired', 'cancelled'),
  }
}
