// The stored place that an id means: ours, that of a merged place, or one by which a source knows it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { aliasWord } from '#places/content/search-words.ts'
import { spellings, type Alias } from '#places/content/source-ids.ts'

/** The uuid of the place. Throws `not_found`, and `conflict` for an id that several places share. */
export async function namedPlace(db: Queryable, id: string): Promise<string> {
  const uuid = parseId('plc', id)
  const found = uuid === null ? await byAlias(db, id) : await shownPlaces(db, [uuid])
  const [only, ...others] = found
  if (only === undefined) throw new SurveyorError('not_found', 'No place has this id.')
  if (others.length > 0) {
    const ids = found.map((one) => formatId('plc', one)).join(', ')
    throw new SurveyorError('conflict', `${found.length} places have this id: ${ids}.`)
  }
  return only
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

async function byAlias(db: Queryable, id: string): Promise<string[]> {
  const colon = id.indexOf(':')
  const scheme = id.slice(0, Math.max(0, colon)).toLowerCase()
  const value = id.slice(colon + 1)
  if (scheme === 'wikidata') return byWikidata(db, { scheme, value: value.toUpperCase() })
  const schemes = Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined
  const aliases =
    schemes === undefined
      ? [{ scheme, value }]
      : schemes.flatMap((name) => spellings({ scheme: name, value }))
  if (colon < 1 || aliases.length === 0) return []
  const rows = await db.query<{ id: string }>(sql`
    select distinct a.place_id as id from place_aliases a
    join unnest(${aliases.map((alias) => alias.scheme)}::text[], ${aliases.map((alias) => alias.value)}::text[])
      as asked (scheme, value) using (scheme, value)`)
  return shownPlaces(
    db,
    rows.map((row) => row.id),
  )
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

/** The places that exist among `ids`, a part of a merged one as the whole. */
async function shownPlaces(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ id: string }>(sql`
    select id from places where id = any(${uuidArray(ids)}::uuid[])
    union
    select place_id from place_parts where id = any(${uuidArray(ids)}::uuid[])
    order by id`)
  return rows.map(({ id }) => id)
}
