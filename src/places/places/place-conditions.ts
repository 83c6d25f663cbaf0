// The filters of the place lists as SQL conditions on `places p`.
import { circleBbox, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import { foldText } from '#kit/text/text-rules.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, joinSql, type Sql } from '#platform/db/sql.ts'
import { existingId, namedPlaces } from '#places/identity/existing-id.ts'
import { placeProviders, storedProviders } from '#places/identity/place-providers.ts'
import { openCondition, openOnCondition } from './open-condition.ts'
import { oneTypoCondition } from './one-typo.ts'
import type { PlaceArea, PlaceQuery } from './place-query.ts'
import { withSources } from '#places/searches/sources/source-rows.ts'
import { aliasWord, askedPhoneWord, withoutScheme } from '#places/content/search-words.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  categoriesByPhrase,
  categoryById,
  closestCategoryWord,
  PLACE_KEYS,
} from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'

/** A place must have all ids of one alternative; `shop/*` is any value of the key. */
type Alternatives = readonly (readonly string[])[]

/**
 * All conditions must hold. Throws `not_found` for a session or a search that does not exist, `validation_failed` for a
 * category.
 */
export async function placeConditions(db: Queryable, query: PlaceQuery, area: PlaceArea): Promise<Sql[]> {
  const { near, radiusM, bbox } = area
  const conditions: Sql[] = []
  const add = (condition: Sql) => conditions.push(condition)
  if (query.q !== undefined) add(await textCondition(db, query.q))
  if (query.category !== undefined) add(await categoryCondition(db, query.category))
  if (near !== null) {
    add(inBox(circleBbox(near, radiusM)))
    add(sql`${distanceM(near)} <= ${radiusM}`)
  }
  if (bbox !== null) add(inBox(bbox))
  if (query.city !== undefined) add(cityCondition(query.city))
  if (query.region !== undefined) add(sql`lower(p.region) = lower(${query.region})`)
  if (query.country !== undefined) add(sql`p.country_code = ${query.country.toUpperCase()}`)
  if (query.hasWebsite !== undefined) add(sql`p.has_website = ${query.hasWebsite}`)
  if (query.hasPhone !== undefined) add(sql`p.has_phone = ${query.hasPhone}`)
  if (query.hasEmail !== undefined) add(sql`p.has_email = ${query.hasEmail}`)
  if (query.minRating !== undefined) add(sql`p.rating >= ${query.minRating}`)
  if (query.maxRating !== undefined) add(sql`p.rating <= ${query.maxRating}`)
  if (query.provider !== undefined)
    add(sql`${placeProviders} = any(${await storedProviders(db, query.provider)}::text[])`)
  if (query.status !== undefined) add(sql`p.status = ${query.status}`)
  if (query.openAt !== undefined) add(openCondition(new Date(query.openAt), query.openState))
  if (query.openNow === true) add(openCondition(new Date(), query.openState))
  for (const day of query.openOn ?? []) add(openOnCondition(day))
  const since = query.changedSince === undefined ? null : new Date(query.changedSince)
  // A place that was closed before becomes missing without a change.
  if (since !== null && query.change !== 'missing') add(sql`p.changed_at >= ${since}`)
  if (query.change !== undefined) add(changeCondition(query.change, since))
  if (query.sessionId !== undefined) {
    const id = await existingId(db, 'ses', query.sessionId)
    add(sql`p.id in (select place_id from session_places where session_id = ${id})`)
  }
  if (query.searchId !== undefined) {
    const id = await existingId(db, 'sea', query.searchId)
    add(sql`p.id in (select place_id from search_places where search_id in ${withSources(id)})`)
  }
  return conditions
}

/**
 * The places of a list as `p` of a `from` clause; `conditions` are those of `query`. With words a fence makes the server
 * look them up in their indexes: it does not know how rare they are, and reads the list in its order to test every place.
 */
export function placesOf({ q }: PlaceQuery, conditions: readonly Sql[]): Sql {
  const fence = q === undefined || q.trim() === EVERYTHING ? sql`` : sql`offset 0`
  return sql`(select p.* from places p where ${joinSql([sql`true`, ...conditions], ' and ')} ${fence}) p`
}

