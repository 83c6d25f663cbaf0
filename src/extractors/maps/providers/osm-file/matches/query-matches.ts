// The places of an index that a reading of a query is about.
import type { DatabaseSync } from 'node:sqlite'
import { searchFold } from '#kit/text/search-text.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { categoryById, phrasesOfCategory, type Category } from '#kit/categories/category-table.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { withoutSeldomMapped, type Understanding } from '#extractors/maps/query/understand-query.ts'
import { brandCategory } from '#extractors/maps/query/words/brands.ts'
import { singularPhrases } from '#extractors/maps/query/words/inflections.ts'
import { isGeneric } from '#extractors/maps/query/words/kind-words.ts'
import { termsOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { placesInCategory, placesOfKinds } from './place-categories.ts'
import {
  landmarksCalled,
  placesCalled,
  placesNamed,
  placesWithLikeRuns,
  placesWithNumerals,
  placesWithPieces,
  placesWithTerms,
  placesWithWholeRuns,
  placesWithWords,
} from './text-matches.ts'
import { isRun, namesEnding } from './unspaced-names.ts'

/** Keys of the places that a reading is about. */
export interface Matches {
  /** Those that match by themselves at any position; null: every named place. */
  readonly matches: ReadonlySet<number> | null
  /** Those whose name matches: they count at any position, whatever area the query seems to name. */
  readonly nameMatches: ReadonlySet<number>
}

/** A reading of a query with its places. */
export interface MatchedReading extends Matches {
  readonly understanding: Understanding
}

/** The places of a reading of `query`. */
export function matched(index: OpenIndex, query: string, understanding: Understanding): MatchedReading {
  return { ...matchesOf(index, query, understanding), understanding }
}

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
  const nameMatches = new Set(nameTerms === null ? [] : placesOfName(db, nameTerms, understanding))
  const ofKinds = placesOfKinds(db, categories, qualifiers)
  if (kind === 'category') {
    if (alsoNamed !== null && ofKinds !== null) {
      return { matches: ofKinds.union(new Set(placesWithTerms(db, alsoNamed, 'name'))), nameMatches }
    }
    if (ofKinds?.size !== 0) return { matches: ofKinds, nameMatches }
    // A word that is no kind of anything here may still be a name.
    const others = area === null ? placesWithTerms(db, termsOf(wordsOf(query)), 'name') : []
    return {
      matches: qualifiers.every(({ onlyExcludes }) => onlyExcludes) ? shopsCalled(db, categories) : ofKinds,
      nameMatches: nameMatches.union(new Set(others)),
    }
  }
  // The name of a brand is typed as a whole: Cooper is no Coop.
  const whole = brand === null ? [] : [...placesWithWords(db, terms), ...placesWithWholeRuns(db, terms)]
  // `マック` is no `マックスバリュ`.
  const isBrandInRun = brand !== null && terms.every(isRun)
  let found: ReadonlySet<number> = new Set(
    whole.length > 0 || isBrandInRun
      ? whole
      : placesWithTerms(db, terms, 'all', ofKinds === null ? 'else' : 'too'),
  )
  if (brand === null && ofKinds === null) found = closerMatches(db, terms, found)
  if (brand !== null) {
    const tagged = placesInCategory(db, brandCategory(brand.wikidata))
    found = found.union(tagged)
    for (const name of brand.names) {
      const words = name.split(' ')
      // `costa coffee` is shown as Costa, which other names hold as well.
      const isShort = tagged.size > 0 && words.every((word) => terms.includes(word))
      // No shop in the Via San Paolo is a branch of Intesa Sanpaolo.
      found = found.union(new Set(isShort ? placesCalled(db, name) : placesWithTerms(db, words, 'said')))
    }
  }
  if (found.size === 0) found = new Set(placesWithNumerals(db, terms))
  if (found.size === 0 && !isBrandInRun) found = new Set(placesWithPieces(db, terms))
  if (found.size === 0 && !isBrandInRun) found = new Set(placesWithLikeRuns(db, terms))
  const meant = ofKinds === null ? withoutCashMachines(db, found) : found.intersection(ofKinds)
  return { matches: meant, nameMatches }
}

/** Of what a name finds, no cash machine of which only its bank is known: who types `Landesbank` means the bank. */
function withoutCashMachines(db: DatabaseSync, found: ReadonlySet<number>): ReadonlySet<number> {
  const read = "select 1 from place_category where category = 'amenity/atm' and key = ? and named = 0"
  const isOfBank = (key: number) =>
    firstRow(db, read, key) !== undefined && tagsOf(db, key)['brand'] === undefined
  return new Set([...found].filter((key) => !isOfBank(key)))
}

