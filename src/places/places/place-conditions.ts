// The filters of the place lists as SQL conditions on `places p`.
import { circleBbox, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import { foldText } from '#kit/text/text.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { categoryCondition } from './category-condition.ts'
import { existingId } from '#places/identity/existing-id.ts'
import type { PlaceArea, PlaceQuery } from './place-query.ts'
import { textCondition } from './text-condition.ts'

/**
 * All conditions must hold. Throws `not_found` for a session or a search that does not exist, `validation_failed` for a
 * category.
 */
export async function placeConditions(db: Queryable, query: PlaceQuery, area: PlaceArea): Promise<Sql[]> {
  const { near, radiusM, bbox } = area
  const conditions: Sql[] = []
  const add = (condition: Sql) => conditions.push(condition)
  if (query.q !== undefined) add(textCondition(query.q))
  if (query.category !== undefined) add(await categoryCondition(db, query.category))
  if (near !== null) {
    add(inBox(circleBbox(near, radiusM)))
    add(sql`${distanceM(near)} <= ${radiusM}`)
  }
  if (bbox !== null) add(inBox(bbox))
  if (query.city !== undefined) add(cityCondition(query.city))
  if (query.country !== undefined) add(sql`p.country_code = ${query.country.toUpperCase()}`)
  if (query.hasWebsite !== undefined) add(sql`p.has_website = ${query.hasWebsite}`)
  if (query.hasPhone !== undefined) add(sql`p.has_phone = ${query.hasPhone}`)
  if (query.hasEmail !== undefined) add(sql`p.has_email = ${query.hasEmail}`)
  if (query.minRating !== undefined) add(sql`p.rating >= ${query.minRating}`)
  if (query.status !== undefined) add(sql`p.status = ${query.status}`)
  if (query.openAt !== undefined) add(openCondition(query.openAt))
  if (query.changedSince !== undefined) add(sql`p.changed_at >= ${new Date(query.changedSince)}`)
  if (query.sessionId !== undefined) {
    const id = await existingId(db, 'ses', query.sessionId)
    add(sql`p.id in (select place_id from session_places where session_id = ${id})`)
  }
  if (query.searchId !== undefined) {
    const id = await existingId(db, 'sea', query.searchId)
    add(sql`p.id in (select place_id from search_places where search_id = ${id})`)
  }
  return conditions
}

/** Great-circle metres from `near` to `p`, computed as in kit/geo/geometry.ts. */
export function distanceM({ lat, lng }: LatLng): Sql {
  return sql`(2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(p.position[1] - ${lat}) / 2) ^ 2
    + cos(radians(${lat})) * cos(radians(p.position[1])) * sin(radians(p.position[0] - ${lng}) / 2) ^ 2))))`
}

/** Ignores case. The words of the city narrow the places down first, because they have an index. */
function cityCondition(city: string): Sql {
  const isCity = sql`lower(p.city) = lower(${city})`
  const words = foldText(city)
  return words === '' ? isCity : sql`(p.words @@ plainto_tsquery('simple', ${words}) and ${isCity})`
}

/** The moment as a minute of the week in the time zone of the place. */
function openCondition(at: string): Sql {
  const local = sql`timezone(p.timezone, ${new Date(at)}::timestamptz)`
  return sql`(p.status not in ('temporarily_closed', 'permanently_closed') and p.open_minutes @> (
    (extract(isodow from ${local})::integer - 1) * 1440 + extract(hour from ${local})::integer * 60
    + extract(minute from ${local})::integer))`
}

function inBox([west, south, east, north]: Bbox): Sql {
  const box = (from: number, to: number) =>
    sql`p.position <@ box(point(${from}, ${south}), point(${to}, ${north}))`
  return west <= east ? box(west, east) : sql`(${box(west, 180)} or ${box(-180, east)})`
}