/** Places that changed in one way; `since` null: at any time. */
function changeCondition(change: NonNullable<PlaceQuery['change']>, since: Date | null): Sql {
  const from = since ?? new Date(0)
  if (change === 'new') {
    return sql`exists (select from sightings n where n.place_id = p.id and n.first_seen_at >= ${from})`
  }
  if (change === 'missing') {
    return sql`exists (select from sightings m where m.place_id = p.id and m.missing_since >= ${from})`
  }
  return sql`exists (select from place_changes c where c.place_id = p.id and c.kind = ${change} and c.at >= ${from})`
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

function inBox([west, south, east, north]: Bbox): Sql {
  const box = (from: number, to: number) =>
    sql`p.position <@ box(point(${from}, ${south}), point(${to}, ${north}))`
  return west <= east ? box(west, east) : sql`(${box(west, 180)} or ${box(-180, east)})`
}

/** From this length on, a word may also match a part of a name, or nearly match a word of one. */
const MIN_PART_CHARS = 4
/** Scripts without spaces between words: there any piece of a name matches. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
/** A shorter number is more likely a house number. */
const MIN_ID_DIGITS = 6

/** As in a search. */
const EVERYTHING = '*'

/** A whole address of e-mail. Its parts are no words: `info` and `com` are of too many places. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
/** An item of Wikidata, by itself or behind its scheme. */
const WIKIDATA_ITEM = /^(?:wikidata:)?(Q[1-9]\d{0,14})$/i

/** Every word must match, or the whole text must be a phone number, an e-mail address or an id; `*` is every place. */
async function textCondition(db: Queryable, text: string): Promise<Sql> {
  const asked = text.trim()
  if (asked === EVERYTHING) return sql`true`
  if (EMAIL.test(asked)) {
    return sql`(p.has_email and exists (
      select from json_array_elements_text(p.content -> 'emails') e where lower(e) = lower(${asked})))`
  }
  const folded = foldText(withoutScheme(text))
  const conditions: Sql[] = []
  if (folded !== '') {
    const words: Sql[] = []
    for (const word of new Set(folded.split(' '))) words.push(await fitsWord(db, word))
    conditions.push(sql`(${joinSql(words, ' and ')})`)
  }
  // A kind of place may have several words: "gas station".
  const kind = folded.includes(' ') ? await wordCondition(db, folded) : null
  if (kind !== null) conditions.push(kind)
  const phone = askedPhoneWord(text)
  if (phone !== null) conditions.push(sql`p.words @@ to_tsquery('simple', ${`'${phone}':*`})`)
  const item = WIKIDATA_ITEM.exec(asked)?.[1]?.toUpperCase()
  if (item !== undefined) {
    conditions.push(sql`p.words @@ to_tsquery('simple', ${aliasWord({ scheme: 'wikidata', value: item })})`)
  }
  const named = await namedPlaces(db, mentionedIds(asked))
  // As an array these are ids to look up; a condition on a subquery would make the server test every place.
  if (named.size > 0) conditions.push(sql`p.id = any(${uuidArray([...named.values()].flat())}::uuid[])`)
  return conditions.length === 0 ? sql`false` : sql`(${joinSql(conditions, ' or ')})`
}

/** A whole word of the place, the kind of place that the word means, or, from four letters on, a part of a name. */
async function fitsWord(db: Queryable, word: string): Promise<Sql> {
  const fits = [sql`p.words @@ to_tsquery('simple', ${`'${word}'`})`]
  const kind = await wordCondition(db, word)
  if (kind !== null) fits.push(kind)
  const isLong = word.length >= MIN_PART_CHARS
  if (isLong || UNSPACED.test(word)) fits.push(sql`p.match_text like ${`%${word}%`}`)
  if (isLong) fits.push(sql`${word} <% p.match_text`)
  // To look for what else a word may be takes as long as all the rest: only for one that means no kind and that no place has.
  const mistyped = kind === null ? oneTypoCondition(word) : null
  if (mistyped !== null && !(await isWordOfPlace(db, word))) fits.push(mistyped)
  return sql`(${joinSql(fits, ' or ')})`
}

async function isWordOfPlace(db: Queryable, word: string): Promise<boolean> {
  const having = sql`select from places p where p.words @@ to_tsquery('simple', ${`'${word}'`}) limit 1`
  return (await db.query(having)).length > 0
}

/** `osm:node/1`, `way/2`, the URL of one on openstreetmap.org; a long number alone may be any of the three types. Or any other id. */
function mentionedIds(text: string): string[] {
  const value = text.replace(/^https?:\/\/(?:www\.)?(?:openstreetmap|osm)\.org\//i, '').replace(/^osm:/i, '')
  if (/^\d+$/.test(value)) {
    return value.length < MIN_ID_DIGITS
      ? []
      : ['node', 'way', 'relation'].map((type) => `osm:${type}/${value}`)
  }
  if (/^[a-z]+[/ ]?-?\d+$/i.test(value)) return [`osm:${value}`]
  return /^(?:plc_|[a-z_]+:)\S+$/i.test(text) ? [text] : []
}

/** Between two ids that must both hold; ids may have a plus themselves. */
const AND = /\+(?=[a-z_]+\/)/

/**
 * `text`: ids, their last parts, or words, comma-separated; one of them must match, and of `amenity/cafe+cuisine/cake`
 * both parts. Throws `validation_failed`.
 */
async function categoryCondition(db: Queryable, text: string): Promise<Sql> {
  const parts = text.split(',').map((part) => part.trim())
  const alternatives: (readonly string[])[] = []
  const combined: Sql[] = []
  for (const part of parts) {
    if (part === '') continue
    const all: Alternatives[] = []
    for (const id of part.split(AND)) all.push(knownAlternatives(id) ?? (await storedAlternatives(db, id)))
    if (all.length > 1) {
      const each: Sql[] = []
      for (const one of all) each.push(await anyOf(db, one))
      combined.push(sql`(${joinSql(each, ' and ')})`)
    } else alternatives.push(...all.flat())
  }
  const single = await anyOf(db, alternatives)
  return combined.length === 0 ? single : sql`(${joinSql([single, ...combined], ' or ')})`
}

/** The categories that the words of a text name, in any language of the table; null without a match. */
async function wordCondition(db: Queryable, text: string): Promise<Sql | null> {
  const alternatives = categoriesByPhrase(searchFold(text)).flatMap(({ match }) => match)
  return alternatives.length === 0 ? null : anyOf(db, alternatives)
}

function knownAlternatives(text: string): Alternatives | null {
  const byId = categoryById(text)
  // An id that places have is that id alone, as facets count it; its words also mean what is searched in its place.
  if (byId !== null) return byId.match.some((all) => all.join('+') === byId.id) ? [[byId.id]] : byId.match
  // The id of a provider with other keys.
  if (text.includes('/')) return [[text]]
  const found = categoriesByPhrase(searchFold(text))
  return found.length === 0 ? null : found.flatMap(({ match }) => match)
}

/** A value without words in the table counts when a stored place has it. */
async function storedAlternatives(db: Queryable, text: string): Promise<Alternatives> {
  const value = text.toLowerCase().replaceAll(' ', '_')
  const ids = PLACE_KEYS.map((key) => `${key}/${value}`)
  const stored = await db.query(sql`select from places p where p.categories && ${ids}::text[] limit 1`)
  if (stored.length > 0) return ids.map((id) => [id])
  const meant = closestCategoryWord(searchFold(text))
  const detail = `${JSON.stringify(text.slice(0, 100))} is no category${meant === null ? '' : `; did you mean '${meant}'?`}`
  throw new SurveyorError('validation_failed', `The category is not known: ${detail}`, {
    errors: [{ pointer: '?category', code: 'unknown_category', detail }],
  })
}

async function anyOf(db: Queryable, alternatives: Alternatives): Promise<Sql> {
  const single = alternatives.filter((ids) => ids.length === 1).flat()
  const keys = single.filter((id) => id.endsWith('/*'))
  const ids = [...single.filter((id) => !id.endsWith('/*')), ...(await storedCategories(db, keys))]
  const conditions = [
    ...(ids.length === 0 ? [] : [sql`p.categories && ${ids}::text[]`]),
    ...alternatives.filter((all) => all.length > 1).map((all) => sql`p.categories @> ${all}::text[]`),
  ]
  return conditions.length === 0 ? sql`false` : sql`(${joinSql(conditions, ' or ')})`
}

/**
 * The ids that stored places have of these keys (`shop/*`). They are read from the kept counts, so that the condition holds
 * plain ids: these have an index, and the server knows how rare they are.
 */
async function storedCategories(db: Queryable, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db.query<{ id: string }>(sql`
    select distinct c as id from place_counts g, unnest(g.categories) c
    where g.kind = 'categories' and c like any(${keys.map((key) => `${key.slice(0, -1)}%`)}::text[])`)
  return rows.map(({ id }) => id)
}