/** What is called as what it stands at: a stop at the `Hornbahn` is not the Hornbahn. */
const CALLED_AFTER_ANOTHER = ['highway', 'public_transport', 'emergency'] as const

/**
 * Of places with some words, those that have them in a name or side by side in another text, and the landmarks called so: for `service nsw`
 * no reserve of the `NSW Parks Service`. All of them where nothing is called so.
 */
function closerMatches(
  db: DatabaseSync,
  terms: readonly string[],
  found: ReadonlySet<number>,
): ReadonlySet<number> {
  const phrase = terms.join(' ')
  const called = landmarksCalled(db, phrase).filter((key) => found.has(key) || !isCalledAfterAnother(db, key))
  if (called.length === 0) return found
  const named = new Set(placesWithTerms(db, terms, 'name'))
  const close = [...found].filter((key) => named.has(key) || saysPhrase(tagsOf(db, key), phrase))
  return new Set([...close, ...called])
}

function isCalledAfterAnother(db: DatabaseSync, key: number): boolean {
  const tags = tagsOf(db, key)
  return CALLED_AFTER_ANOTHER.some((name) => tags[name] !== undefined)
}

/** Whether a text of the place has the words one after the other. */
function saysPhrase(tags: Tags, phrase: string): boolean {
  return Object.values(tags).some((value) =>
    ` ${searchFold(value.replaceAll('_', ' '))} `.includes(` ${phrase} `),
  )
}

function tagsOf(db: DatabaseSync, key: number): Tags {
  const read = 'select tags from place where key = ? union all select tags from unplaced where key = ?'
  const row = firstRow<{ readonly tags: string }>(db, read, key, key)
  return row === undefined ? {} : parseKnownJson<Tags>(row.tags)
}

/** Of a kind in an area, `汐浜公園`, no name of what is only beside it: `汐浜公園前歯科`. */
function placesOfName(
  db: DatabaseSync,
  terms: readonly string[],
  { kind, area }: Understanding,
): readonly number[] {
  const [only = '', ...others] = terms
  const isOfArea = kind === 'category' && area !== null && others.length === 0 && isRun(only)
  return isOfArea ? namesEnding(db, only).map(({ key }) => key) : placesWithTerms(db, terms, 'name')
}

/** Fewer letters stand in other names. */
const MIN_CHARS_OF_GOODS = 5

/** Where no shop is tagged as one of some kinds: the shops with a word for them in their names, `Presse Tabaccheria` for a tobacconist. */
function shopsCalled(db: DatabaseSync, categories: readonly Category[]): ReadonlySet<number> {
  const any = categoryById('group/shop')
  if (any === null || !categories.every(({ id }) => id.startsWith('shop/'))) return new Set()
  const words = categories
    .flatMap(({ id }) => phrasesOfCategory(id))
    .filter((phrase) => phrase.length >= MIN_CHARS_OF_GOODS && !phrase.includes(' '))
  return new Set(placesNamed(db, words)).intersection(placesInCategory(db, any))
}

/** Without the conditions that hardly any mapper writes, where no place meets them and one does without. */
export function matchedOrPlainer(
  index: OpenIndex,
  query: string,
  understanding: Understanding,
): MatchedReading {
  const strict = matched(index, query, understanding)
  const plainer = isFound(strict) ? null : withoutSeldomMapped(understanding)
  const loose = plainer === null ? strict : matched(index, query, plainer)
  return isFound(loose) ? loose : strict
}

/** Keys whose values mappers make up as they need them, in English. */
const FREE_KEYS = ['shop', 'craft', 'office', 'amenity', 'leisure', 'tourism', 'healthcare', 'club'] as const

/**
 * `bail bond agent`, `airline office`: words of no table that are the value of a tag in the file, with a word for any shop or office
 * or without. Null for others, and beside another kind.
 */
export function kindOfValue({ db }: OpenIndex, understanding: Understanding): Understanding | null {
  const { terms, categories, brand, kind } = understanding
  if (kind !== 'text' || terms.length === 0 || brand !== null) return null
  if (!categories.every(isGeneric)) return null
  const keys = categories.length === 0 ? FREE_KEYS : categories.map(({ id }) => id.replace('group/', ''))
  const phrase = terms.join(' ')
  const is = 'select 1 from place_category where category = ? limit 1'
  for (const form of [phrase, ...singularPhrases(phrase)]) {
    const ids = keys.map((key) => `${key}/${form.replaceAll(' ', '_')}`)
    const found = ids.filter((id) => firstRow(db, is, id) !== undefined).map(categoryById)
    const kinds = found.filter((category) => category !== null)
    if (kinds.length > 0)
      return { ...understanding, kind: 'category', categories: kinds, terms: [], nameTerms: null }
  }
  return null
}
