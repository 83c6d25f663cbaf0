// Places counted by category and by location, the largest groups first.
import { pageOf } from '#platform/http/output/pagination.ts'
import {
  LOCATION_LEVELS,
  type CategoryCount,
  type LocationCount,
  type LocationLevel,
} from '#contract/places/lists/browse.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { isNarrowing } from '#places/content/narrowing-ids.ts'
import { cursorWhole, cursorText } from '#places/places/cursor-values.ts'
import { placeGroups } from '#places/places/place-counts.ts'

/** Which places are counted. */
export interface GroupFilter {
  /** Uuid of a session, or null for all stored places. */
  readonly sessionId: string | null
}

/** The cursor of both lists: the size of the group and its name. */
export const GROUP_CURSOR_LENGTH = 2

/** The id above all others of the tree of categories. */
const ROOT = '*'

/** Which part of the tree of categories, and how it is shown. */
export interface CategoryView extends GroupFilter {
  /**
   * `*`: the keys (`amenity/*`); `amenity/*`: its categories; `amenity/cafe`: what narrows it down (`cuisine/cake`);
   * null: all categories, without the tree.
   */
  readonly parent: string | null
  /** The language of the labels, BCP 47; null: English. */
  readonly language: string | null
}

interface CategoryRow {
  readonly id: string
  readonly places: number
  readonly hasChildren: boolean
}

