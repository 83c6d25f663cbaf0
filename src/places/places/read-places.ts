// Reads stored places: one by its id, and a page of a list, filtered and sorted, by keyset.
import { wrongCursor } from '#platform/http/output/pagination.ts'
import type { CursorValues } from '#kit/cursor.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql, prepared } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { cursorNumber, cursorUuid } from './cursor-values.ts'
import { readSeenIn, readSessionSearches } from '#places/searches/seen-in.ts'
import { placeConditions, placesOf } from './place-conditions.ts'
import { LAST_MICROSECOND, placeOrder, type OrderPart } from './place-order.ts'
import { readPlaceArea, type PlaceArea, type PlaceQuery } from './place-query.ts'
import { placeColumns, type PlaceRecord, presentPlace } from './present-place.ts'
import { keptElement } from './kept-element.ts'
import type { Place } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import { namedPlace } from '#places/identity/existing-id.ts'

/** What a single place shows beside its fields. */
export interface PlaceIncludes {
  readonly tags: boolean
  readonly geometry: boolean
}

/** By any of its ids. Throws `not_found`, and `conflict` for an id that several places share. */
export async function getPlace(
  db: Queryable,
  id: string,
  language: string | null,
  { tags, geometry }: PlaceIncludes,
): Promise<Place> {
  const uuid = await namedPlace(db, id)
  const [record] = await db.query<PlaceRecord>(
    prepared(
      'get_place',
      sql`select ${placeColumns} from places p join sightings s on s.place_id = p.id where p.id = ${uuid}`,
    ),
  )
  if (record === undefined) throw new SurveyorError('not_found', 'No place has this id.')
  const place = presentPlace(record, language)
  if (!tags && !geometry) return place
  const kept = await keptElement(db, record.id)
  return { ...place, ...(tags ? { tags: kept.tags } : {}), ...(geometry ? { geometry: kept.geometry } : {}) }
}

/** For the last place: its part of the list, its sort value and its id; also when the list was begun. */
export const PLACE_CURSOR_LENGTH = 4

/** Throws `validation_failed`, `not_found` (session, search) at once; a page throws `invalid_cursor`. */
export async function listPlaces<Shown>(
  db: Queryable,
  query: PlaceQuery,
  present: (place: PlaceRecord, language: string | null) => Shown,
): Promise<(limit: number, after: CursorValues | null) => Promise<ListPage<Shown>>> {
  const area = readPlaceArea(query)
  const filters = await placeConditions(db, query, area)
  // The order by distance has no index to begin with.
  const isTested = query.q !== undefined && area.sort !== 'distance'
  return async (limit, after) => {
    const begunAt = await beginning(db, area, after)
    const parts = placeOrder(area, begunAt)
    const [from, ...position] = after ?? [0]
    if (typeof from !== 'number' || parts[from] === undefined) throw wrongCursor()
    const rows: (SortedRecord & { part: number })[] = []
    for (const [part, order] of parts.entries()) {
      if (part < from || rows.length > limit) continue
      const range = order.only === undefined ? [] : [order.only]
      if (part === from && after !== null) range.push(continuation(order, position))
      const count = limit + 1 - rows.length
      const found =
        (isTested ? await firstOf(db, filters, { order, range, count }) : null) ??
        (await selectPlaces(db, placesOf(query, filters), { order, range, count }))
      rows.push(...found.map((row) => ({ ...row, part })))
    }
    const shown = await withSeenIn(db, query, rows.slice(0, limit))
    const last = shown.at(-1)
    return {
      items: shown.map((place) => present(place, query.language ?? null)),
      next: rows.length > limit && last !== undefined ? [last.part, last.sortValue, last.id, begunAt] : null,
    }
  }
}

/** What is read of a list: the places for which all of `range` holds, the first `count` in their order. */
interface PageRange {
  readonly order: OrderPart
  readonly range: readonly Sql[]
  readonly count: number
}

/** `places`: `p` of a `from` clause. Only an order of sights needs the sights of all places that fit, others those of the page. */
async function selectPlaces(
  db: Queryable,
  places: Sql,
  { order, range, count }: PageRange,
): Promise<SortedRecord[]> {
  const where = joinSql([sql`true`, ...range], ' and ')
  const fitting =
    order.ofSights === true
      ? sql`${places} join sightings s on s.place_id = p.id where ${where}`
      : sql`(select p.* from ${places} where ${where} order by ${order.by} limit ${count}) p
          join sightings s on s.place_id = p.id`
  return db.query<SortedRecord>(sql`
    select ${placeColumns}, ${order.cursorValue} as "sortValue"
    from ${fitting} order by ${order.by} limit ${count}`)
}

/** Beyond this many, testing each place takes longer than looking the words of a text up. */
const TESTED_PLACES = 2_000

/** The page if the first places of the order fill it, because many places fit; otherwise null. */
async function firstOf(
  db: Queryable,
  conditions: readonly Sql[],
  { order, range, count }: PageRange,
): Promise<SortedRecord[] | null> {
  const first = sql`p.id in (
    select p.id from places p ${order.ofSights === true ? sql`join sightings s on s.place_id = p.id` : sql``}
    where ${joinSql([sql`true`, ...range], ' and ')} order by ${order.by} limit ${TESTED_PLACES})`
  const found = await selectPlaces(db, sql`places p`, { order, range: [first, ...conditions], count })
  return found.length < count ? null : found
}

interface SortedRecord extends PlaceRecord {
  readonly sortValue: string | number
}

/** The places of a session with how often it found them. The session exists. */
async function withSeenIn<Row extends PlaceRecord>(
  db: Queryable,
  { sessionId }: PlaceQuery,
  rows: Row[],
): Promise<Row[]> {
  const session = sessionId === undefined ? null : parseId('ses', sessionId)
  if (session === null || rows.length === 0) return rows
  const searches = await readSessionSearches(db, session)
  const ids = rows.map(({ id }) => id)
  const seenIn = await readSeenIn(db, searches, ids)
  return rows.map((row) => ({ ...row, seen: seenIn(row.id, () => row.content.location) }))
}

/** The time of the first page, for an order in which places move meanwhile; null for other orders. */
async function beginning(
  db: Queryable,
  { sort }: PlaceArea,
  after: CursorValues | null,
): Promise<number | null> {
  if (sort !== '-lastSeenAt') return null
  if (after !== null) return cursorNumber(after[3], LAST_MICROSECOND)
  // The rows of a running transaction will carry the time of its start.
  const [row] = await db.query<{ at: number }>(sql`
    select (extract(epoch from least(now(), min(xact_start))) * 1000000)::bigint as at
    from pg_stat_activity where datname = current_database() and backend_xid is not null`)
  return row?.at ?? 0
}

function continuation(order: OrderPart, [value, lastId]: CursorValues): Sql {
  const comparison = order.descending === true ? sql`<` : sql`>`
  return sql`(${order.key}, ${order.id}) ${comparison} (${order.fromCursor(value)}, ${cursorUuid(lastId)}::uuid)`
}
