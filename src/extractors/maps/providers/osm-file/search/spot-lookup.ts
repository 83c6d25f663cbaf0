// Looks up what is no area by its name: landmarks, streets, house numbers, postcodes.
import type { DatabaseSync } from 'node:sqlite'
import { countryName } from '#kit/geo/country-name.ts'
import type { LatLng, Position } from '#kit/geo/geometry.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { medianOf } from '#kit/median.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { rememberedOf } from '#kit/remembered.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { bareWord } from '#extractors/maps/query/where/landmark-words.ts'
import { nameRank } from '#extractors/maps/search/place-order.ts'
import { isKnownFarAway } from '#extractors/maps/osm/tags/names-from-tags.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { allRows, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { contextTest } from './area-lookup.ts'
import { nameReadings, type NameReading } from './name-parts.ts'
import { isOneAsGood, landmarksOfKind, MAX_OF_KIND, shoresOf } from './spots/landmarks-of-kind.ts'
import {
  largestFirst,
  placeRow,
  placeSpot,
  PLACES,
  positionOf,
  spotOf,
  spotsNamed,
  type PlaceRow,
  type SpotRecord,
  type SpotRow,
} from './spots/spot-records.ts'
import { placesInCategory } from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import { placesNamedInTranslation } from '#extractors/maps/providers/osm-file/matches/translated-names.ts'
import { namesEnding } from '#extractors/maps/providers/osm-file/matches/unspaced-names.ts'
import { gluedKinds, isEndOfName, stationOfExit } from './glued-names.ts'
import {
  foreignStreetForms,
  formsAtCorner,
  formsWithDirection,
  formsWithSort,
  streetForms,
  streetsOf,
} from './spots/street-lookup.ts'

/** What a text may mean, the likeliest first, and why that one. */
export interface SpotLookup {
  readonly found: readonly SpotRecord[]
  readonly chosenBy: string
  /** The word for a kind of which all of them are meant together: `near a museum`, where there are many. Absent: one is meant. */
  readonly allOf?: string
}

/** More of one name are no landmark. */
const MAX_FOUND = 200
/** A kind of which there are more is everywhere. */
const MAX_TOGETHER = 200
/** So many are looked at for those of them in a town: `Bahnhof Schaan`. */
const MAX_LOOKED_AT = 2_000
/** Names that only contain the words are told apart as long as they are few. */
const MAX_PARTIAL = 12
/** A shorter word is too little of a name to stand for it: `Kunstmuseum` does. */
const MIN_PARTIAL_CHARS = 9

/** `country` (ISO 3166-1 alpha-2) leaves out what lies elsewhere. Empty where nothing has the name. */
export function lookUpSpot(db: DatabaseSync, text: string, country: string | null): SpotLookup {
  const isThere = (spot: SpotRecord) => country === null || spot.country === country
  const postcode = postcodeSpot(db, text)
  if (postcode !== null && isThere(postcode)) return { found: [postcode], chosenBy: '' }
  const readings = nameReadings(text)
  const isWithin = withinTest(db)
  const exact = [addresses, landmarks, streets, shores]
  // Words of a name and of what is around it are not words of one name.
  const parted = /[,、，;]/.test(text)
    ? readings.filter(([, contexts]) => contexts.length > 0)
    : readings.slice(0, 1)
  for (const [lookUps, among] of [
    [exact, readings.slice(0, 1)],
    // `Shiohama Station` is the station called so, before any station in Shiohama.
    [[kindAndName], readings.slice(0, 1)],
    [exact, readings.slice(1)],
    [[kindAndName], readings.slice(1)],
    [[partlyNamed], parted],
    [[partlyNamed], readings.filter(([name, contexts]) => contexts.length > 0 && name.includes(' '))],
    [[anyOfKind], readings],
    [[namedInTranslation], parted],
  ] as const) {
    for (const reading of among) {
      for (const lookUp of lookUps) {
        const { found, ...how } = lookUp(db, reading, isWithin)
        const fitting = found.filter(isThere)
        if (fitting.length > 0) return { found: fitting, ...how }
      }
    }
  }
  // `Turkey Hill, 5009 Locust Lane`: the number says where what is named before it is.
  const [, ...behind] = text.split(',')
  for (const reading of nameReadings(behind.join(','))) {
    const { found, chosenBy } = addresses(db, reading, isWithin)
    const fitting = found.filter(isThere)
    if (fitting.length > 0) return { found: fitting, chosenBy }
  }
  const station = stationOfExit(searchFold(text))
  return station === null ? NOTHING : lookUpSpot(db, station, country)
}

