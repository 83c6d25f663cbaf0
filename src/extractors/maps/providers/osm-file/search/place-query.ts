// A query made definite against an index: its reading, with the words corrected that were most likely mistyped.
import type { DatabaseSync } from 'node:sqlite'
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { brandNamed } from '#extractors/maps/query/words/brands.ts'
import { singularPhrases } from '#extractors/maps/query/words/inflections.ts'
import { isGeneric, kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { phraseRole } from '#extractors/maps/query/words/qualifiers.ts'
import { termsOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import {
  brandSpelledLike,
  brandsSpelledLike,
  kindPhraseSpelledLike,
  hasMeaning,
  kindSpelledLike,
  maxEdits,
  withCorrections,
  wordOfPhrase,
  type Correction,
  type Neighbours,
} from '#extractors/maps/query/correct-spelling.ts'
import {
  brandBesideKind,
  brandOfAnotherKind,
  contentOf,
  correctedSplit,
  linkedName,
  linkedNames,
  understandQuery,
  withoutSeldomMapped,
  type Understanding,
} from '#extractors/maps/query/understand-query.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { nameBesideAreaWord } from '#extractors/maps/locations/location-words.ts'
import { areaMeant, lookUpArea } from './area-lookup.ts'
import { placesInCategory, placesOfKinds } from './place-categories.ts'
import { lookUpSpot } from './spot-lookup.ts'
import {
  placesCalled,
  placesWithNumerals,
  placesWithPhrase,
  placesWithPieces,
  placesWithTerms,
  placesWithWords,
  wordsLike,
} from './text-matches.ts'

/** Which places the words of a query are about. */
export interface PlaceQuery {
  readonly understanding: Understanding
  /** Keys of the places that match by themselves at any position; null: every named place. */
  readonly matches: ReadonlySet<number> | null
  /** Places whose name matches: they count at any position, whatever area the query seems to name. */
  readonly nameMatches: ReadonlySet<number>
  readonly corrections: readonly Correction[]
}

/**
 * Decided over the whole index, so that the cells of one search all understand the query alike. `isArea`: by default the
 * areas of the index count.
 */
export function placeQuery(
  index: OpenIndex,
  query: string,
  country: string | null,
  isArea?: (text: string) => boolean,
): PlaceQuery {
  if (isArea !== undefined) return readQuery(index, query, country, isArea)
  const isKnown = areaTest(index, country)
  const read = readQuery(index, query, country, isKnown)
  const { area } = read.understanding
  if (area === null || isPlace(index.db, area.text, country, isKnown)) return read
  const name = areaMeant(index.db, area.text)
  if (name === null) return read
  const corrections = [...read.corrections, { from: area.text, to: name }]
  return { ...read, understanding: { ...read.understanding, area: { ...area, text: name } }, corrections }
}

function readQuery(
  index: OpenIndex,
  query: string,
  country: string | null,
  isArea: (text: string) => boolean,
): PlaceQuery {
  const isPlaceThere = (text: string) => isPlace(index.db, text, country, isArea)
  const read = (text: string) => readAmongNames(index, text, understandQuery(text, isArea), isPlaceThere)
  const first = { ...read(query), corrections: [] }
  const isKind = first.understanding.kind === 'category'
  const isPartRead = first.understanding.ignored.some(({ reason }) => reason === 'not_recorded')
  if (first.matches === null || (isKind && isFound(first) && !isPartRead)) return first
  const ofValue =
    isFound(first) && !isPartRead
      ? null
      : kindOfValue(index.db, isPartRead ? asWords(query, first.understanding) : first.understanding)
  if (ofValue !== null) {
    const matches = matchesOf(index, query, ofValue)
    if (isFound(matches)) return { ...matches, understanding: ofValue, corrections: [] }
  }
  if (isKind && isFound(first)) return first
  const corrected = isKind ? first : correctedQuery(index, query, { first, isArea, read, isPlaceThere })
  if (isFound(corrected)) return corrected
  const typed = termsOf(wordsOf(query)).join(' ')
  // `florist` is no Florista where there is no florist.
  const isPlainKind = isKind && first.understanding.alsoNamed === null
  for (const name of isPlainKind ? [] : brandsSpelledLike(typed)) {
    const again = read(name)
    if (isFound(again)) return { ...again, corrections: [{ from: typed, to: name }] }
  }
  const apart = searchFold(query.replace(GLUED_NUMBER, ' '))
  if (apart !== searchFold(query)) {
    const again = read(apart)
    if (isFound(again)) return { ...again, corrections: [{ from: typed, to: apart }] }
  }
  for (const branded of [...brandOfAnotherKind(first.understanding), ...brandBesideKind(query)]) {
    const matches = matchesOf(index, query, branded)
    if (isFound(matches)) return { ...matches, understanding: branded, corrections: [] }
  }
  // `home depot store` is no shop for anything else where there is none of the brand.
  const { brand, terms } = first.understanding
  if (brand !== null && terms.length > 1) return corrected
  const loose = understandQuery(query, isArea, 'loose')
  const plainerLoose = withoutSeldomMapped(loose)
  const readings = plainerLoose === null ? [loose] : [loose, plainerLoose]
  for (const understanding of loose.kind === 'category' ? readings : []) {
    const matches = matchesOf(index, query, understanding)
    if (isFound(matches)) return { ...matches, understanding, corrections: [] }
  }
  const content = isKind ? '' : contentOf(query)
  const phrase = kindPhraseSpelledLike(content)
  if (phrase === null) return corrected
  const again = read(phrase)
  return isFound(again) ? { ...again, corrections: [{ from: content, to: phrase }] } : corrected
}

/** Keys whose values mappers make up as they need them, in English. */
const FREE_KEYS = ['shop', 'craft', 'office', 'amenity', 'leisure', 'tourism', 'healthcare', 'club'] as const

/**
 * `bail bond agent`, `airline office`: words of no table that are the value of a tag in the file, with a word for any shop or office
 * or without. Null for others, and beside another kind.
 */
function kindOfValue(db: DatabaseSync, understanding: Understanding): Understanding | null {
  const { terms, categories, brand, kind } = understanding
  if (kind !== 'text' || terms.length === 0 || brand !== null) return null
  if (!categories.every(isGeneric)) return null
  const keys = categories.length === 0 ? FREE_KEYS : categories.map(({ id }) => id.replace('group/', ''))
  const phrase = terms.join(' ')
  const is = db.prepare('select 1 from place_category where category = ? limit 1')
  for (const form of [phrase, ...singularPhrases(phrase)]) {
    const ids = keys.map((key) => `${key}/${form.replaceAll(' ', '_')}`)
    const found = ids.filter((id) => firstRow(is, id) !== undefined).map(categoryById)
    const kinds = found.filter((category) => category !== null)
    if (kinds.length > 0)
      return { ...understanding, kind: 'category', categories: kinds, terms: [], nameTerms: null }
  }
  return null
}

/** `carpet cleaning`, of which only the cleaning was read: all that it says of the places, as words without a meaning. */
function asWords(query: string, understanding: Understanding): Understanding {
  const terms = contentOf(query).split(' ')
  return { ...understanding, kind: 'text', categories: [], brand: null, terms, ignored: [] }
}

/** Where a number and letters are written as one: `motel6`, `7eleven`. */
const GLUED_NUMBER = /(?<=\p{L}{3})(?=\d)|(?<=\d)(?=\p{L}{3})/gu

/**
 * `hotels in Vaduz mit Parkplatz`: as `placeQuery` read it, without the conditions that hardly any mapper writes where no
 * place in the area meets them and one does without them. `contains` null: the area has no bound.
 */
export function fittingIn(
  index: OpenIndex,
  text: string,
  query: PlaceQuery,
  contains: ((point: LatLng) => boolean) | null,
): PlaceQuery {
  const plainer = withoutSeldomMapped(query.understanding)
  if (contains === null || plainer?.kind !== 'category') return query
  const position = index.db.prepare('select lat, lng from place where key = ?')
  const isThere = ({ matches }: Matches) =>
    [...(matches ?? [])].some((key) => {
      const point = firstRow<LatLng>(position, key)
      return point !== undefined && contains(point)
    })
  if (isThere(query)) return query
  const matches = matchesOf(index, text, plainer)
  return isThere(matches) ? { ...query, ...matches, understanding: plainer } : query
}

interface Readers {
  /** The query as it was typed. */
  readonly first: PlaceQuery
  readonly isArea: (text: string) => boolean
  readonly read: (text: string) => Omit<PlaceQuery, 'corrections'>
  readonly isPlaceThere: (text: string) => boolean
}

/** The query with its mistyped words corrected where that finds what it does not find as it was typed. */
function correctedQuery(
  index: OpenIndex,
  query: string,
  { first, isArea, read, isPlaceThere }: Readers,
): PlaceQuery {
  let areasLeft = MAX_AREAS_LOOKED_FOR
  const areaLike = (word: string) => {
    areasLeft -= 1
    return areasLeft < 0 ? null : areaMeant(index.db, word)
  }
  const kindMeant = (word: string, neighbours: Neighbours) =>
    kindMeantAmongNames(index.db, word, { isArea, areaLike }, neighbours)
  const split = correctedSplit(query, kindMeant)
  if (split !== null && isPlaceThere(split.understanding.area?.text ?? '')) {
    const { understanding: again, corrections } = split
    return { ...matchesOf(index, query, again), understanding: again, corrections }
  }
  const { corrected, corrections } = withCorrections(
    wordsOf(query),
    (word, neighbours) =>
      kindMeant(word, neighbours) ?? (isFound(first) ? null : wordMeantAmongNames(index.db, word, isArea)),
  )
  if (corrections.length === 0) return first
  const second = { ...read(corrected), corrections }
  // Where neither finds anything, the words that all mean something are what was asked for.
  const isUnderstood = second.understanding.kind === 'category' && !isFound(first)
  return isFound(second) || isUnderstood ? second : first
}

/**
 * A word that says where may be a part of a name (`Bar in der Au`), and what stands in front of it a name (`Rampoldi near
 * Casino`): the reading counts that finds something, the literal one first. `isPlaceThere`: whether a text names something
 * on the map.
 */
function readAmongNames(
  index: OpenIndex,
  query: string,
  understanding: Understanding,
  isPlaceThere: (text: string) => boolean,
): Matches & Pick<PlaceQuery, 'understanding'> {
  const plain = matchesOrPlainer(index, query, understanding)
  const { area } = understanding
  const whole = linkedName(query)
  const named = whole === null ? [] : placesWithPhrase(index.db, whole.terms)
  if (whole !== null && named.length > 0) {
    const isElsewhere = area === null || !isPlaceThere(area.text)
    if (isElsewhere) return { ...matchesOf(index, query, whole), understanding: whole }
    return { ...plain, nameMatches: plain.nameMatches.union(new Set(named)) }
  }
  if (area !== null || isFound(plain)) return plain
  for (const linked of linkedNames(query)) {
    if (!isPlaceThere(linked.area?.text ?? '')) continue
    const matches = matchesOf(index, query, linked)
    if (isFound(matches)) return { ...matches, understanding: linked }
  }
  return plain
}

/** Without the conditions that hardly any mapper writes, where no place meets them and one does without. */
function matchesOrPlainer(
  index: OpenIndex,
  query: string,
  understanding: Understanding,
): Matches & Pick<PlaceQuery, 'understanding'> {
  const strict = { ...matchesOf(index, query, understanding), understanding }
  const plainer = isFound(strict) ? null : withoutSeldomMapped(understanding)
  const loose = plainer === null ? null : matchesOf(index, query, plainer)
  return plainer === null || loose === null || !isFound(loose) ? strict : { ...loose, understanding: plainer }
}

/** Whether a text that follows `near` or `in` names something on the map. */
function isPlace(
  db: DatabaseSync,
  text: string,
  country: string | null,
  isArea: (text: string) => boolean,
): boolean {
  return isArea(text) || lookUpSpot(db, text, country).found.length > 0
}

function areaTest({ db }: OpenIndex, country: string | null): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    // `Vaduz Zentrum`, `ville de Monaco`
    const names = [text, nameBesideAreaWord(text)].filter((name) => name !== null)
    const is = names.some((name) => lookUpArea(db, name, country).found.length > 0)
    known.set(text, is)
    return is
  }
}

