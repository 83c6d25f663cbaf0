// A page of the stored places, filtered and sorted, by keyset.
import type { CursorValues } from '#kit/cursor.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/pagination.ts'
import { cursorNumber, cursorText, cursorUuid } from './cursor-values.ts'
import { distanceM, placeConditions } from './place-conditions.ts'
import { readPlaceArea, type PlaceArea, type PlaceQuery } from './place-query.ts'
import { placeColumns, type PlaceRecord } from './present-place.ts'

/** The values of a place list's cursor: the sort value and the id of the last place. */
export const PLACE_CURSOR_LENGTH = 2

/** Throws `validation_failed`, `not_found` (session, search) at once; a page throws `invalid_cursor`. */
export async function listPlaces<Shown>(
  db: Queryable,
  query: PlaceQuery,
  present: (place: PlaceRecord) => Shown,
): Promise<(limit: number, after: CursorValues | null) => Promise<ListPage<Shown>>> {
  const area = readPlaceArea(query)
  const filters = await placeConditions(db, query, area)
  const order = orderOf(area)
  return async (limit, after) => {
    const conditions = after === null ? filters : [...filters, continuation(order, after)]
    const rows = await db.query<PlaceRecord & { sortValue: string | number }>(sql`
      select ${placeColumns}, ${order.cursorValue} as "sortValue"
      from places p join sightings s on s.place_id = p.id
      where ${joinSql([sql`true`, ...conditions], ' and ')}
      order by ${order.by} limit ${limit + 1}`)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: shown.map((place) => present(place)),
      next: rows.length > limit && last !== undefined ? [last.sortValue, last.id] : null,
    }
  }
}

interface Order {
  readonly by: Sql
  /** What the list is sorted by before the id. */
  readonly key: Sql
  readonly id: Sql
  readonly descending?: true
  /** The key as a value that comes back unchanged from JSON. */
  readonly cursorValue: Sql
  /** The key back from a cursor; throws `invalid_cursor`. */
  readonly fromCursor: (value: unknown) => Sql
}

/** Year 9999, in microseconds: the database knows no later time. */
const LAST_MICROSECOND = 253_402_300_800_000_000

function orderOf({ sort, near }: PlaceArea): Order {
  switch (sort) {
    case 'firstSeenAt':
      // Ids are made in the order of time.
      return {
        by: sql`p.id`,
        key: sql`p.id`,
        id: sql`p.id`,
        cursorValue: sql`p.id`,
        fromCursor: (value) => sql`${cursorUuid(value)}::uuid`,
      }
    case '-lastSeenAt':
      return {
        by: sql`s.last_seen_at desc, s.place_id desc`,
        key: sql`s.last_seen_at`,
        id: sql`s.place_id`,
        descending: true,
        // A Date has no microseconds.
        cursorValue: sql`(extract(epoch from s.last_seen_at) * 1000000)::bigint`,
        fromCursor: (value) =>
          sql`timestamptz 'epoch' + ${cursorNumber(value, LAST_MICROSECOND)}::float8 * interval '1 microsecond'`,
      }
    case 'name':
      return {
        by: sql`p.sort_name, p.id`,
        key: sql`p.sort_name`,
        id: sql`p.id`,
        cursorValue: sql`p.sort_name`,
        fromCursor: (value) => sql`${cursorText(value)}::text`,
      }
    case 'distance': {
      const distance = distanceM(near ?? { lat: 0, lng: 0 })
      return {
        by: sql`${distance}, p.id`,
        key: distance,
        id: sql`p.id`,
        cursorValue: distance,
        fromCursor: (value) => sql`${cursorNumber(value)}::float8`,
      }
    }
  }
}

function continuation(order: Order, [value, lastId]: CursorValues): Sql {
  const comparison = order.descending === true ? sql`<` : sql`>`
  return sql`(${order.key}, ${order.id}) ${comparison} (${order.fromCursor(value)}, ${cursorUuid(lastId)}::uuid)`
}
