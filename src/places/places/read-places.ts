// Reads stored places: one by its id, and a page of a list, filtered and sorted, by keyset.
import type { CursorValues } from '#kit/cursor.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql, prepared } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { cursorNumber, cursorUuid, wrongCursor } from './cursor-values.ts'
import { readSeenIn, readSessionSearches } from '#places/searches/seen-in.ts'
import { placeConditions } from './place-conditions.ts'
import { LAST_MICROSECOND, placeOrder, type OrderPart } from './place-order.ts'
import { readPlaceArea, type PlaceArea, type PlaceQuery } from './place-query.ts'
import { placeColumns, type PlaceRecord, presentPlace } from './present-place.ts'
import { keptElement } from './kept-element.ts'
import type { Place } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'

/** What a single place shows beside its fields. */
export interface PlaceIncludes {
  readonly tags: boolean
  readonly geometry: boolean
}

/** Throws `not_found`. */
export async function getPlace(
  db: Queryable,
  id: string,
  language: string | null,
  { tags, geometry }: PlaceIncludes,
): Promise<Place> {
  const uuid = parseId('plc', id)
  const [record] =
    uuid === null
      ? []
      : await db.query<PlaceRecord>(
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
  return async (limit, after) => {
    const begunAt = await beginning(db, area, after)
    const parts = placeOrder(area, begunAt)
    const [from, ...position] = after ?? [0]
    if (typeof from !== 'number' || parts[from] === undefined) throw wrongCursor()
    const rows: (SortedRecord & { part: number })[] = []
    for (const [part, order] of parts.entries()) {
      if (part < from || rows.length > limit) continue
      const conditions = [...filters, ...(order.only === undefined ? [] : [order.only])]
      if (part === from && after !== null) conditions.push(continuation(order, position))
      const found = await db.query<SortedRecord>(sql`
        select ${placeColumns}, ${order.cursorValue} as "sortValue"
        from places p join sightings s on s.place_id = p.id
        where ${joinSql([sql`true`, ...conditions], ' and ')}
        order by ${order.by} limit ${limit + 1 - rows.length}`)
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
  return rows.map((row) => ({ ...row, seen: seenIn(row.id, row.content.location) }))
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
