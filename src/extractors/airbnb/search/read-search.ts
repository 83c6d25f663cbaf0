// Reads the results of a page of a search, and refuses a page whose results lost their shape.
import { extractError } from '#extract/errors.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { SearchResult } from '#extractors/airbnb/request/airbnb-data.ts'
import { isDisplayPrice } from '#extractors/airbnb/price/display-price.ts'
import { dataOf, type PageState } from '#extractors/airbnb/state/page-state.ts'
import {
  countAt,
  findObject,
  firstOf,
  listAt,
  objectsIn,
  textAt,
} from '#extractors/airbnb/state/payload-fields.ts'
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import { asciiDigits, plainDigits, WRITTEN_NUMBER } from '#parsing/numbers/written-digits.ts'
import { cardIdOf, cardsIn, readCard } from './search-card.ts'

/** One page of a search. */
export interface SearchPage {
  readonly results: SearchResult[]
  readonly total: number | null
  readonly totalText: string | null
  /** How many pages it lists; null where it does not. */
  readonly offered: number | null
  readonly nextCursor: string | null
  /** The share of its results that have each field, 0 to 1; empty without results. */
  readonly rates: Readonly<Record<string, number>>
  /** Whether it lists more than was read. */
  readonly isCut: boolean
}

/** Fewer results with all required fields than this: the site has changed. */
const MIN_FILLED = 0.8
/** Below this share a field that may be missing is worth a warning. */
const MIN_OPTIONAL = 0.5
const PAGE_SIZE = 18
const MAX_LIST = 2_000
const CUT: Warning = {
  code: 'results_cut',
  detail: `Only the first ${MAX_LIST} results of a page were read.`,
}

/** Null for a page that is no search. Throws `upstream_changed`. */
export function readSearch(page: PageState): SearchPage | null {
  const roots = dataOf(page.payloads)
  const list = resultsIn(roots)
  if (list === null) return null
  const context = { price: page, checkIn: page.checkIn, checkOut: page.checkOut, origin: page.origin }
  const cards = cardsIn(list.slice(0, MAX_LIST))
  const results = new Map<string, SearchResult>()
  for (const card of cards) {
    const result = readCard(card, context)
    if (result !== null && !results.has(result.listingId)) results.set(result.listingId, result)
  }
  const read = [...results.values()]
  checkShape(list.length, cards, read)
  return {
    results: read,
    ...totalOf(roots),
    nextCursor: firstIn(roots, (each) => textAt(each, 'nextPageCursor')),
    rates: fillRates(cards, read),
    isCut: list.length > MAX_LIST,
  }
}

/** The list of results by its name, else the longest list of things that look like results. */
function resultsIn(roots: readonly JsonValue[]): readonly JsonValue[] | null {
  let named: readonly JsonValue[] | null = null
  let longest: readonly JsonValue[] = []
  let highest = 0
  for (const root of roots) {
    for (const object of objectsIn(root)) {
      for (const [name, value] of Object.entries(object)) {
        if (!Array.isArray(value)) continue
        if (name === 'searchResults' && (named === null || value.length > named.length)) named = value
        // The map repeats the list, with results beyond it.
        if (named !== null || /^map|similar|recent/i.test(name) || value.length <= highest) continue
        const count = cardsIn(value.slice(0, MAX_LIST)).filter((card) => cardIdOf(card) !== null).length
        if (count > highest) [longest, highest] = [value, count]
      }
    }
  }
  return named ?? (highest > 0 ? longest : null)
}

/** Throws `upstream_changed` for a list whose results lack what every result has. */
function checkShape(listed: number, cards: readonly JsonObject[], read: readonly SearchResult[]): void {
  if (listed === 0) return
  const count = (has: (result: SearchResult) => boolean): number => read.filter(has).length
  const filled = {
    listingId: cards.filter((card) => cardIdOf(card) !== null).length,
    name: count(({ name, title }) => name !== null || title !== null),
    coordinates: count(({ coordinates }) => coordinates !== null),
    price: count(({ price }) => price !== null),
  }
  const priced = cards.filter((card) => findObject(card, isDisplayPrice) !== null).length
  const least = Math.min(
    filled.listingId / cards.length,
    filled.name / read.length,
    filled.coordinates / read.length,
  )
  // Without any result the shares are no numbers.
  if (!(least >= MIN_FILLED) || filled.price < (1 - MIN_FILLED) * priced) {
    const said = Object.entries(filled).map(([name, number]) => `${name} ${number}`)
    throw extractError(
      'upstream_changed',
      `The ${listed} results of the page no longer have the known shape; filled are: ${said.join(', ')}.`,
    )
  }
}

/** The share of results that have each field; of those with dates, a price. Empty without results. */
function fillRates(
  cards: readonly JsonObject[],
  results: readonly SearchResult[],
): Readonly<Record<string, number>> {
  if (results.length === 0) return {}
  const share = (has: (result: SearchResult) => boolean, of = results): number =>
    of.filter(has).length / of.length
  const dated = results.filter(({ checkIn }) => checkIn !== null)
  return {
    listingId: cards.filter((card) => cardIdOf(card) !== null).length / cards.length,
    name: share(({ name, title }) => name !== null || title !== null),
    coordinates: share(({ coordinates }) => coordinates !== null),
    photos: share(({ photos }) => photos.length > 0),
    ...(dated.length === 0 ? {} : { price: share(({ price }) => price !== null, dated) }),
  }
}

/** What the pages of one search lack, each field by the page that has it least. */
export function searchWarnings(pages: readonly Pick<SearchPage, 'rates' | 'isCut'>[]): Warning[] {
  const lowest = new Map<string, number>()
  for (const [name, rate] of pages.flatMap(({ rates }) => Object.entries(rates)))
    lowest.set(name, Math.min(rate, lowest.get(name) ?? 1))
  const missing = [...lowest].filter(([, rate]) => rate < MIN_OPTIONAL)
  return [
    ...missing.map(([name, rate]) => ({
      code: 'fields_missing',
      detail: `Only ${Math.round(100 * rate)} % of the results of a page have \`${name}\`.`,
      pointer: '/results',
    })),
    ...(pages.some(({ isCut }) => isCut) ? [CUT] : []),
  ]
}

/** `60 homes in Lisbon`; a number that the pages could not hold is no exact one. */
function totalOf(roots: readonly JsonValue[]): Pick<SearchPage, 'total' | 'totalText' | 'offered'> {
  const cursors = firstIn(roots, (each) =>
    'pageCursors' in each ? listAt(each, 'pageCursors').length : null,
  )
  const totalText = firstIn(roots, (each) => textAt(each, 'structuredTitle', 'resultsTitle'))
  const counted = firstIn(roots, (each) =>
    'searchResults' in each ? countAt(each, 'totalCount', 'resultsCount') : null,
  )
  const numbers = [...asciiDigits(totalText ?? '').matchAll(WRITTEN_NUMBER)]
  const [only, ...more] = numbers.flatMap(([written]) => plainDigits(written, () => false) ?? [])
  const number =
    only === undefined || more.length > 0 || /\d\s?\+/.test(totalText ?? '') ? null : Number(only)
  const fits =
    number !== null &&
    Number.isInteger(number) &&
    cursors !== null &&
    number <= Math.max(1, cursors) * PAGE_SIZE
  return { total: counted ?? (fits ? number : null), totalText, offered: cursors }
}

function firstIn<T>(roots: readonly JsonValue[], read: (object: JsonObject) => T | null): T | null {
  return firstOf(roots, (root) => firstOf(objectsIn(root), read))
}
