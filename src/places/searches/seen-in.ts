// How many searches of a session found a place, of those that could have, and in which area.
import type { ResolvedArea } from '#contract/places/location.ts'
import type { SeenIn } from '#contract/places/place.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import { areaFilter } from '#places/planning/area-filter.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** What is said of a place of a session. */
export interface SeenPlace {
  readonly seenIn: SeenIn
  readonly searchedArea: string | null
}

/** A search of the session. `question` is the same for searches that look for the same in the same source. */
interface SessionSearch {
  readonly id: string
  readonly question: string
  readonly areaName: string | null
  readonly isComplete: boolean
  readonly inArea: (point: LatLng) => boolean
}

/** The searches of a session as they were read, the oldest first. */
export type SessionSearches = readonly SessionSearch[]

/** `sessionId` is a uuid. */
export async function readSessionSearches(db: Queryable, sessionId: string): Promise<SessionSearches> {
  const rows = await db.query<
    Pick<SessionSearch, 'id' | 'question' | 'isComplete'> & {
      area: ResolvedArea | null
      location: string | null
    }
  >(sql`
    select id, json_build_array(provider, lower(request ->> 'query'), request -> 'categories')::text as question, area,
           case when json_typeof(request -> 'location') = 'string' then request ->> 'location' end as location,
           coalesce(complete, false) as "isComplete"
    from searches where session_id = ${sessionId} and request -> 'providers' is null order by id`)
  return rows.map(({ area, location, ...search }) => ({
    ...search,
    areaName: area?.name ?? location,
    inArea: area === null ? () => false : areaFilter(area),
  }))
}

/**
 * By the uuid of the place, as a function of its position. A search counts among those that could have found a place when
 * it looked for the same as one that did, was complete, and its area holds the place.
 */
export async function readSeenIn(
  db: Queryable,
  searches: SessionSearches,
  placeIds: readonly string[],
): Promise<(placeId: string, at: () => LatLng) => SeenPlace> {
  const [only] = searches
  if (only !== undefined && searches.length === 1) {
    const seen: SeenPlace = { seenIn: { n: 1, of: 1 }, searchedArea: only.areaName }
    return () => seen
  }
  const rows = await db.query<{ placeId: string; searchId: string }>(sql`
    select place_id as "placeId", search_id as "searchId" from search_places
    where place_id = any(${uuidArray(placeIds)}::uuid[])
      and search_id = any(${uuidArray(searches.map(({ id }) => id))}::uuid[])`)
  const finders = Map.groupBy(rows, ({ placeId }) => placeId)
  return (placeId, at) =>
    seenPlace(searches, new Set(finders.get(placeId)?.map(({ searchId }) => searchId)), at())
}

/** `finders`: the ids of the searches that found the place, `at`: where it lies. */
export function seenPlace(searches: SessionSearches, finders: ReadonlySet<string>, at: LatLng): SeenPlace {
  const found = searches.filter(({ id }) => finders.has(id))
  const questions = new Set(found.map(({ question }) => question))
  const others = searches.filter(
    ({ id, question, isComplete, inArea }) =>
      !finders.has(id) && isComplete && questions.has(question) && inArea(at),
  )
  return {
    seenIn: { n: found.length, of: found.length + others.length },
    searchedArea: found[0]?.areaName ?? null,
  }
}