/** Whether something lies in all that a reading names around it. */
type Within = (contexts: readonly string[], spot: LatLng & Pick<SpotRecord, 'key' | 'country'>) => boolean

/** Outlines are prepared once for all readings of a text, and only when there is something to test. */
function withinTest(db: DatabaseSync): Within {
  const tests = new Map<string, ReturnType<typeof contextTest>>()
  const testOf = (context: string) => {
    const known = tests.get(context) ?? contextTest(db, context)
    tests.set(context, known)
    return known
  }
  return (contexts, spot) => contexts.every((context) => testOf(context)(spot))
}

const NOTHING: SpotLookup = { found: [], chosenBy: '' }

/** The landmark, street or place with this key (`osmKey`); null where the file has none. */
export function spotOfKey(db: DatabaseSync, key: number): SpotRecord | null {
  const spot = firstRow<SpotRow>(db, 'select * from spot where key = ?', key)
  if (spot !== undefined) return spotOf(spot)
  const place = placeRow(db, key)
  return place === undefined ? null : placeSpot(place)
}

interface Ranked {
  readonly spot: SpotRecord
  /** Smaller is likelier. */
  readonly rank: number
}

/** How well something fits a name; the order in which the meanings of a word are tried. */
const RANKS = { known: 0, named: 1, ofKind: 2, chain: 3 } as const
const CHOSEN_BY = [
  'an encyclopedia has it',
  'it has exactly this name',
  'it is of this kind',
  'it has exactly this name',
] as const

function landmarks(db: DatabaseSync, [name, contexts]: NameReading, isWithin: Within): SpotLookup {
  const spots = spotsNamed(db, [name], 'landmark', MAX_FOUND).map((row): Ranked => {
    return { spot: spotOf(row), rank: row.known === 1 ? RANKS.known : RANKS.named }
  })
  const exact = placesWithWords(db, name).filter(({ folded }) => folded.split(' | ').includes(name))
  // A shop of a chain has the name of all the others.
  const isChain = (tags: Tags) =>
    tags['brand'] !== undefined || (tags['shop'] !== undefined && exact.length > 1)
  const places = exact.map((row): Ranked => {
    const tags = parseKnownJson<Tags>(row.tags)
    const rank = isChain(tags) ? RANKS.chain : isKnownFarAway(tags) ? RANKS.known : RANKS.named
    return { spot: placeSpot(row), rank }
  })
  const all = [...spots, ...places, ...fewOfKind(db, name)].filter(({ spot }) => isWithin(contexts, spot))
  const best = Math.min(...all.map(({ rank }) => rank))
  const bestOf = largestFirst(all.filter(({ rank }) => rank === best).map(({ spot }) => spot))
  // `Bahnhof Schaan`: of those in the town the one that has its name.
  const ofTown = bestOf.filter((spot) => contexts.some((context) => searchFold(spot.name).includes(context)))
  const found = best === RANKS.ofKind && ofTown.length > 0 ? ofTown : bestOf
  const isAny = best === RANKS.ofKind
  return { found, chosenBy: CHOSEN_BY[best] ?? '', ...(isAny ? { allOf: bareWord(name) } : {}) }
}

/** `Hotel Columbus` where the map has a hotel `Columbus`, `stadio Louis II` where it has a stadium `Stade Louis II`. */
function kindAndName(db: DatabaseSync, [name, contexts]: NameReading, isWithin: Within): SpotLookup {
  const [first = '', ...rest] = name.split(' ')
  const last = rest.at(-1) ?? ''
  const found = [
    [first, rest.join(' ')] as const,
    [last, [first, ...rest.slice(0, -1)].join(' ')] as const,
    ...gluedKinds(name),
  ].flatMap(([kind, own]) => {
    const categories = own === '' ? [] : (kindsNamed(kind)?.categories ?? [])
    const named = categories.length === 0 ? [] : placesWithWords(db, own)
    const whole = named.filter(({ folded }) => folded.split(' | ').includes(own))
    const exact = whole.length > 0 || !own.includes(' ') ? whole : named
    const keys = exact.length === 0 ? [] : categories.map((category) => placesInCategory(db, category))
    return exact.filter(({ key }) => keys.some((places) => places.has(key)))
  })
  const spots = found.map(placeSpot).filter((spot) => isWithin(contexts, spot))
  return { found: largestFirst(spots), chosenBy: 'it is of this kind' }
}

