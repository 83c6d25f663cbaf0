// A query made definite against an index: its reading, with the words corrected that were most likely mistyped.
import type { DatabaseSync } from 'node:sqlite'
import type { LatLng } from '#kit/geo/geometry.ts'
import { withKatakanaMeant } from '#kit/text/script-variants.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { remembered } from '#kit/remembered.ts'
import { brandCategory } from '#extractors/maps/query/words/brands.ts'
import { isOrdinaryWord, kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { finishedInput } from '#extractors/maps/query/unfinished-input.ts'
import { typedOtherwise } from '#extractors/maps/query/typing/typed-otherwise.ts'
import { pluralPhrases, singularPhrases } from '#extractors/maps/query/words/inflections.ts'
import { termsOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import {
  brandsSpelledLike,
  kindPhraseSpelledLike,
  withCorrections,
  type Correction,
  type Neighbours,
} from '#extractors/maps/query/correct-spelling.ts'
import {
  brandBesideKind,
  brandOfAnotherKind,
  contentOf,
  correctedSplit,
  goodsOfShop,
  linkedName,
  linkedNames,
  nameAtTheEnd,
  understandQuery,
  withName,
  withoutSeldomMapped,
  type Understanding,
} from '#extractors/maps/query/understand-query.ts'
import { cutExclusions, withExclusions } from '#extractors/maps/query/exclusions.ts'
import { inWiderKinds } from '#extractors/maps/query/wider-queries.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import {
  kindMeantAmongNames,
  wordMeantAmongNames,
} from '#extractors/maps/providers/osm-file/matches/mistyped-words.ts'
import {
  isFound,
  kindOfValue,
  matched,
  matchedOrPlainer,
  type MatchedReading,
  type Matches,
} from '#extractors/maps/providers/osm-file/matches/query-matches.ts'
import {
  placesInCategory,
  placesOfKinds,
  qualified,
} from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import {
  placesCalled,
  placesDescribed,
  placesNamed,
  placesWithPhrase,
  placesWithTerms,
} from '#extractors/maps/providers/osm-file/matches/text-matches.ts'
import { placesNamedInTranslation } from '#extractors/maps/providers/osm-file/matches/translated-names.ts'
import { nameInCase, wordsInCase } from './spots/case-names.ts'
import { areaMeant, listedAreas, namesArea } from './area-lookup.ts'
import { institutionsCalled, placesGluedToKind } from './glued-names.ts'
import { lookUpSpot } from './spot-lookup.ts'
import { kindBesideSpot } from './kind-beside-spot.ts'
import { withStreets } from './spots/asked-streets.ts'

/** Which places the words of a query are about. */
export interface PlaceQuery extends MatchedReading {
  readonly corrections: readonly Correction[]
}

/**
 * Decided over the whole index, so that the cells of one search all understand the query alike. `isArea`: by default the
 * areas of the index count, and its streets.
 */
export function placeQuery(
  index: OpenIndex,
  query: string,
  country: string | null,
  isArea?: (text: string) => boolean,
): PlaceQuery {
  const { rest, exclusions } = cutExclusions(query)
  // `Why Not Bread` where something is called so.
  const isName = exclusions.length > 0 && placesWithPhrase(index.db, termsOf(wordsOf(query))).length > 0
  if (exclusions.length === 0 || isName) return wantedPlaces(index, query, country, isArea)
  const read = wantedPlaces(index, rest, country, isArea)
  const understanding = withExclusions(read.understanding, exclusions)
  const conditions = understanding.qualifiers.filter((own) => !read.understanding.qualifiers.includes(own))
  const left = (keys: ReadonlySet<number>) => qualified(index.db, keys, conditions)
  const matches = read.matches === null ? null : left(read.matches)
  return { ...read, understanding, matches, nameMatches: left(read.nameMatches) }
}

function wantedPlaces(
  index: OpenIndex,
  query: string,
  country: string | null,
  isArea: ((text: string) => boolean) | undefined,
): PlaceQuery {
  if (isArea !== undefined) return readQuery(index, query, { country, isArea, hasStreets: false })
  const isKnown = areaTest(index, country)
  const typed = readQuery(index, query, { country, isArea: isKnown, hasStreets: true })
  const read = withStreets(index.db, query, typed)
  const { area } = read.understanding
  if (area === null || isPlace(index.db, area.text, country, isKnown)) return read
  const name = nameInCase(index.db, area.text, false) ?? areaMeant(index.db, area.text)
  if (name === null) return read
  const corrections = [...read.corrections, { from: area.text, to: name }]
  return { ...read, understanding: { ...read.understanding, area: { ...area, text: name } }, corrections }
}

/** What the map beside the places says. */
interface Surroundings {
  readonly country: string | null
  readonly isArea: (text: string) => boolean
  /** Without, a kind stands beside no street and no landmark. */
  readonly hasStreets: boolean
}

function readQuery(
  index: OpenIndex,
  query: string,
  { country, isArea, hasStreets }: Surroundings,
): PlaceQuery {
  const isPlaceThere = remembered((text) => isPlace(index.db, text, country, isArea))
  const read = (text: string, understanding = understandQuery(text, isArea)) => {
    const plain = readAmongNames(index, text, understanding, isPlaceThere)
    return (
      branded(index, text, plain) ??
      (hasStreets ? kindBesideSpot(index, text, plain, country) : null) ??
      plain
    )
  }
  const literal = understandQuery(query, isArea)
  const asName = readAsName(index, query, literal) ?? readGlued(index, query, literal)
  if (asName !== null) return hasStreets ? withThoseThere(index, query, asName, literal, country) : asName
  const first = { ...read(query, literal), corrections: [] }
  const isKind = first.understanding.kind === 'category'
  const isPartRead = first.understanding.ignored.some(({ reason }) => reason === 'not_recorded')
  const isAllRead = isFound(first) && !isPartRead
  if (first.matches === null || (isKind && isAllRead)) return first
  const { area } = first.understanding
  // `pharmacies near High Street`: all of it is understood, and a town without pharmacies has none there.
  if (isKind && !isPartRead && area !== null && isPlaceThere(area.text)) {
    const wider = widerReading(index, query, first)
    return wider !== null && isFound(wider) ? wider : first
  }
  const words = isPartRead ? asWords(query, first.understanding) : first.understanding
  const value = isAllRead ? null : kindOfValue(index, words)
  const ofValue = value === null ? null : matched(index, query, value)
  if (ofValue !== null && isFound(ofValue)) return { ...ofValue, corrections: [] }
  const readers = { first, isArea, read, isPlaceThere }
  const corrected = isKind ? first : correctedQuery(index, query, readers)
  if (isFound(corrected)) return corrected
  return looserReadings(index, query, readers).find(isFound) ?? corrected
}

/** The same with the kinds that people mean as well; null where there are none. */
function widerReading(index: OpenIndex, query: string, { understanding }: PlaceQuery): PlaceQuery | null {
  const wider = inWiderKinds(understanding)
  return wider === null ? null : { ...matched(index, query, wider), corrections: [] }
}

/** `supermarché casino`: of two words for kinds one is the brand of places of the other here. Null for any other query. */
function branded(index: OpenIndex, query: string, { understanding }: MatchedReading): MatchedReading | null {
  if (understanding.kind !== 'category' || understanding.categories.length < 2) return null
  for (const reading of brandBesideKind(query)) {
    const { brand, categories, qualifiers, terms } = reading
    const tagged = placesInCategory(index.db, brandCategory(brand?.wikidata ?? []))
    const ofBrand = tagged.union(new Set(placesCalled(index.db, terms.join(' '))))
    if (placesOfKinds(index.db, categories, qualifiers)?.isDisjointFrom(ofBrand) === false) {
      return matched(index, query, { ...reading, area: understanding.area })
    }
  }
  return null
}

/** Readings of a query that finds nothing as it was typed, the most literal first. */
function* looserReadings(index: OpenIndex, query: string, readers: Readers): Generator<PlaceQuery> {
  const { first, isArea, read } = readers
  const { kind, alsoNamed, brand, terms } = first.understanding
  const again = (from: string, to: string) => ({ ...read(to), corrections: [{ from, to }] })
  const meaning = (understanding: Understanding) => ({
    ...matched(index, query, understanding),
    corrections: [],
  })
  const typed = termsOf(wordsOf(query)).join(' ')
  const wider = widerReading(index, query, first)
  if (wider !== null) yield wider
  // `florist` is no Florista where there is no florist.
  const isPlainKind = kind === 'category' && alsoNamed === null
  if (!isPlainKind) for (const name of brandsSpelledLike(typed)) yield again(typed, name)
  const apart = searchFold(query.replace(GLUED_NUMBER, ' '))
  if (apart !== searchFold(query)) yield again(typed, apart)
  const allDay = query.replace(/(?<=\p{L} )24$/u, '24h')
  if (allDay !== query) yield again(query, allDay)
  const kana = withKatakanaMeant(query)
  if (kana !== query.normalize('NFKC')) yield again(query, kana)
  // `ร้านส้มตำ`: who sells a dish, of which the map has no kind, has it in the name.
  const dish = query.replace(/^ร้าน(?:ขาย|อาหาร)?(?=\p{Script=Thai}{2})/u, '')
  if (dish !== query) yield again(query, dish)
  const finished = finishedInput(query)
  if (finished !== null) yield again(query, finished)
  const isName = (word: string) => placesWithTerms(index.db, [word], 'name', 'too').length > 0
  const isInName = (words: string) => placesWithPhrase(index.db, words.split(' ')).length > 0
  for (const other of typedOtherwise(query, typed, isArea, isName, isInName)) yield again(typed, other)
  if (first.understanding.area === null) {
    const named = new Set(placesNamedInTranslation(index.db, query))
    const name = {
      ...first.understanding,
      kind: 'text',
      categories: [],
      qualifiers: [],
      ignored: [],
    } as const
    yield {
      matches: named,
      nameMatches: new Set(),
      understanding: { ...name, terms: termsOf(wordsOf(query)) },
      corrections: [],
    }
  }
  // `family restaurant`: an ordinary word that is a brand somewhere is one here where a place is called so.
  const isWord = terms.every(isOrdinaryWord) && placesCalled(index.db, terms.join(' ')).length === 0
  for (const branded of isWord ? [] : brandOfAnotherKind(first.understanding)) yield meaning(branded)
  for (const branded of brandBesideKind(query)) yield meaning(branded)
  const content = contentOf(query)
  if (first.understanding.area === null && brand === null && content !== '') {
    const described = new Set(placesDescribed(index.db, content.split(' ')))
    yield { ...meaning(asWords(query, first.understanding)), matches: described, nameMatches: new Set() }
  }
  // `home depot store` is no shop for anything else where there is none of the brand.
  if (brand !== null && terms.length > 1) return
  const loose = understandQuery(query, isArea, 'loose')
  if (loose.kind === 'category') {
    yield meaning(loose)
    const plainer = withoutSeldomMapped(loose)
    if (plainer !== null) yield meaning(plainer)
  }
  const ofNoName = withoutUnknownWords(index, first.understanding)
  if (ofNoName !== null) yield meaning(ofNoName)
  const inCase = withNameInCase(index.db, query)
  if (inCase !== null) yield again(inCase.from, inCase.query)
  const spelled = kind === 'category' ? '' : content
  const phrase = kindPhraseSpelledLike(spelled)
  if (phrase !== null) yield again(spelled, phrase)
  const named = shopsNamed(index, query)
  if (named !== null) yield named
  const form = kind === 'text' && brand === null ? wordsInCase(index.db, typed) : null
  if (form !== null) yield again(typed, form)
}

/** `ravintola helsingissä`: the query with the name by itself in it that its first or last words are a form of; null without any. */
function withNameInCase(db: DatabaseSync, query: string): { from: string; query: string } | null {
  const words = termsOf(wordsOf(query))
  for (let length = Math.min(2, words.length - 1); length > 0; length -= 1) {
    const [last, first] = [words.slice(-length).join(' '), words.slice(0, length).join(' ')]
    const ofLast = nameInCase(db, last, true)
    if (ofLast !== null) return { from: last, query: `${words.slice(0, -length).join(' ')} ${ofLast}` }
    const ofFirst = nameInCase(db, first, true)
    if (ofFirst !== null) return { from: first, query: `${ofFirst} ${words.slice(length).join(' ')}` }
  }
  return null
}

/** `coin shop`: where nothing is one by its tags, the shops with the rest of the words in their names: `Har-man's Coins`. */
function shopsNamed({ db }: OpenIndex, query: string): PlaceQuery | null {
  const goods = goodsOfShop(query)
  if (goods === null) return null
  const { terms, categories } = goods
  const forms = terms.reduce<readonly string[]>(
    (phrases, term) =>
      phrases.flatMap((phrase) =>
        [term, ...singularPhrases(term), ...pluralPhrases(term)].map((form) => `${phrase} ${form}`.trim()),
      ),
    [''],
  )
  const shops = categories.map((category) => placesInCategory(db, category))
  const matches = placesNamed(db, [...new Set(forms)]).filter((key) => shops.some((keys) => keys.has(key)))
  return { matches: new Set(matches), nameMatches: new Set(), understanding: goods, corrections: [] }
}

/**
 * `LKB Geldautomat`: beside kinds whose places hardly ever have a name, words that are in no name at all say who runs them, which the map
 * does not. The query without them; null for other kinds, where such a word is the name of a place that is not there.
 */
function withoutUnknownWords({ db }: OpenIndex, understanding: Understanding): Understanding | null {
  const { categories, qualifiers, brand, terms, ignored } = understanding
  // `bitcoin accepted here`: a condition and nothing else.
  const isOnlyCondition =
    categories.length === 0 && qualifiers.some(({ onlyExcludes }) => onlyExcludes !== true)
  if (brand !== null || terms.length === 0) return null
  if (!isOnlyCondition && !categories.some(({ narrows }) => !narrows)) return null
  if (!categories.every(({ unnamed, narrows }) => unnamed || narrows)) return null
  // `clock stopped working`: ordinary words say what is wanted, and that is not the clock.
  const mayRun = (term: string) =>
    isOrdinaryWord(term) ? isOnlyCondition : placesWithTerms(db, [term], 'all').length === 0
  if (!terms.every(mayRun)) return null
  const leftOut = terms.map((text) => ({ text, reason: 'not_recorded' }) as const)
  return { ...understanding, kind: 'category', terms: [], nameTerms: null, ignored: [...ignored, ...leftOut] }
}

/** A query of several words that reads as kinds and is the whole name of a place; null for any other. */
function readAsName(index: OpenIndex, query: string, reading: Understanding): PlaceQuery | null {
  const name = termsOf(wordsOf(query))
  // `Hotel Vaduz`: such places count beside those in an area anyway.
  const isSure = reading.area !== null && reading.qualifiers.every(({ saidBy }) => saidBy === undefined)
  if (reading.kind !== 'category' || isSure || name.length < 2) return null
  const called = placesCalled(index.db, name.join(' '))
  const understanding = called.length === 0 ? null : withName(query, reading)
  if (understanding === null) return null
  const ofKind = { ...understanding, nameTerms: null }
  const matches = understanding.kind === 'text' ? new Set<number>() : matched(index, query, ofKind).matches
  return { matches, nameMatches: new Set(called), understanding, corrections: [] }
}

/**
 * `parking hospital` where a car park is called so: those at the hospital that have no name are meant as well. The places of the name alone
 * where a kind hardly ever goes without a name.
 */
function withThoseThere(
  index: OpenIndex,
  query: string,
  asName: PlaceQuery,
  literal: Understanding,
  country: string | null,
): PlaceQuery {
  if (literal.kind !== 'category' || !literal.categories.some(({ unnamed }) => unnamed)) return asName
  const there = kindBesideSpot(index, query, matched(index, query, literal), country)
  if (there?.understanding.categories.every(({ unnamed }) => unnamed) !== true) return asName
  return { ...there, nameMatches: there.nameMatches.union(asName.nameMatches), corrections: [] }
}

/** `汐浜駅`: the station of that name, and no station in an area of that name. Null for any other query. */
function readGlued({ db }: OpenIndex, query: string, reading: Understanding): PlaceQuery | null {
  const terms = termsOf(wordsOf(query))
  const [name = ''] = terms
  const isOneName = terms.length === 1 && reading.brand === null
  const glued = isOneName ? placesGluedToKind(db, name) : []
  const called = isOneName && glued.length === 0 ? institutionsCalled(db, name, reading) : glued
  if (called.length === 0) return null
  const understanding = { ...asWords(query, reading), qualifiers: [], area: null, nameTerms: null, terms }
  return { matches: new Set(), nameMatches: new Set(called), understanding, corrections: [] }
}

/** `carpet cleaning`, of which only the cleaning was read: all that it says of the places, as words without a meaning. */
function asWords(query: string, understanding: Understanding): Understanding {
  const content = contentOf(query)
  const ignored = understanding.ignored.filter(({ text }) => !` ${content} `.includes(` ${text} `))
  return { ...understanding, kind: 'text', categories: [], brand: null, terms: content.split(' '), ignored }
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
  const position = 'select lat, lng from place where key = ?'
  const isThere = ({ matches }: Matches) =>
    [...(matches ?? [])].some((key) => {
      const point = firstRow<LatLng>(index.db, position, key)
      return point !== undefined && contains(point)
    })
  if (isThere(query)) return query
  const found = matched(index, text, plainer)
  return isThere(found) ? { ...query, ...found } : query
}

interface Readers {
  /** The query as it was typed. */
  readonly first: PlaceQuery
  readonly isArea: (text: string) => boolean
  readonly read: (text: string) => MatchedReading
  readonly isPlaceThere: (text: string) => boolean
}

/** A query of many words that nothing knows is no list of areas. */
const MAX_AREAS_LOOKED_FOR = 6

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
  const name = nameAtTheEnd(query)
  const kindMeant = (word: string, neighbours: Neighbours) =>
    word === name ? null : kindMeantAmongNames(index.db, word, { isArea, areaLike }, neighbours)
  const split = correctedSplit(query, kindMeant)
  if (split !== null && isPlaceThere(split.understanding.area?.text ?? '')) {
    return { ...matched(index, query, split.understanding), corrections: split.corrections }
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
): MatchedReading {
  const plain = matchedOrPlainer(index, query, understanding)
  const { area } = understanding
  const whole = linkedName(query)
  const named = whole === null ? [] : placesWithPhrase(index.db, whole.terms)
  if (whole !== null && named.length > 0) {
    const isElsewhere = area === null || !isPlaceThere(area.text)
    // `walk in clinic` is a kind, whatever one of them is called.
    const kinds = area === null ? kindsNamed(whole.terms.join(' ')) : null
    const isKind = kinds !== null && kinds.use !== 'term'
    if (isElsewhere && !isKind) return matched(index, query, whole)
    return { ...plain, nameMatches: plain.nameMatches.union(new Set(named)) }
  }
  if (area !== null || isFound(plain)) return plain
  for (const linked of linkedNames(query)) {
    const { area: where } = linked
    if (where === null) continue
    const text = isPlaceThere(where.text) ? where.text : nameInCase(index.db, where.text, false)
    if (text === null) continue
    const found = matched(index, query, { ...linked, area: { ...where, text } })
    if (isFound(found)) return found
  }
  return plain
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
  return remembered((text) => namesArea(db, text, country) || listedAreas(db, text, country).length > 0)
}