type Matches = Pick<PlaceQuery, 'matches' | 'nameMatches'>

/** Whether there is any such place in the file. */
export function isFound({ matches, nameMatches }: Matches): boolean {
  return matches === null || matches.size > 0 || nameMatches.size > 0
}

function matchesOf(index: OpenIndex, query: string, understanding: Understanding): Matches {
  const all = [understanding, ...understanding.or].map((choice) => matchesOfOne(index, query, choice))
  const nameMatches = new Set(all.flatMap((one) => [...one.nameMatches]))
  if (all.some(({ matches }) => matches === null)) return { matches: null, nameMatches }
  return { matches: new Set(all.flatMap(({ matches }) => [...(matches ?? [])])), nameMatches }
}

function matchesOfOne({ db }: OpenIndex, query: string, understanding: Understanding): Matches {
  const { kind, categories, qualifiers, terms, nameTerms, alsoNamed, brand, area } = understanding
  if (kind === 'all') return { matches: null, nameMatches: new Set() }
  const nameMatches = new Set(nameTerms === null ? [] : placesWithTerms(db, nameTerms, 'name'))
  const ofKinds = placesOfKinds(db, categories, qualifiers)
  if (kind === 'category') {
    if (alsoNamed !== null && ofKinds !== null) {
      return { matches: ofKinds.union(new Set(placesWithTerms(db, alsoNamed, 'name'))), nameMatches }
    }
    // A word that is no kind of anything here may still be a name.
    const others =
      ofKinds?.size === 0 && area === null ? placesWithTerms(db, termsOf(wordsOf(query)), 'name') : []
    return { matches: ofKinds, nameMatches: nameMatches.union(new Set(others)) }
  }
  // The name of a brand is typed as a whole: Cooper is no Coop.
  const whole = brand === null ? [] : placesWithWords(db, terms)
  let found = new Set(
    whole.length > 0 ? whole : placesWithTerms(db, terms, 'all', ofKinds === null ? 'else' : 'too'),
  )
  if (brand !== null) {
    const tagged = placesInCategory(db, brandCategory(brand.wikidata))
    found = found.union(tagged)
    for (const name of brand.names) {
      const words = name.split(' ')
      // `costa coffee` is shown as Costa, which other names hold as well.
      const isShort = tagged.size > 0 && words.every((word) => terms.includes(word))
      found = found.union(new Set(isShort ? placesCalled(db, name) : placesWithTerms(db, words, 'all')))
    }
  }
  if (found.size === 0) found = new Set(placesWithNumerals(db, terms))
  if (found.size === 0) found = new Set(placesWithPieces(db, terms))
  return { matches: ofKinds === null ? found : found.intersection(ofKinds), nameMatches }
}

