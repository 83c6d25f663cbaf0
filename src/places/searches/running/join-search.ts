// Records which places a search has seen, and with it the session that contains several searches.
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'

/** The places of one page. All ids are plain uuids. */
export interface SeenPlaces {
  readonly searchId: string
  readonly sessionId: string
  /** Distinct and in ascending order. */
  readonly placeIds: readonly string[]
  /** Those among them with an approximate position. */
  readonly approximateIds: readonly string[]
}

/** What the page added to the search. */
export interface JoinedPlaces {
  /** How many of them the search had not seen before. */
  readonly kept: number
  /** How many of those have an approximate position. */
  readonly approximate: number
}

/** Each search counts a place at most once in the session's `seenIn`. */
export async function joinSearch(
  tx: Queryable,
  { searchId, sessionId, placeIds, approximateIds }: SeenPlaces,
): Promise<JoinedPlaces> {
  const [row] = await tx.query<JoinedPlaces>(
    prepared(
      'join_search',
      sql`with kept as (
            insert into search_places (search_id, place_id)
            select ${searchId}, place_id from unnest(${uuidArray(placeIds)}::uuid[]) as place_id
            on conflict do nothing
            returning place_id
          ), joined as (
            insert into session_places as s (session_id, place_id)
            select ${sessionId}, place_id from kept order by place_id
            on conflict (session_id, place_id) do update set last_seen_at = now(), seen_in = s.seen_in + 1
            returning seen_in = 1 as is_new
          ), noted as (
            update sessions
            set places = places + (select count(*)::integer from joined where is_new), last_activity_at = now()
            where id = ${sessionId}
          )
          select count(*)::integer as kept,
                 (count(*) filter (where place_id = any(${uuidArray(approximateIds)}::uuid[])))::integer as approximate
          from kept`,
    ),
  )
  return row ?? { kept: 0, approximate: 0 }
}
