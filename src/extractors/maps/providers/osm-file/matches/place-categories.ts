// Finds places by category and by what their tags must say.
import type { DatabaseSync } from 'node:sqlite'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { homeKinds } from '#extractors/maps/query/home-kinds.ts'
import { brandNamed } from '#extractors/maps/query/words/brands.ts'
import { kindsNamed, type NamedKinds } from '#extractors/maps/query/words/kind-words.ts'
import type { Qualifier } from '#extractors/maps/query/words/qualifiers.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { allRows, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import { hasSpaces, isOfCountry, isShort, neighboursOf } from '#extractors/maps/query/meanings/named-kinds.ts'
import { placesNamed, placesWithPhrase, placesWithPieces, placesWithWholeRuns } from './text-matches.ts'
import { neighbouringTags, spelledOtherwise } from './tagged-otherwise.ts'
import { namesEnding } from './unspaced-names.ts'

/**
 * Keys of the places of some kinds: kinds add up (`bars and pubs`), what narrows them must fit too (`pizza restaurant`), and
 * so must each qualifier. Null where nothing of all that is asked for.
 */
export function placesOfKinds(
  db: DatabaseSync,
  categories: readonly Category[],
  qualifiers: readonly Qualifier[],
): ReadonlySet<number> | null {
  if (categories.length === 0 && qualifiers.length === 0) return null
  const narrowing = categories.filter(({ narrows }) => narrows)
  const given = categories.filter(({ narrows }) => !narrows)
  const kinds = given.length > 0 ? given : homeKinds(narrowing, qualifiers)
  let found = kinds === null ? namedPlaces(db) : placesOrUnnamed(db, kinds)
  if (narrowing.length > 0) {
    const fitting = union(narrowing.map((category) => narrowedPlaces(db, category)))
    // `juice`: who sells it in a shop may say so, with the tag of a kitchen.
    const sold = given.length > 0 ? [] : narrowing.filter((kind) => kind.id.startsWith('cuisine/'))
    const ofDish = union(sold.filter((kind) => !isOfCountry(kind)).map((kind) => placesInCategory(db, kind)))
    const narrowed = found.intersection(fitting).union(ofDish.intersection(keysOf(db, 'shop/*', false)))
    // `golf`: the courses, where no mapper wrote their sport.
    const isOnlySport = given.length > 0 && narrowing.every(({ id }) => id.startsWith('sport/'))
    // `darts`: where nobody does it in a place of sport, a pub may say so.
    const isSportAlone = given.length === 0 && narrowing.every(({ id }) => id.startsWith('sport/'))
    if (narrowed.size === 0 && isSportAlone) {
      const anywhere = union(narrowing.map((kind) => placesInCategory(db, { ...kind, unnamed: false })))
      return qualified(db, anywhere, qualifiers)
    }
    // `breakfast`, `fine dining`: hardly any mapper writes the meals that are served, and how good they are.
    const isMeal = narrowing.every(({ id }) => MEALS.has(id))
    // `shooting range`: no court of another sport, where none of this one is a pitch.
    const isAnyVenue = given.every(({ match }) => match.flat().every((id) => ANY_VENUE.test(id)))
    if (narrowed.size === 0 && isOnlySport && isAnyVenue) {
      return placesOfKinds(db, narrowing, qualifiers)
    }
    found = narrowed.size === 0 && (isOnlySport || isMeal) ? found : narrowed
  }
  const excluded = qualifiers.flatMap((own) => own.excluded ?? []).map((id) => keysOf(db, id, true))
  const conditions = qualifiers.filter((own) => own.excluded === undefined)
  const left = excluded.reduce((keys, others) => keys.difference(others), found)
  return conditions.length === 0 ? left : qualified(db, left, conditions)
}

const ANY_VENUE = /^leisure\/(?:pitch|track|sports_centre|sports_hall|stadium)$/
const MEALS: ReadonlySet<string> = new Set(['cuisine/breakfast', 'cuisine/brunch', 'cuisine/fine_dining'])

/** Keys of the places that are one. Places without a name count only where hardly any of the kind has one. */
export function placesInCategory(db: DatabaseSync, { match, unnamed }: Category): ReadonlySet<number> {
  return union(
    match.map((all) => all.map((id) => keysOf(db, id, unnamed)).reduce((a, b) => a.intersection(b))),
  )
}

