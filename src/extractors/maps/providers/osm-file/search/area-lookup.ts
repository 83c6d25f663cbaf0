// Looks areas up by name: which ones have it, and which one is meant.
import type { DatabaseSync } from 'node:sqlite'
import { iso1A3Code } from '@rapideditor/country-coder'
import { allRows, eachRow, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { circleBbox, distanceM, geometryContains, type AreaGeometry, type LatLng } from '#kit/geo/geometry.ts'
import { stateNamed } from '#kit/geo/state-names.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { prepareArea } from '#extractors/maps/geometry/prepared-area.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { nameBesideAreaWord } from '#extractors/maps/locations/location-words.ts'
import { isLikelyEdit } from '#extractors/maps/query/likely-edits.ts'
import { listedNames } from '#extractors/maps/query/split-location.ts'
import { wordsOf } from '#extractors/maps/query/words/segments.ts'
import { countryName } from '#kit/geo/country-name.ts'
import { scriptFold } from '#kit/text/script-variants.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { remembered } from '#kit/remembered.ts'
import { nameReadings, withoutNumbers } from './name-parts.ts'

/** An area of the index. `rank` is smaller for larger kinds of areas, `gapShare` from 0 to 1; of a cut one the geometry is the part within the file. */
export interface AreaRecord extends LatLng {
  readonly key: number
  readonly kind: 'boundary' | 'place'
  readonly name: string
  /** By BCP 47 language. */
  readonly names: Readonly<Record<string, string>>
  readonly rank: number
  readonly country: string | null
  readonly geometry: AreaGeometry | null
  readonly radiusM: number | null
  readonly gapShare: number
  readonly missingWays: number
  readonly isCut: boolean
  /** The names of what is around it, the nearest first. */
  readonly parents: readonly string[]
}

/** The areas that a text may mean. */
export interface AreaLookup {
  /** The most important one first; the others have the name too. Empty where none has. */
  readonly found: readonly AreaRecord[]
  /** Areas of that name with too little content in the file to search in them. */
  readonly unusable: readonly AreaRecord[]
}

/**
 * Reads `Vaduz`, `Vaduz, Liechtenstein`, `9490 Vaduz`, `Monte Carlo Monaco`. Each further part must name the country of
 * the area or an area around it. `country` (ISO 3166-1 alpha-2) leaves out areas elsewhere.
 */
export function lookUpArea(db: DatabaseSync, text: string, country: string | null): AreaLookup {
  const none: AreaLookup = { found: [], unusable: [] }
  let best = none
  for (const [name, contexts] of nameReadings(text)) {
    const named = areasNamed(db, name).filter((area) => country === null || area.country === country)
    if (named.length === 0) continue
    const tests = contexts.map((context) => contextTest(db, context))
    const fitting = named.filter((area) => tests.every((isIn) => isIn(area)))
    const found = withoutPointsOf(fitting.map((area) => outlineOf(db, area)).filter(isUsable))
    if (found.length > 0) return { found, unusable: [] }
    if (best === none && fitting.length > 0) best = { found: [], unusable: fitting }
  }
  return best
}

/** Whether a text names an area, also beside words for a part of it: `Vaduz Zentrum`, `ville de Monaco`. */
export function namesArea(db: DatabaseSync, text: string, country: string | null): boolean {
  const names = [text, nameBesideAreaWord(text)].filter((name) => name !== null)
  return names.some((name) => lookUpArea(db, name, country).found.length > 0)
}

/** The areas that a text lists, `vaduz oder schaan`; none for one area with such a word in its name, and for any other text. */
export function listedAreas(db: DatabaseSync, text: string, country: string | null): readonly string[] {
  const names = listedNames(wordsOf(text))
  if (names.length < 2 || lookUpArea(db, text, country).found.length > 0) return []
  const areas = names.map((name) => areasSideBySide(db, name.split(' '), country))
  return areas.every(({ length }) => length > 0) ? areas.flat() : []
}

/** No list of areas is longer, in words. */
const MAX_LISTED_WORDS = 8

/** The areas of which a text without its commas is the names; none where other words are among them. */
function areasSideBySide(
  db: DatabaseSync,
  words: readonly string[],
  country: string | null,
): readonly string[] {
  if (words.length > MAX_LISTED_WORDS) return []
  for (let at = words.length; at > 0; at -= 1) {
    const name = words.slice(0, at).join(' ')
    if (!namesArea(db, name, country)) continue
    const others = areasSideBySide(db, words.slice(at), country)
    if (at === words.length || others.length > 0) return [name, ...others]
  }
  return []
}

/** Names like `text` that areas in the file have, the most similar first. */
export function similarAreas(db: DatabaseSync, text: string, max: number): string[] {
  const wanted = searchFold(text)
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const names = `select n.folded, a.name, min(a.rank) as rank from area_name n join area a on a.key = n.area
     where a.geometry is not null or a.radius_m is not null group by n.folded`
  const similar = allRows<{ folded: string; name: string; rank: number }>(db, names)
    .map(({ folded, name, rank }) => ({ name, rank, distance: editDistance(folded, wanted, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.rank - b.rank)
  return [...new Set(similar.map(({ name }) => name))].slice(0, max)
}

/** Fewer letters are another name by chance. */
const MIN_CHARS_MEANT = 5

/**
 * The folded name of the one area that a folded text means which is none: without its spaces (`montecarlo`) or with a letter mistyped
 * (`triesenberk`). Null where no area is meant, or several may be.
 */
export function areaMeant(db: DatabaseSync, text: string): string | null {
  const letters = text.replaceAll(' ', '')
  const [first] = Array.from(letters)
  if (first === undefined || letters.length < MIN_CHARS_MEANT || !/^[\p{L}\p{M}]+$/u.test(letters))
    return null
  const names = `select n.folded, n.area from area_name n join area a on a.key = n.area
     where n.folded >= ? and n.folded < ? and (a.geometry is not null or a.radius_m is not null)`
  const known = allRows<{ folded: string; area: number }>(db, names, first, `${first}\u{10ffff}`)
  const joined = known.find(({ folded }) => folded.replaceAll(' ', '') === letters)
  if (joined !== undefined) return joined.folded
  const like = known.filter(
    ({ folded }) => editDistance(folded, text, 1) <= 1 && folded !== text && isLikelyEdit(text, folded),
  )
  const [only] = like
  const isOne = (key: 'folded' | 'area') => new Set(like.map((name) => name[key])).size === 1
  return only !== undefined && (isOne('folded') || isOne('area')) ? only.folded : null
}

function areasNamed(db: DatabaseSync, folded: string): AreaRecord[] {
  const named = `select a.* from area_name n join area a on a.key = n.area where n.folded = ?
     order by a.rank, a.population desc, a.key`
  const typed = allRows<AreaRow>(db, named, folded)
  const plain = typed.length > 0 ? folded : scriptFold(folded)
  const rows = plain === folded ? typed : allRows<AreaRow>(db, named, plain)
  return (rows.length > 0 ? rows : areasTransliterated(db, folded)).map(recordOf)
}

const HAN = /^\p{Script=Han}{3,8}$/u

/** `瓦杜兹` where the map has `瓦杜茲`: Chinese writes a foreign name in several ways. The areas of other scripts with all characters but one. */
function areasTransliterated(db: DatabaseSync, folded: string): readonly AreaRow[] {
  if (!HAN.test(folded)) return []
  const characters = Array.from(folded)
  const like = characters.map((_, at) => characters.with(at, '_').join(''))
  const named = `select distinct a.* from area_name n join area a on a.key = n.area
     where ${like.map(() => 'n.folded like ?').join(' or ')} order by a.rank, a.population desc, a.key`
  return allRows<AreaRow>(db, named, ...like).filter(({ name }) => !/\p{Script=Han}/u.test(name))
}

function areasOfCode(db: DatabaseSync, country: string, code: string): AreaRecord[] {
  const coded = 'select * from area where country = ? and code = ? order by rank, key'
  return allRows<AreaRow>(db, coded, country, code).map(recordOf)
}

/** The country of a code (`MC`, `LIE`) or of a name that its tags lack (`ลิกเตนสไตน์`); empty where the file does not hold its outline. */
export function countriesNamed(db: DatabaseSync, text: string): AreaRecord[] {
  const countries =
    'select key, country from area where rank <= ? and geometry is not null and country is not null order by rank, key'
  const name = searchFold(text)
  return allRows<{ readonly key: number; readonly country: string }>(db, countries, COUNTRY_RANK)
    .filter(({ country }) => isCountry(country, name))
    .flatMap(({ key }) => areaOfKey(db, key) ?? [])
}

/** As ranked in `element-roles.ts`. */
const COUNTRY_RANK = 4

/** The area with this key (`osmKey`); null where the file has none. */
export function areaOfKey(db: DatabaseSync, key: number): AreaRecord | null {
  const row = firstRow<AreaRow>(db, 'select * from area where key = ?', key)
  return row === undefined ? null : recordOf(row)
}

/** Settlements near an area, which its own reach is measured against: points of about its rank. */
export function neighboursOf(
  db: DatabaseSync,
  { key, lat, lng, rank }: AreaRecord,
  withinM: number,
): LatLng[] {
  const [west, south, east, north] = circleBbox({ lat, lng }, withinM)
  const near = `select lat, lng from area where kind = 'place' and key <> ? and abs(rank - ?) <= 2
     and lat between ? and ? and lng between ? and ?`
  return allRows<LatLng>(db, near, key, rank, south, north, west, east)
}

/** The smallest boundary around a point that is larger than a settlement of this rank. */
export function boundaryAround(db: DatabaseSync, { lat, lng, rank }: AreaRecord): AreaGeometry | null {
  const larger = `select geometry from area where kind = 'boundary' and geometry is not null and rank < ? and level > 2
     and abs(lat - ?) < 1 and abs(lng - ?) < 1 order by rank desc`
  for (const row of eachRow<{ readonly geometry: string }>(db, larger, rank, lat, lng)) {
    const geometry = outlineIn(row.geometry)
    if (geometryContains(geometry, { lat, lng })) return geometry
  }
  return null
}

/** A search looks the same area up several times, and the outline of a country takes a while to read. */
const MAX_OUTLINES = 16
const outlineIn = remembered((json) => parseKnownJson<AreaGeometry>(json), MAX_OUTLINES)

function recordOf(row: AreaRow): AreaRecord {
  return {
    key: row.key,
    kind: row.kind,
    name: row.name,
    names: parseKnownJson<Readonly<Record<string, string>>>(row.names),
    rank: row.rank,
    country: row.country,
    lat: row.lat,
    lng: row.lng,
    geometry: row.geometry === null ? null : outlineIn(row.geometry),
    radiusM: row.radius_m,
    gapShare: row.gap_share,
    missingWays: row.missing_ways,
    isCut: row.cut === 1,
    parents: parseKnownJson<readonly string[]>(row.parents),
  }
}

interface AreaRow extends LatLng {
  readonly key: number
  readonly kind: 'boundary' | 'place'
  readonly name: string
  readonly names: string
  readonly rank: number
  readonly country: string | null
  readonly geometry: string | null
  readonly radius_m: number | null
  readonly gap_share: number
  readonly missing_ways: number
  readonly cut: number
  readonly parents: string
}

function isUsable(area: AreaRecord): boolean {
  return area.geometry !== null || area.radiusM !== null
}

/** The outline around the label of a settlement (`Вадуц` stands at some labels alone), which says where the middle of the town is. */
function outlineOf(db: DatabaseSync, area: AreaRecord): AreaRecord {
  if (area.geometry !== null) return area
  const outlined = areasNamed(db, searchFold(area.name)).find(
    ({ geometry }) => geometry !== null && geometryContains(geometry, area),
  )
  return outlined === undefined ? area : { ...outlined, lat: area.lat, lng: area.lng }
}

/** Most towns are there twice: as an outline and as the point of its label. The point then adds nothing. */
function withoutPointsOf(areas: readonly AreaRecord[]): AreaRecord[] {
  const outlines = areas.flatMap(({ geometry }) => (geometry === null ? [] : [geometry]))
  const unique = [...new Map(areas.map((area) => [area.key, area])).values()]
  return unique.filter(
    (area) => area.geometry !== null || !outlines.some((outline) => geometryContains(outline, area)),
  )
}

/** What a context is tested against; a point has no key. */
interface Contained extends LatLng {
  readonly key?: number | null
  /** Of an area: nothing lies in what is smaller than itself. */
  readonly rank?: number
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
}

/**
 * Whether something lies in what `context` names, a country, a state or an area in the file. A state, or a
 * county of the United States, whose outline the file does not hold counts as given: it is of the country, and nothing in the file
 * says otherwise.
 */
export function contextTest(db: DatabaseSync, context: string): (item: Contained) => boolean {
  if (/^[\d ]+$/.test(context) || CONTINENTS.test(context)) return () => true
  // `pa 17109`, `li 9490`
  const name = /^([a-z]{1,3}) [\d ]+$/.exec(context)?.[1] ?? withoutNumbers(context)
  const areas = areasNamed(db, name).map((area) => ({ area, contains: areaTest(area) }))
  const states = new Map<string, ((item: Contained) => boolean) | null>()
  const stateTest = (country: string): ((item: Contained) => boolean) | null => {
    const known = states.get(country)
    if (known !== undefined) return known
    const state = stateNamed(country, name)
    const outlines = (
      state === null
        ? []
        : [...areasNamed(db, searchFold(state.name)), ...areasOfCode(db, country, state.code)]
    )
      .filter(({ rank, geometry }) => rank <= MAX_STATE_RANK && geometry !== null)
      .map(areaTest)
    const test =
      state === null
        ? null
        : (item: Contained) => outlines.length === 0 || outlines.some((isIn) => isIn(item))
    states.set(country, test)
    return test
  }
  const isUnknownCounty = US_COUNTY.test(name) && !areas.some(({ area }) => isUsable(area))
  return (item) => {
    const country = item.country ?? countryOfPoint(item)
    return (
      (isUnknownCounty && country === 'US') ||
      areas.some(
        ({ area, contains }) =>
          area.key !== item.key && area.rank <= (item.rank ?? area.rank) && contains(item),
      ) ||
      (country !== null && (isCountry(country, name) || stateTest(country)?.(item) === true))
    )
  }
}

/** `Monaco, Europe`: what is in the file is where its country is. */
const CONTINENTS =
  /^(?:europ[ae]|asi[ae]|asien|afri[ck]a|afrique|(?:north |south |latin )?america|oceania|world|earth)$/
const US_COUNTY = / (?:county|co|parish)$/

/** As ranked in `element-roles.ts`: twice the admin_level. */
const MAX_STATE_RANK = 12

function areaTest({ geometry, radiusM, lat, lng }: AreaRecord): (point: LatLng) => boolean {
  if (geometry !== null) {
    const prepared = prepareArea(geometry)
    return (point) => prepared.contains(point)
  }
  return (point) => radiusM !== null && distanceM({ lat, lng }, point) <= radiusM
}

const COUNTRY_LANGUAGES = 'en de fr es it pt nl pl sv ru uk ja zh ko tr ar th'.split(' ')

/** What people write for a country beside its codes and its names. */
const OTHER_CODES: Readonly<Record<string, readonly string[]>> = {
  AE: ['uae'],
  AT: ['a'],
  BE: ['b'],
  DE: ['d'],
  FR: ['f'],
  GB: ['uk', 'great britain'],
  IT: ['i'],
  LI: ['fl'],
  US: ['united states of america', 'america', 'u s a', 'u s'],
}

function isCountry(code: string, context: string): boolean {
  return (
    OTHER_CODES[code]?.includes(context) === true ||
    context === code.toLowerCase() ||
    context === iso1A3Code(code)?.toLowerCase() ||
    COUNTRY_LANGUAGES.some((language) => searchFold(countryName(code, language) ?? '') === context)
  )
}
