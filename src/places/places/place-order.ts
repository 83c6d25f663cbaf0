// The orders of the place lists: each is a sequence of parts, and each part pages by keyset.
import { sql, type Sql } from '#platform/db/sql.ts'
import { cursorNumber, cursorText, cursorUuid } from './cursor-values.ts'
import { distanceM } from './place-conditions.ts'
import type { PlaceArea } from './place-query.ts'

/** A list may be several queries, one after the other: rated places, then unrated ones. */
export interface OrderPart {
  /** The condition for the places of this part; absent: all. */
  readonly only?: Sql
  readonly by: Sql
  /** The sort key of the part, before the id. */
  readonly key: Sql
  readonly id: Sql
  readonly descending?: true
  /** Whether the order reads `sightings s`, and not only `places p`. */
  readonly ofSights?: true
  /** The key as a value that survives JSON unchanged. */
  readonly cursorValue: Sql
  /** The key parsed from a cursor; throws `invalid_cursor`. */
  readonly fromCursor: (value: unknown) => Sql
}

/** Year 9999, in microseconds: the database knows no later time. */
export const LAST_MICROSECOND = 253_402_300_800_000_000

/** Ids are ordered by time. */
const BY_ID: OrderPart = {
  by: sql`p.id`,
  key: sql`p.id`,
  id: sql`p.id`,
  cursorValue: sql`p.id`,
  fromCursor: (value) => sql`${cursorUuid(value)}::uuid`,
}

const BY_RATING: OrderPart = {
  only: sql`p.rating is not null`,
  by: sql`p.rating, p.id`,
  key: sql`p.rating`,
  id: sql`p.id`,
  cursorValue: sql`p.rating`,
  fromCursor: (value) => sql`${cursorNumber(value)}::float8`,
}

/** Unrated places come last in both directions. */
const UNRATED: OrderPart = { ...BY_ID, only: sql`p.rating is null` }

const BY_SIGHT: OrderPart = {
  ofSights: true,
  by: sql`s.last_seen_at, s.place_id`,
  key: sql`s.last_seen_at`,
  id: sql`s.place_id`,
  // A Date has no microseconds.
  cursorValue: sql`(extract(epoch from s.last_seen_at) * 1000000)::bigint`,
  fromCursor: (value) => timestamp(cursorNumber(value, LAST_MICROSECOND)),
}

/** `begunAt`: when the list was begun, in microseconds since 1970; only for `-lastSeenAt`. */
export function placeOrder({ sort, near }: PlaceArea, begunAt: number | null): readonly OrderPart[] {
  switch (sort) {
    case 'firstSeenAt':
      return [BY_ID]
    case '-lastSeenAt': {
      const begun = timestamp(begunAt ?? 0)
      return [
        {
          ...BY_SIGHT,
          only: sql`s.last_seen_at <= ${begun}`,
          by: sql`s.last_seen_at desc, s.place_id desc`,
          descending: true,
        },
        // A place that is seen while a caller pages moves in the list, possibly before it was shown.
        { ...BY_SIGHT, only: sql`(s.last_seen_at > ${begun} and s.first_seen_at <= ${begun})` },
      ]
    }
    case 'name':
      return [
        {
          by: sql`p.sort_name, p.id`,
          key: sql`p.sort_name`,
          id: sql`p.id`,
          cursorValue: sql`p.sort_name`,
          fromCursor: (value) => sql`${cursorText(value)}::text`,
        },
      ]
    case 'rating':
      return [BY_RATING, UNRATED]
    case '-rating':
      return [{ ...BY_RATING, by: sql`p.rating desc, p.id desc`, descending: true }, UNRATED]
    case 'distance': {
      const distance = distanceM(near ?? { lat: 0, lng: 0 })
      return [
        {
          by: sql`${distance}, p.id`,
          key: distance,
          id: sql`p.id`,
          cursorValue: distance,
          fromCursor: (value) => sql`${cursorNumber(value)}::float8`,
        },
      ]
    }
  }
}

function timestamp(microseconds: number): Sql {
  return sql`(timestamptz 'epoch' + ${microseconds}::float8 * interval '1 microsecond')`
}