/** Places that have all the words in one of their names, which is not much longer. */
function partlyNamed(db: DatabaseSync, [name, contexts]: NameReading, isWithin: Within): SpotLookup {
  const isEnd = isEndOfName(name)
  if (!isEnd && !name.includes(' ') && name.length < MIN_PARTIAL_CHARS) return NOTHING
  const found = (isEnd ? placesEnding(db, name) : placesWithWords(db, name))
    .map(placeSpot)
    .filter((spot) => isWithin(contexts, spot))
  return found.length > MAX_PARTIAL
    ? NOTHING
    : { found: largestFirst(found), chosenBy: 'its name has all the words' }
}

/** `鶴岡八幡宮` for `八幡宮`. */
function placesEnding(db: DatabaseSync, name: string): PlaceRow[] {
  return namesEnding(db, name).flatMap(({ key }) => placeRow(db, key) ?? [])
}

/** `porto Ercole`, the `Port Hercule`. */
function namedInTranslation(db: DatabaseSync, [name, contexts]: NameReading, isWithin: Within): SpotLookup {
  const found = placesNamedInTranslation(db, name)
    .flatMap((key) => placeRow(db, key) ?? [])
    .map(placeSpot)
    .filter((spot) => isWithin(contexts, spot))
  return { found: largestFirst(found), chosenBy: 'it is the name in another language' }
}

/** One look-up asks for a name once for each way to read what is around it. */
const MAX_NAMES = 50

/** The named places that have every word of a name. */
const placesWithWords = rememberedOf((db: DatabaseSync, name): readonly PlaceRow[] => {
  const terms = name.split(' ')
  const expression = terms.map((term) => `"${term}"`).join(' AND ')
  const rows = `${PLACES} where p.key in (select rowid from place_text where place_text match ?) order by p.key limit ${MAX_FOUND}`
  const found = allRows<PlaceRow>(db, rows, `name : (${expression})`).filter(({ folded }) =>
    hasEnoughWords(folded, terms),
  )
  return found.length > 0 || terms.length < 2 ? found : placesWrittenAsOne(db, terms)
}, MAX_NAMES)

/** Half of the words of one of its names, and all that are asked for: `Oceanographic Museum` of Monaco. */
function hasEnoughWords(folded: string, terms: readonly string[]): boolean {
  return folded.split(' | ').some((name) => {
    const words = name.split(' ')
    return nameRank(name, terms) <= 2 && 2 * terms.length >= words.filter((word) => word.length > 2).length
  })
}

/** `Rheinpark Stadion` for `Rheinparkstadion`. */
function placesWrittenAsOne(db: DatabaseSync, terms: readonly string[]): PlaceRow[] {
  const joined = terms.join('')
  const grams = terms.flatMap((term) =>
    Array.from({ length: Math.max(0, term.length - 2) }, (_, i) => `"${term.slice(i, i + 3)}"`),
  )
  if (grams.length === 0 || terms.length > MAX_PARTIAL) return []
  const rows = `${PLACES} where p.key in (select rowid from place_grams where place_grams match ?) order by p.key limit ${MAX_FOUND}`
  return allRows<PlaceRow>(db, rows, grams.join(' AND '))
    .filter(({ folded }) => folded.split(' | ').some((name) => name.replaceAll(' ', '') === joined))
    .map((row) => ({ ...row, folded: `${row.folded} | ${terms.join(' ')}` }))
}

/**
 * `museum` where there are many, and of those in a town all that are there. What is wanted without a name is itself looked for: in
 * `bus stop Vaduz Post`, the post is at no bus stop of Vaduz.
 */
function anyOfKind(db: DatabaseSync, [name, contexts]: NameReading, isWithin: Within): SpotLookup {
  if (kindsNamed(name)?.categories.some(({ unnamed }) => unnamed) === true) return NOTHING
  const all = landmarksOfKind(db, name, contexts.length === 0 ? MAX_TOGETHER : MAX_LOOKED_AT)
  const found = all.map(({ spot }) => spot).filter((spot) => isWithin(contexts, spot))
  if (found.length > MAX_TOGETHER) return NOTHING
  return { found: largestFirst(found), chosenBy: CHOSEN_BY[RANKS.ofKind], allOf: bareWord(name) }
}

/** `casino` is a word for a kind: the landmarks of that kind, one that is known far away first. */
function fewOfKind(db: DatabaseSync, name: string): Ranked[] {
  const all = landmarksOfKind(db, name, MAX_OF_KIND)
  const known = all.filter(({ isKnown }) => isKnown)
  // Who wants a hotel near the beach wants one near any, whatever an encyclopedia has.
  const meant = known.length > 0 && !isOneAsGood(name) ? known : all
  return meant.map(({ spot }) => ({ spot, rank: RANKS.ofKind }))
}

