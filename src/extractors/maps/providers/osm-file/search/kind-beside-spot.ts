// A kind beside the name of a street or a landmark: `restaurants rue Grimaldi`, `café museum`, `汐浜駅 カフェ`.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { categoryById } from '#kit/categories/category-table.ts'
import { isUnspaced } from '#kit/text/character-pairs.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { termsOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import { kindsBesideSpot, kindsNearKindIn } from '#extractors/maps/query/understand-query.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import {
  isFound,
  matched,
  type MatchedReading,
} from '#extractors/maps/providers/osm-file/matches/query-matches.ts'
import { placesInCategory } from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import { placesCalled, placesWithTerms } from '#extractors/maps/providers/osm-file/matches/text-matches.ts'
import { placesNamedInTranslation } from '#extractors/maps/providers/osm-file/matches/translated-names.ts'
import { searchArea } from './search-area.ts'
import { lookUpSpot } from './spot-lookup.ts'
import type { SpotRecord } from './spots/spot-records.ts'

/**
 * `restaurants rue Grimaldi`: a kind beside the name of a street or a landmark, which is no part of the name of such a place. Null where
 * it is, and where nothing has the name.
 */
export function kindBesideSpot(
  index: OpenIndex,
  query: string,
  first: MatchedReading,
  country: string | null,
): MatchedReading | null {
  const { kind, area, brand, categories, terms } = first.understanding
  const isOpen = area?.isCertain !== true
  const nearKind = isOpen ? null : kindsNearKindIn(query, area.text)
  if (nearKind !== null && isAreaThere(index, nearKind.area.text, country)) {
    return matched(index, query, nearKind)
  }
  // `lidl rue Grimaldi`: a brand stands so where nothing has all the words.
  const isLost = isOpen && kind === 'text' && !isFound(first)
  const isNoKind = categories.length === 0 && !isUnspaced(query)
  if (!isLost && isNoKind) return null
  const ofBrand = isLost || brand === null ? null : terms.join(' ')
  if (!isOpen && isAreaThere(index, area.text, country)) return null
  const ofWords = isOpen && kind === 'text' ? (first.matches ?? new Set<number>()) : new Set<number>()
  const whole = termsOf(wordsOf(query))
  const isWhole = placesWithTerms(index.db, whole, 'name').length > 0
  const isCalled = isUnspaced(query) && placesCalled(index.db, whole.join(' ')).length > 0
  for (const { isBesideKind, ...reading } of kindsBesideSpot(query, area?.text ?? null, isLost)) {
    // `汐浜駅 カフェ`: the station of that name, and no station in the town of that name.
    const isInName = area !== null && isUnspaced(area.text) && reading.area.text.startsWith(area.text)
    if (isOpen && kind === 'category' && !isBesideKind && !isInName) continue
    const [spot] = lookUpSpot(index.db, reading.area.text, country).found
    if (spot === undefined) continue
    if (ofBrand !== null && !isLongerName(reading.area.text, ofBrand, spot)) continue
    const found = matched(index, query, reading)
    const words = reading.area.text.split(' ')
    // `iglesia de Santa Devota` is the `Chapelle Sainte-Dévote`, and no church near it.
    const isAsTyped =
      isBesideKind || spot.kind !== 'landmark' || placesWithTerms(index.db, words, 'all').length > 0
    if (!isAsTyped && placesNamedInTranslation(index.db, query).length > 0) return null
    const named = (found.matches ?? new Set()).intersection(
      new Set(placesWithTerms(index.db, words, 'name', 'too')),
    )
    const isStreet = spot.kind === 'street' || spot.kind === 'address' || spot.lines !== undefined
    const isName = (isWhole || named.size > 0) && !isBesideKind && (!isStreet || words.length === 1)
    // `bus stop Vaduz Post` is the stop of that name, and no post office.
    const isBrand = reading.brand !== null
    // `parking Tissot Arena`: the car park of that name, and the others there.
    if (
      isName &&
      named.size > 0 &&
      reading.categories.every(({ id }) => USED_ON_THE_WAY.test(id)) &&
      isFound(found)
    )
      return { ...found, nameMatches: found.nameMatches.union(named) }
    if (isName && named.size > 0 && reading.categories.length < categories.length && !isBrand && !isInName)
      return matched(index, query, { ...reading, kind: 'text', area: null, terms: words })
    // A name of one word may be that of a place of the kind, which is not there: `Hotel Ritz` beside a bar `Ritz`.
    const isPlain = isBrand || reading.categories.every(({ unnamed }) => unnamed)
    const isOther =
      words.length > 1 || isStreet || isBesideKind || isPlain || isSurelyWhere(index, spot, words)
    // `八幡宮 駐車場`, `강남역 편의점`: where the place stands in front of what is there, that is also what is called so.
    const isInFront = isUnspaced(reading.area.text) && !isCalled
    const isFirst = whole.join(' ').startsWith(reading.area.text)
    const isAlsoWhere = isInFront && (isPlain || (isFirst && isSurelyWhere(index, spot, words)))
    if ((isName && !isAlsoWhere) || !isOther || !isFound(found)) continue
    const ofName = ofWords.intersection(found.matches ?? new Set())
    return { ...found, nameMatches: found.nameMatches.union(ofName) }
  }
  return null
}

/** What people use who go somewhere else; a stop is that of its name alone. */
const USED_ON_THE_WAY = /^amenity\/(?:(?:bicycle_|motorcycle_)?parking|charging_station|toilets)$/

/** Whether a text is the whole name of a place, which has more words than those of a brand: the arena of `parking tissot arena`. */
function isLongerName(text: string, brand: string, { name }: SpotRecord): boolean {
  return text !== brand && ` ${text} `.includes(` ${brand} `) && searchFold(name) === text
}

/** In languages without spaces where stands in front of what: a long name, or a station's, is no part of the name of what is there. */
function isSurelyWhere({ db }: OpenIndex, { key }: SpotRecord, words: readonly string[]): boolean {
  const text = words.join('')
  if (!isUnspaced(text)) return false
  const stations = categoryById('railway/station')
  return (
    text.length >= MIN_CHARS_OF_A_LANDMARK ||
    (stations !== null && placesInCategory(db, stations).has(key ?? 0))
  )
}

const MIN_CHARS_OF_A_LANDMARK = 3

/** Whether a search finds where a text is. */
function isAreaThere(index: OpenIndex, text: string, country: string | null): boolean {
  try {
    searchArea(index, text, { country, language: null, pointer: '/query' })
    return true
  } catch (error) {
    if (error instanceof SurveyorError) return false
    throw error
  }
}
