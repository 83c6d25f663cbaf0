// Places counted by category and by location, the largest groups first.
import type { CategoryCount, LocationCount } from '#contract/places/browse.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { NARROWING_KEYS } from '#places/content/narrowing-ids.ts'
import { cursorNumber, cursorText } from '#places/places/cursor-values.ts'

/** Ids that only narrow categories down do not count as categories. */
const isCategory = sql`id not like all(${NARROWING_KEYS.map((key) => `${key}/%`)}::text[])`

/** Which places are counted. */
export interface GroupFilter {
  /** Uuid of a session, or null for all stored places. */
  readonly sessionId: string | null
}

/** The cursor of both lists: the size of the group and its name. */
export const GROUP_CURSOR_LENGTH = 2

/** A page of the categories, the largest first. `language` is that of the labels. */
export async function listCategories(
  db: Queryable,
  filter: GroupFilter,
  limit: number,
  after: CursorValues | null,
  language: string | null,
): Promise<ListPage<CategoryCount>> {
  // Many places share a few distinct lists of categories, so the lists are counted first.
  const rows = await db.query<{ id: string; places: number }>(sql`
    select g.id, g.places
    from (
      select id, sum(n)::integer as places
      from (select p.categories, count(*) as n from places p where ${inSession(filter)} group by p.categories) c,
           unnest(c.categories) as id
      where ${isCategory} group by id
    ) g
    where ${behind(after, sql`g.places`, sql`g.id collate "C"`)}
    order by g.places desc, g.id collate "C" limit ${limit + 1}`)
  return page(
    rows,
    limit,
    (row) => row.id,
    (row) => ({
      ...row,
      label: categoryLabel(row.id, language),
      links: { places: placesLink({ category: row.id }, filter) },
    }),
  )
}

/** A page of countries, regions and cities, the largest first; a part that places do not name is null. */
export async function listLocations(
  db: Queryable,
  filter: GroupFilter,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<LocationCount>> {
  const rows = await db.query<Omit<LocationCount, 'links'> & { key: string }>(sql`
    select g.* from (
      select p.country_code as "countryCode", p.region, p.city, count(*)::integer as places,
             json_build_array(p.country_code, p.region, p.city)::text collate "C" as key
      from places p where ${inSession(filter)} group by p.country_code, p.region, p.city
    ) g
    where ${behind(after, sql`g.places`, sql`g.key`)}
    order by g.places desc, g.key limit ${limit + 1}`)
  return page(
    rows,
    limit,
    (row) => row.key,
    ({ key: _key, ...row }) => ({ ...row, links: locationLinks(row, filter) }),
  )
}

function locationLinks(
  { countryCode, city }: Omit<LocationCount, 'links'>,
  filter: GroupFilter,
): Record<string, string> {
  if (city === null) return {}
  return { places: placesLink({ city, ...(countryCode === null ? {} : { country: countryCode }) }, filter) }
}

function placesLink(query: Record<string, string>, { sessionId }: GroupFilter): string {
  const session = sessionId === null ? {} : { sessionId: formatId('ses', sessionId) }
  return `/api/places?${new URLSearchParams({ ...query, ...session }).toString()}`
}

function inSession({ sessionId }: GroupFilter): Sql {
  return sessionId === null
    ? sql`true`
    : sql`p.id in (select place_id from session_places where session_id = ${sessionId})`
}

function behind(after: CursorValues | null, size: Sql, name: Sql): Sql {
  if (after === null) return sql`true`
  const [n, text] = [cursorNumber(after[0]), cursorText(after[1])]
  return sql`(${size} < ${n} or (${size} = ${n} and ${name} > ${text}))`
}

function page<Row extends { readonly places: number }, Item>(
  rows: readonly Row[],
  limit: number,
  nameOf: (row: Row) => string,
  present: (row: Row) => Item,
): ListPage<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(present),
    next: rows.length > limit && last !== undefined ? [last.places, nameOf(last)] : null,
  }
}
