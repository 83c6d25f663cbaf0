// The stored row that an id of a caller means; a place also by the id of a place merged into it, or by one of its source.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import { textArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { aliasWord } from '#places/content/search-words.ts'
import { spellings, type Alias } from '#places/content/source-ids.ts'

const TABLES = {
  ses: { table: sql`sessions`, name: 'session' },
  sea: { table: sql`searches`, name: 'search' },
} as const

/** The uuid of a row that exists; a place may be named by any of its ids. Throws `not_found`. */
export async function existingId(
  db: Queryable,
  kind: keyof typeof TABLES | 'plc',
  id: string,
): Promise<string> {
  if (kind === 'plc') return namedPlace(db, id)
  const { table, name } = TABLES[kind]
  const uuid = parseId(kind, id)
  const rows = uuid === null ? [] : await db.query(sql`select from ${table} where id = ${uuid}`)
  if (uuid === null || rows.length === 0) throw new SurveyorError('not_found', `No ${name} has this id.`)
  return uuid
}

/** The uuid of the place. Throws `not_found`, and `conflict` for an id that several places share. */
export async function namedPlace(db: Queryable, id: string): Promise<string> {
  const found = (await namedPlaces(db, [id])).get(id) ?? []
  const [only, ...others] = found
  if (only === undefined) throw new SurveyorError('not_found', 'No place has this id.')
  if (others.length > 0) {
    const ids = found.map((one) => formatId('plc', one)).join(', ')
    throw new SurveyorError('conflict', `${found.length} places have this id: ${ids}.`)
  }
  return only
}

/** For each id that places have, their uuids, a part of a merged place as the whole. More than one: the id says not which. */
export async function namedPlaces(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const named: { readonly id: string; readonly placeId: string }[] = []
  const aliases: (Alias & { readonly id: string })[] = []
  for (const id of new Set(ids)) {
    const placeId = parseId('plc', id)
    if (placeId !== null) named.push({ id, placeId })
    else if (isWikidata(id)) {
      const placeIds = await byWikidata(db, { scheme: 'wikidata', value: valueOf(id).toUpperCase() })
      named.push(...placeIds.map((one) => ({ id, placeId: one })))
    } else aliases.push(...aliasesOf(id).map((alias) => ({ id, ...alias })))
  }
  if (named.length + aliases.length === 0) return new Map()
  const rows = await db.query<{ id: string; placeId: string }>(sql`
    with named as (
      select * from unnest(${textArray(named.map(({ id }) => id))}::text[],
                           ${uuidArray(named.map(({ placeId }) => placeId))}::uuid[]) as n (id, place_id)
      union all
      select n.id, a.place_id
      from unnest(${textArray(aliases.map(({ id }) => id))}::text[], ${textArray(aliases.map(({ scheme }) => scheme))}::text[],
                  ${textArray(aliases.map(({ value }) => value))}::text[]) as n (id, scheme, value)
      join place_aliases a using (scheme, value)
    )
    select n.id, p.id as "placeId" from named n join places p on p.id = n.place_id
    union
    select n.id, part.place_id from named n join place_parts part on part.id = n.place_id
    order by 1, 2`)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [id, of.map(({ placeId }) => placeId)]),
  )
}

const OSM_ID_IN_PATH = /^(\/api\/[a-z/]{1,20}\/osm(?::|%3a)(?:node|way|relation))\/(?=\d)/i

/** A path with an id of OpenStreetMap as people paste it, with its own slash, as routes read it: with `%2F`. */
export function joinedIds(url: string): string {
  return url.replace(OSM_ID_IN_PATH, '$1%2F')
}

/** How ids are written before their colon. Google's own three need no name: their forms differ. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  osm: ['osm'],
  google: ['google_place_id', 'google_fid', 'google_cid'],
  google_place_id: ['google_place_id'],
  google_fid: ['google_fid'],
  google_cid: ['google_cid'],
  place_id: ['google_place_id'],
  fid: ['google_fid'],
  cid: ['google_cid'],
}
/** Of the places with one item the first ones are enough to say that there are several. */
const MAX_NAMED = 5

const schemeOf = (id: string) => id.slice(0, Math.max(0, id.indexOf(':'))).toLowerCase()
const valueOf = (id: string) => id.slice(id.indexOf(':') + 1)
const isWikidata = (id: string) => schemeOf(id) === 'wikidata'

/** What sources call the place that an id means; none where it is not written as such an id. */
function aliasesOf(id: string): Alias[] {
  const [scheme, value] = [schemeOf(id), valueOf(id)]
  if (scheme === '') return []
  const schemes = Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined
  if (schemes === undefined) return [{ scheme, value }]
  return schemes.flatMap((name) => spellings({ scheme: name, value }))
}

/** An item may stand for several places: then none of them is the one that is meant. */
async function byWikidata(db: Queryable, alias: Alias): Promise<string[]> {
  if (!/^Q[1-9][0-9]{0,14}$/.test(alias.value)) return []
  const rows = await db.query<{ id: string }>(sql`
    select id from places p
    where p.words @@ to_tsquery('simple', ${aliasWord(alias)})
      and exists (
        select from json_array_elements(p.content -> 'aliases') a
        where a ->> 'scheme' = ${alias.scheme} and a ->> 'value' = ${alias.value})
    order by id limit ${MAX_NAMED}`)
  return rows.map(({ id }) => id)
}