/** A page of the categories, the largest first; places of a key are counted once, however many of its categories they have. */
export async function listCategories(
  db: Queryable,
  view: CategoryView,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<CategoryCount>> {
  const { parent, language } = view
  const { from, only, hasChildren } = levelBelow(parent)
  // Many places share a few distinct lists of categories, so the lists are counted first.
  const rows = await db.query<CategoryRow>(sql`
    select g.id, g.places, g."hasChildren"
    from (
      select id, sum(c.places)::integer as places, bool_or(${hasChildren}) as "hasChildren"
      from (${placeGroups(['categories'], inSession(view))}) c, lateral (${from}) as x (id)
      where ${only} group by id
    ) g
    where ${behind(after, sql`g.places`, sql`g.id collate "C"`)}
    order by g.places desc, g.id collate "C" limit ${limit + 1}`)
  const present = ({ id, places, hasChildren: isParent }: CategoryRow): CategoryCount => ({
    id,
    label: id.endsWith('/*') ? keyLabel(id) : categoryLabel(id, language),
    parent,
    places,
    links: {
      places: placesLink({ category: isNarrowed(parent) ? `${parent}+${id}` : id }, view),
      ...(isParent ? { children: groupsLink('categories', { parent: id }, view) } : {}),
    },
  })
  return pageOf(rows, limit, present, ({ id, places }) => [places, id])
}

/** How the lists of categories are read for one level of the tree: `c.categories` is a list. */
function levelBelow(parent: string | null): { from: Sql; only: Sql; hasChildren: Sql } {
  const narrowed = sql`exists (select from unnest(c.categories) n where n ${isNarrowing})`
  if (parent === ROOT) {
    return {
      from: sql`select distinct split_part(n, '/', 1) || '/*' from unnest(c.categories) n where not n ${isNarrowing}`,
      only: sql`true`,
      hasChildren: sql`true`,
    }
  }
  if (isNarrowed(parent)) {
    return {
      from: sql`select n from unnest(c.categories) n where n ${isNarrowing}`,
      only: sql`c.categories @> ${[parent]}::text[]`,
      hasChildren: sql`false`,
    }
  }
  const ofKey = parent === null ? sql`true` : sql`starts_with(n, ${parent.slice(0, -1)})`
  return {
    from: sql`select n from unnest(c.categories) n where not n ${isNarrowing} and ${ofKey}`,
    only: sql`true`,
    hasChildren: narrowed,
  }
}

/** Whether what lies below is what narrows a category down. */
function isNarrowed(parent: string | null): boolean {
  return parent !== null && !parent.endsWith('*')
}

function keyLabel(id: string): string {
  const key = id.slice(0, -2).replaceAll('_', ' ')
  return key.charAt(0).toUpperCase() + key.slice(1)
}

/** Which locations are counted, and how finely. */
export interface LocationView extends GroupFilter {
  readonly level: LocationLevel
  /** ISO 3166-1 alpha-2, upper case; null: all. */
  readonly country: string | null
  /** As stored; upper and lower case are one. Null: all. */
  readonly region: string | null
}

interface LocationRow {
  readonly countryCode: string | null
  readonly region: string | null
  readonly city: string | null
  readonly places: number
  readonly key: string
}

/** A page of the locations of one level, the largest first; a part that places do not name is null. */
export async function listLocations(
  db: Queryable,
  view: LocationView,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<LocationCount>> {
  const { level, country, region } = view
  const columns = [sql`p.country_code`, sql`p.region`, sql`p.city`].slice(
    0,
    LOCATION_LEVELS.indexOf(level) + 1,
  )
  const [ofCountry, ofRegion = sql`null::text`, ofCity = sql`null::text`] = columns
  const conditions = [
    sql`true`,
    ...(country === null ? [] : [sql`p.country_code = ${country}`]),
    ...(region === null ? [] : [sql`lower(p.region) = lower(${region})`]),
  ]
  const rows = await db.query<LocationRow>(sql`
    select g.* from (
      select ${ofCountry} as "countryCode", ${ofRegion} as region, ${ofCity} as city, sum(p.places)::integer as places,
             json_build_array(${ofCountry}, ${ofRegion}, ${ofCity})::text collate "C" as key
      from (${placeGroups(['location'], inSession(view))}) p where ${joinSql(conditions, ' and ')} group by ${joinSql(columns, ', ')}
    ) g
    where ${behind(after, sql`g.places`, sql`g.key`)}
    order by g.places desc, g.key limit ${limit + 1}`)
  const present = ({ key: _key, ...row }: LocationRow): LocationCount => ({
    level,
    ...row,
    links: locationLinks(level, row, view),
  })
  return pageOf(rows, limit, present, ({ places, key }) => [places, key])
}

/** None for a group of places whose location is not known at this level. */
function locationLinks(
  level: LocationLevel,
  row: Omit<LocationRow, 'key'>,
  filter: GroupFilter,
): Record<string, string> {
  const { countryCode, region, city } = row
  if ({ country: countryCode, region, city }[level] === null) return {}
  const above = {
    ...(countryCode === null ? {} : { country: countryCode }),
    ...(region === null ? {} : { region }),
  }
  const below = LOCATION_LEVELS.slice(LOCATION_LEVELS.indexOf(level) + 1)
  return {
    places: placesLink(city === null ? above : { ...above, city }, filter),
    ...Object.fromEntries(
      below.map((next) => [PLURALS[next], groupsLink('locations', { level: next, ...above }, filter)]),
    ),
  }
}

const PLURALS = { country: 'countries', region: 'regions', city: 'cities' } as const

function groupsLink(view: string, query: Record<string, string>, filter: GroupFilter): string {
  return `/api/browse/${view}?${new URLSearchParams({ ...query, ...sessionQuery(filter) }).toString()}`
}

function sessionQuery({ sessionId }: GroupFilter): Record<string, string> {
  return sessionId === null ? {} : { sessionId: formatId('ses', sessionId) }
}

function placesLink(query: Record<string, string>, filter: GroupFilter): string {
  return `/api/places?${new URLSearchParams({ ...query, ...sessionQuery(filter) }).toString()}`
}

/** The conditions on places; none for all of them. */
function inSession({ sessionId }: GroupFilter): Sql[] {
  if (sessionId === null) return []
  return [sql`p.id in (select place_id from session_places where session_id = ${sessionId})`]
}

function behind(after: CursorValues | null, size: Sql, name: Sql): Sql {
  if (after === null) return sql`true`
  const [n, text] = [cursorWhole(after[0]), cursorText(after[1])]
  return sql`(${size} < ${n} or (${size} = ${n} and ${name} > ${text}))`
}
