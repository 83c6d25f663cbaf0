// How far what a search includes is: contacts of websites, and details and reviews.
import type { SearchContacts, SearchDetails } from '#contract/places/search.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { DETAIL_JOB } from '#places/details/detail-jobs.ts'

interface StateCount {
  readonly state: string | null
  readonly n: number
}

const countOf =
  (rows: readonly StateCount[]) =>
  (...states: (string | null)[]): number =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { n }) => sum + n, 0)

/**
 * Of the places that a search kept: the newest enrichment of each, no matter who asked for it. `searchId` is a uuid. Reads all
 * places of the search, so it is only for searches that asked for contacts.
 */
export async function searchContacts(db: Queryable, searchId: string): Promise<SearchContacts> {
  const rows = await db.query<StateCount>(sql`
    select e.status as state, count(*)::integer as n
    from search_places s
    left join lateral (
      select status from enrichments where place_id = s.place_id order by id desc limit 1
    ) e on true
    where s.search_id = ${searchId}
    group by 1`)
  const of = countOf(rows)
  return {
    pending: of('queued', 'running'),
    enriched: of('succeeded'),
    failed: of('failed', 'cancelled'),
    noWebsite: of('no_website', null),
  }
}

/**
 * By the jobs that descend from its plan, so it is only for searches that asked for them. `searchId` is a uuid. Jobs that
 * are no longer kept are not counted.
 */
export async function searchDetails(db: Queryable, searchId: string): Promise<SearchDetails> {
  const rows = await db.query<StateCount>(sql`
    with recursive family as (
      select plan_job_id as id from searches where id = ${searchId}
      union all
      select j.id from jobs j join family f on j.parent_id = f.id
    )
    select state, count(*)::integer as n from jobs join family using (id) where type = ${DETAIL_JOB} group by state`)
  const of = countOf(rows)
  return {
    pending: of('scheduled', 'queued', 'running'),
    done: of('succeeded', 'partially_succeeded'),
    failed: of('failed', 'dead', 'expired', 'cancelled'),
  }
}
