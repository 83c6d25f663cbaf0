// One search to its end, as what must be equal for every search of the same town.
import type { CreateSearchBody, Search } from '#contract/places/search.ts'
import { sql } from '#platform/db/sql.ts'
import { searchToEnd } from './retrying-client.ts'
import type { Town } from './town.ts'

/** The fields that must be equal for every search. */
export type Found = Pick<Search, 'status' | 'complete' | 'reasons'> & {
  readonly counts: Pick<Search['counts'], 'cellsDone' | 'raw' | 'duplicate' | 'outside' | 'kept'>
  /** The hash of the ids of its places, in order. */
  readonly placesHash: string | null
}

/** `key`: another one is another search. */
export async function oneSearch(
  town: Town,
  key: string,
  body: CreateSearchBody = { query: '*' },
): Promise<Found> {
  const { id, status, complete, reasons, counts } = await searchToEnd(town.placesUrls, key, body)
  const { cellsDone, raw, duplicate, outside, kept } = counts
  const [row] = await town.db.query<{ hash: string | null }>(sql`
    select md5(string_agg(place_id::text, ',' order by place_id)) as hash from search_places
    where search_id = ${id.slice('sea_'.length)}`)
  return {
    status,
    complete,
    reasons,
    counts: { cellsDone, raw, duplicate, outside, kept },
    placesHash: row?.hash ?? null,
  }
}