/** The lines of the streets of a name, which may have what is around them behind it. */
export function partsOfStreet(db: DatabaseSync, text: string): readonly (readonly Position[])[] {
  return firstParts(db, nameReadings(text))
}

/** The same of a street that crosses another one, whose name may lack the word for its sort. */
export function partsOfCrossingStreet(db: DatabaseSync, text: string): readonly (readonly Position[])[] {
  const written = partsOfStreet(db, text)
  if (written.length > 0) return written
  const longer = nameReadings(text).flatMap(([name, contexts]) =>
    formsAtCorner(name).map((form): NameReading => [form, contexts]),
  )
  return firstParts(db, longer)
}

function firstParts(db: DatabaseSync, readings: Iterable<NameReading>): readonly (readonly Position[])[] {
  const isWithin = withinTest(db)
  for (const reading of readings) {
    const parts = streetParts(db, reading, isWithin)
    if (parts.length > 0) return parts.map(({ points }) => points)
  }
  return []
}

function streetParts(
  db: DatabaseSync,
  [name, contexts]: NameReading,
  isWithin: Within,
): readonly SpotRecord[] {
  const partsOf = (forms: readonly string[]) => spotsNamed(db, forms, 'street')
  const written = partsOf(streetForms(name))
  const meant = written.length > 0 ? written : partsOf([...foreignStreetForms(name), ...formsWithSort(name)])
  const rows = meant.length > 0 ? meant : partsOf(formsWithDirection(name))
  const parts = [...new Map(rows.map((row) => [row.key, row])).values()].map(spotOf)
  return parts.filter((part) => isWithin(contexts, part))
}

function streets(db: DatabaseSync, reading: NameReading, isWithin: Within): SpotLookup {
  const parts = streetParts(db, reading, isWithin)
  return { found: streetsOf(parts).slice(0, MAX_FOUND), chosenBy: 'it has the most parts' }
}

/** A river is made of many ways as well. */
function shores(db: DatabaseSync, [name, contexts]: NameReading, isWithin: Within): SpotLookup {
  const parts = spotsNamed(db, [name], 'shore')
    .map(spotOf)
    .filter((part) => isWithin(contexts, part))
  return { found: shoresOf(parts).slice(0, MAX_FOUND), chosenBy: 'it has the most parts' }
}

interface AddressRow extends LatLng {
  readonly postcode: string | null
  readonly city: string | null
}

/** `12 Rue Grimaldi`, `Städtle 49`: the house, or its street where the number is not on the map. */
function addresses(db: DatabaseSync, reading: NameReading, isWithin: Within): SpotLookup {
  const [name, contexts] = reading
  const tokens = name
    .replace(/(?<=^| )(\d{1,5}) (bis|ter|quater)(?= |$)/, '$1$2')
    .replace(/^(?:au|at|a|al|am|im|no|nr|num|numero) (?=\d)/, '')
    .split(' ')
  const isNumber = (token = '') => /^\d{1,5}(?:[a-z]|bis|ter|quater)?$/.test(token)
  const ends: (readonly [number: string, street: string])[] = []
  if (isNumber(tokens.at(-1))) ends.push([tokens.at(-1) ?? '', tokens.slice(0, -1).join(' ')])
  if (isNumber(tokens[0])) ends.push([tokens[0] ?? '', tokens.slice(1).join(' ')])
  for (const [number, street] of ends) {
    if (street === '') continue
    const written = housesAt(db, number, streetForms(street), contexts, isWithin)
    const found =
      written.length > 0 ? written : housesAt(db, number, formsWithDirection(street), contexts, isWithin)
    if (found.length > 0) return { found, chosenBy: 'it has this number' }
    const instead = streets(db, [street, contexts], isWithin)
    if (instead.found.length > 0) {
      const note = `House number ${number} is not on the map; its street is searched.`
      return { ...instead, found: instead.found.map((spot) => ({ ...spot, note })) }
    }
  }
  return NOTHING
}