/** A business without a name is a gap in the map; a rink, a ruin or a hut without one is a rink, a ruin or a hut. */
const NEEDS_NO_NAME =
  /^(?:(?:leisure|historic)\/|amenity\/(?:left_luggage|baking_oven|binoculars|lavoir|weighbridge|bicycle_wash|boat_storage|device_charging_station|car_pooling|kneipp_water_cure|ranger_station|refugee_site|feeding_place)$|man_made\/|tourism\/(?:artwork|picnic_site|information|chalet|apartment|(?:alpine|wilderness)_hut|c(?:amp|aravan)_site)$)/

/** Where no place of the kinds has a name here, one without is what there is. */
function placesOrUnnamed(db: DatabaseSync, kinds: readonly Category[]): ReadonlySet<number> {
  // `acupuncture`: those that say what they do, else all that may.
  const special = kinds.filter(({ id }) => id.startsWith('healthcare:speciality/'))
  const ofSpecial = union(special.map((kind) => placesInCategory(db, kind).union(placesCalledSo(db, kind))))
  if (ofSpecial.size > 0 && special.length < kinds.length) return ofSpecial
  const found = union(kinds.map((kind) => placesInCategory(db, kind).union(placesCalledSo(db, kind))))
  if (found.size > 0) return found
  const otherwise = kinds.flatMap(({ match }) =>
    match.flatMap(([id = '', ...others]) => (others.length > 0 ? [] : neighbouringTags(db, id))),
  )
  const taggedOtherwise = union(otherwise.map((id) => keysOf(db, id, false)))
  if (taggedOtherwise.size > 0) return taggedOtherwise
  if (!kinds.every(({ match }) => match.flat().every((id) => NEEDS_NO_NAME.test(id)))) return found
  return union(kinds.map((kind) => placesInCategory(db, { ...kind, unnamed: true })))
}

/** By its tag, or by a name that says it: `Pizza Hut`. */
function narrowedPlaces(db: DatabaseSync, category: Category): ReadonlySet<number> {
  const tagged = placesInCategory(db, { ...category, unnamed: true })
  const { nameWords = [] } = category
  const inRuns = nameWords.flatMap((word) => placesWithWholeRuns(db, [word]))
  const named = new Set([...placesNamed(db, nameWords), ...inRuns])
  const saysOther = isOfCountry(category) ? keysOf(db, 'cuisine/*', true) : new Set<number>()
  return tagged.union(named.difference(saysOther))
}

/** Of the neighbouring kinds the places with a word for this one in their names. */
function placesCalledSo(db: DatabaseSync, kind: Category): ReadonlySet<number> {
  const phrases = kind.nameWords ?? []
  const neighbours = phrases.length === 0 ? [] : neighboursOf(kind)
  if (neighbours.length === 0) return new Set()
  const named = new Set(
    phrases.flatMap((phrase) => {
      if (hasSpaces(phrase)) return placesWithPhrase(db, phrase.split(' '))
      const keys = isShort(phrase)
        ? namesEnding(db, phrase).map(({ key }) => key)
        : placesWithPieces(db, [phrase])
      return keys.filter((key) => !isOfLongerWord(db, key, phrase, kind))
    }),
  )
  return union(neighbours.map((other) => placesInCategory(db, other))).intersection(named)
}

/** Whether the name ends with a longer word, for another kind, than the phrase: an `애견미용실` is for dogs, `水果超市` sell fruit. */
function isOfLongerWord(db: DatabaseSync, key: number, phrase: string, kind: Category): boolean {
  const read = 'select folded from place where key = ?'
  const names = firstRow<{ readonly folded: string }>(db, read, key)?.folded ?? ''
  return names
    .split(/ (?:\| )?/)
    .some(
      (word) =>
        word.endsWith(phrase) && word !== phrase && isOtherKind(word, word.length - phrase.length, kind),
    )
}

function isOtherKind(word: string, ownChars: number, kind: Category): boolean {
  if (brandNamed(word) !== null) return true
  const isOther = (kinds: NamedKinds) => kinds.categories.every(({ id }) => id !== kind.id)
  for (let from = Math.max(0, ownChars - MAX_LONGER_CHARS); from < ownChars; from += 1) {
    const kinds = kindsNamed(word.slice(from))
    if (kinds !== null && kinds.use !== 'term') return isOther(kinds)
  }
  if (!isShort(word.slice(ownChars))) return false
  const sold = CHARS_OF_GOODS.map((chars) => kindsNamed(word.slice(Math.max(0, ownChars - chars), ownChars)))
  return sold.some((kinds) => kinds !== null && isOther(kinds))
}

/** What is sold, in front of the word for a shop. */
const CHARS_OF_GOODS = [2, 3]
/** No compound that names a kind is so much longer than its last part. */
const MAX_LONGER_CHARS = 4