function brandCategory(wikidata: readonly string[]): Category {
  const match = wikidata.map((item) => [`brand:wikidata/${item}`])
  return { id: 'brand', match, unnamed: true, narrows: false }
}

/** A misspelled name of a place hides no kind that has so many times the places. */
const TIMES_AS_MANY = 20
const MIN_CHARS_DESPITE_NAMES = 7

/** A query of many words that nothing knows is no list of areas. */
const MAX_AREAS_LOOKED_FOR = 6

interface Areas {
  readonly isArea: (text: string) => boolean
  /** The area that a mistyped word means. */
  readonly areaLike: (word: string) => string | null
}

/** The word for a kind that a mistyped one means; for a word that names have only where the kind is far more likely. */
function kindMeantAmongNames(
  db: DatabaseSync,
  word: string,
  { isArea, areaLike }: Areas,
  neighbours: Neighbours,
): string | null {
  if (maxEdits(word) === 0 || hasMeaning(word) || isArea(word)) return null
  const named = placesWithWords(db, [word]).length
  const ofPhrase = named === 0 ? wordOfPhrase(word, neighbours) : null
  if (ofPhrase !== null) return ofPhrase
  const kind = kindSpelledLike(word)
  // `fontvielle` has one letter less than Fontvieille, and two others than a fontanelle.
  const area = named === 0 && kind?.edits !== 1 ? areaLike(word) : null
  if (area !== null) return area
  if (kind === null) return null
  if (named === 0) return kind.word
  const isLikelier =
    kind.edits === 1 &&
    word.length >= MIN_CHARS_DESPITE_NAMES &&
    placesOfWord(db, kind.word) >= TIMES_AS_MANY * named
  return isLikelier ? kind.word : null
}