/** The houses with a number in the streets that are called so. */
function housesAt(
  db: DatabaseSync,
  number: string,
  streetNames: readonly string[],
  contexts: readonly string[],
  isWithin: Within,
): readonly SpotRecord[] {
  const rows = `select a.street, a.lat, a.lng, a.postcode, a.city from json_each(?) f
     cross join address a on a.street = f.value where a.number = ? and a.lat is not null limit 200`
  const found = allRows<AddressRow & { readonly street: string }>(
    db,
    rows,
    JSON.stringify(streetNames),
    number,
  ).flatMap((row) => {
    const spot = { key: null, ...positionOf(row), country: countryOfPoint(row), points: [], note: null }
    const isIn = contexts.every((context) => row.city === context || isWithin([context], spot))
    if (!isIn) return []
    const name = `${streetName(db, row.street)} ${number}`
    const house = { ...spot, kind: 'address' as const, name, parents: regionNames(row) }
    return [{ house, city: row.city }]
  })
  // An address whose tags say the town comes before those that only lie near it.
  const ofTown = found.filter(({ city }) => city !== null && contexts.includes(city))
  return distinct((ofTown.length > 0 ? ofTown : found).map(({ house }) => house))
}

/** The street as it is written on the map. */
function streetName(db: DatabaseSync, folded: string): string {
  const named = 'select s.name from spot_name n join spot s on s.key = n.spot where n.folded = ? limit 1'
  const [known] = streetForms(folded).flatMap(
    (form) => firstRow<{ readonly name: string }>(db, named, form) ?? [],
  )
  return known?.name ?? folded
}

function regionNames({ postcode }: AddressRow): string[] {
  return postcode === null ? [] : [postcode]
}

/** A house with several entrances has its number several times. */
function distinct(spots: readonly SpotRecord[]): SpotRecord[] {
  const seen = new Map<string, SpotRecord>()
  for (const spot of spots) {
    const key = `${spot.lat.toFixed(3)},${spot.lng.toFixed(3)}`
    if (!seen.has(key)) seen.set(key, spot)
  }
  return [...seen.values()]
}

/** Addresses that are far from all others of their postcode are mistakes. */
const POSTCODE_SHARE = 0.9
const MIN_POSTCODE_ADDRESSES = 3

/** Where the addresses of a postcode are, whatever its boundary. */
function postcodeSpot(db: DatabaseSync, text: string): SpotRecord | null {
  if (!/\d/.test(text) || !/^(?:[A-Z]{1,3}[- ])?[A-Z\d][A-Z\d -]{2,9}$/i.test(text.trim())) return null
  const given = text.trim().toUpperCase()
  const bare = given.replace(/^[A-Z]{1,3}[- ](?=\d)/, '')
  const forms = [...new Set([given, bare, bare.replaceAll(' ', ''), bare.replaceAll('-', '')])]
  const rows =
    'select lat, lng, postcode, city from address where postcode = ? and lat is not null limit 50000'
  for (const form of forms) {
    const found = allRows<AddressRow>(db, rows, form)
    if (found.length < MIN_POSTCODE_ADDRESSES) continue
    const middle = {
      lat: medianOf(found.map(({ lat }) => lat)) ?? 0,
      lng: medianOf(found.map(({ lng }) => lng)),
    }
    const away = ({ lat, lng }: LatLng) =>
      Math.hypot(lat - middle.lat, (lng - middle.lng) * Math.cos((middle.lat * Math.PI) / 180))
    const near = found
      .toSorted((a, b) => away(a) - away(b))
      .slice(0, Math.max(1, Math.ceil(found.length * POSTCODE_SHARE)))
    const country = countryOfPoint(middle)
    return {
      key: null,
      kind: 'postcode',
      name: form,
      ...middle,
      country,
      points: near.map(({ lat, lng }): Position => [lng, lat]),
      parents: country === null ? [] : [countryName(country, 'en') ?? country],
      note: `No boundary of this postcode is known; the area is that of ${near.length} addresses which have it.`,
    }
  }
  return null
}

/** Names of landmarks and streets like a text, the most similar first: for a suggestion. The first letter must be right. */
export function similarSpots(db: DatabaseSync, text: string, max: number): string[] {
  const wanted = searchFold(text)
  const limit = Math.max(1, Math.floor(wanted.length / 5))
  const first = Array.from(wanted)[0] ?? ''
  const rows = `select n.folded, min(s.name) as name from spot_name n join spot s on s.key = n.spot
     where n.folded >= ? and n.folded < ? group by n.folded`
  const similar = allRows<{ readonly folded: string; readonly name: string }>(
    db,
    rows,
    first,
    `${first}\u{10FFFF}`,
  )
    .map(({ folded, name }) => ({ name, distance: editDistance(folded, wanted, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return [...new Set(similar.map(({ name }) => name))].slice(0, max)
}
