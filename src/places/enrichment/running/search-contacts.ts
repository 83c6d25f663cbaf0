// How far the contacts of a search are.
import type { SearchContacts } from '#contract/places/search.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/**
 * Of the places that a search kept: the newest enrichment of each, no matter who asked for it. `searchId` is a uuid. Reads all
 * places of the search, so it is only for searches that asked for contacts.
 */
export async function searchContacts(db: Queryable, searchId: string): Promise<SearchContacts> {
  const rows = await db.query<{ status: string | null; n: number }>(sql`
    select e.status, count(*)::integer as n
    from search_places s
    left join lateral (
      select status from enrichments where place_id = s.place_id order by id desc limit 1
    ) e on true
    where s.search_id = ${searchId}
    group by 1`)
  const of = (...states: (string | null)[]) =>
    rows.filter(({ status }) => states.includes(status)).reduce((sum, { n }) => sum + n, 0)
  return {
    pending: of('queued', 'running'),
    enriched: of('succeeded'),
    failed: of('failed', 'cancelled'),
    noWebsite: of('no_website', null),
  }
}