function namedPlaces(db: DatabaseSync): ReadonlySet<number> {
  return keySet(db, 'select key from place where named = 1 and is_place = 1')
}

/** Those of some places that meet each of the conditions. */
export function qualified(
  db: DatabaseSync,
  keys: ReadonlySet<number>,
  qualifiers: readonly Qualifier[],
): ReadonlySet<number> {
  const fitting = qualifiers.reduce(
    (left, qualifier) => {
      const said = left.filter(({ tags }) => qualifier.saidBy?.(tags) !== null)
      const fits = new Set(left.filter(({ tags }) => qualifier.fits(tags)))
      const isCalled = ({ tags }: { readonly tags: Tags }) => qualifier.saidBy?.(tags) === 'name'
      // `lycées`: where names say the sort, a school without it in its name is of another.
      const mayLack =
        said.length < SHARE_THAT_SAYS * left.length &&
        !fits.values().some(isCalled) &&
        said.some((place) => fits.has(place) || isCalled(place))
      return left.filter((place) => fits.has(place) || (mayLack && isUnsaid(qualifier, place.tags)))
    },
    withTags(db, keys),
  )
  return new Set(fitting.map(({ key }) => key))
}

const isUnsaid = (qualifier: Qualifier, tags: Tags): boolean => qualifier.saidBy?.(tags) === null

/** The qualifiers that some of these places were taken in for without saying anything of it. */
export function unsaidAmong(
  db: DatabaseSync,
  keys: Iterable<number>,
  qualifiers: readonly Qualifier[],
): readonly Qualifier[] {
  const doubtful = qualifiers.filter(({ saidBy }) => saidBy !== undefined)
  if (doubtful.length === 0) return []
  const places = withTags(db, keys)
  return doubtful.filter((qualifier) =>
    places.some(({ tags }) => !qualifier.fits(tags) && isUnsaid(qualifier, tags)),
  )
}

/** Keys of the churches that say no denomination, where kinds ask for one (`catholic church`) and those are none of theirs by name. */
export function churchesWithoutDenomination(
  db: DatabaseSync,
  categories: readonly Category[],
): ReadonlySet<number> {
  const asksForOne = ({ match }: Category) => match.flat().some((tag) => tag.startsWith('denomination/'))
  if (!categories.some(asksForOne)) return new Set()
  const placesOf = (id: string) => {
    const category = categoryById(id)
    return category === null ? new Set<number>() : placesInCategory(db, category)
  }
  const asked = union(categories.map((category) => placesInCategory(db, category)))
  return placesOf('religion/christian').difference(placesOf('denomination/*')).difference(asked)
}

function withTags(
  db: DatabaseSync,
  keys: Iterable<number>,
): readonly { readonly key: number; readonly tags: Tags }[] {
  const read =
    'select tags from place where key = ? union all select tags from unplaced where key = ? union all select tags from closed where key = ?'
  return [...keys].flatMap((key) => {
    const row = firstRow<{ readonly tags: string }>(db, read, key, key, key)
    return row === undefined ? [] : [{ key, tags: parseKnownJson<Tags>(row.tags) }]
  })
}

/** Of the places of a kind: where fewer say what sort of it they are, one that does not may be of any. */
const SHARE_THAT_SAYS = 0.5

function keysOf(db: DatabaseSync, id: string, unnamed: boolean): ReadonlySet<number> {
  if (id.startsWith('name/')) {
    const word = id.slice('name/'.length)
    return new Set([...placesNamed(db, [word]), ...placesWithWholeRuns(db, [word])])
  }
  const condition = id.endsWith('/*') ? 'category > ? and category < ?' : 'category = ?'
  const prefix = id.slice(0, -1)
  // '0' follows '/' in ASCII, so this is the range of all that begins with the key.
  const bounds = id.endsWith('/*') ? [prefix, `${prefix.slice(0, -1)}0`] : [id]
  const named = unnamed ? '' : ' and named = 1'
  const tagged = keySet(db, `select key from place_category where ${condition}${named}`, ...bounds)
  const others = id.endsWith('/*') ? [] : spelledOtherwise(db, id)
  return union([
    tagged,
    ...others.map((other) => keySet(db, `select key from place_category where category = ?${named}`, other)),
  ])
}

function keySet(db: DatabaseSync, statement: string, ...bounds: readonly string[]): ReadonlySet<number> {
  return new Set(allRows<{ readonly key: number }>(db, statement, ...bounds).map(({ key }) => key))
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return sets.reduce<ReadonlySet<number>>((all, set) => all.union(set), new Set())
}