/** The name that a word means which no name has and no table. */
function wordMeantAmongNames(
  db: DatabaseSync,
  word: string,
  isArea: (text: string) => boolean,
): string | null {
  if (maxEdits(word) === 0 || isArea(word)) return null
  if (placesWithTerms(db, [word], 'all').length > 0) return null
  // The map misspells the brand: Chipoltle.
  if (brandNamed(word) !== null && kindsNamed(word) === null && phraseRole(word) === null)
    return word.length < MIN_CHARS_DESPITE_NAMES ? null : similarWord(db, word, 1)
  if (hasMeaning(word)) return null
  const brand = brandSpelledLike(word)?.word ?? null
  if (brand !== null && placesWithWords(db, [brand]).length > 0) return brand
  return similarWord(db, word) ?? brand
}

function placesOfWord(db: DatabaseSync, word: string): number {
  return placesOfKinds(db, kindsNamed(word)?.categories ?? [], [])?.size ?? 0
}

/** A word of the names in the file: one wrong letter, two in longer words, and the first one right. */
function similarWord(db: DatabaseSync, term: string, limit = maxEdits(term)): string | null {
  const first = term.charAt(0)
  const words = wordsLike(db, (word) => word.startsWith(first) && editDistance(word, term, limit) <= limit)
  const ranked = words.map((word) => ({ word, distance: editDistance(word, term, limit) }))
  return ranked.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))[0]?.word ?? null
}
