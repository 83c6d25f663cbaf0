// A query made definite against an index: its reading, with the words corrected that were most likely mistyped.
import type { DatabaseSync } from 'node:sqlite'
import type { Category } from '#kit/categories/category-table.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { termsOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import {
  brandSpelledLike,
  hasMeaning,
  kindSpelledLike,
  maxEdits,
  withCorrections,
  type Correction,
} from '#extractors/maps/query/correct-spelling.ts'
import {
  correctedSplit,
  understandQuery,
  type Understanding,
} from '#extractors/maps/query/understand-query.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { lookUpArea } from './area-lookup.ts'
import { placesInCategory, placesOfKinds } from './place-categories.ts'
import { lookUpSpot } from './spot-lookup.ts'
import { placesWithPieces, placesWithTerms, wordsLike } from './text-matches.ts'

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
  isArea = areaTest(index, country),
): PlaceQuery {
  const understanding = understandQuery(query, isArea)
  const first = { ...matchesOf(index, query, understanding), understanding, corrections: [] }
  if (first.matches === null || understanding.kind === 'category') return first
  const kindMeant = (word: string) => kindMeantAmongNames(index.db, word, isArea)
  const split = correctedSplit(query, kindMeant)
  if (split !== null && isPlace(index.db, split.understanding.area?.text ?? '', country, isArea)) {
    const { understanding: again, corrections } = split
    return { ...matchesOf(index, query, again), understanding: again, corrections }
  }
  const { corrected, corrections } = withCorrections(
    wordsOf(query),
    (word) => kindMeant(word) ?? (isFound(first) ? null : wordMeantAmongNames(index.db, word, isArea)),
  )
  if (corrections.length === 0) return first
  const again = understandQuery(corrected, isArea)
  const second = { ...matchesOf(index, corrected, again), understanding: again, corrections }
  // Where neither finds anything, the words that all mean something are what was asked for.
  const isUnderstood = again.kind === 'category' && !isFound(first)
  return isFound(second) || isUnderstood ? second : first
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
    const is = lookUpArea(db, text, country).found.length > 0
    known.set(text, is)
    return is
  }
}

type Matches = Pick<PlaceQuery, 'matches' | 'nameMatches'>

/** Whether there is any such place in the file. */
export function isFound({ matches, nameMatches }: Matches): boolean {
  return matches === null || matches.size > 0 || nameMatches.size > 0
}

function matchesOf({ db }: OpenIndex, query: string, understanding: Understanding): Matches {
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
  let found = new Set(placesWithTerms(db, terms, 'all', ofKinds === null ? 'else' : 'too'))
  if (brand !== null) {
    found = found.union(placesInCategory(db, brandCategory(brand.wikidata)))
    for (const name of brand.names) found = found.union(new Set(placesWithTerms(db, name.split(' '), 'all')))
  }
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

/** The word for a kind that a mistyped one means; for a word that names have only where the kind is far more likely. */
function kindMeantAmongNames(
  db: DatabaseSync,
  word: string,
  isArea: (text: string) => boolean,
): string | null {
  if (maxEdits(word) === 0 || hasMeaning(word) || isArea(word)) return null
  const kind = kindSpelledLike(word)
  if (kind === null) return null
  const named = placesWithTerms(db, [word], 'all').length
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
  if (maxEdits(word) === 0 || hasMeaning(word) || isArea(word)) return null
  if (placesWithTerms(db, [word], 'all').length > 0) return null
  return brandSpelledLike(word)?.word ?? similarWord(db, word)
}

function placesOfWord(db: DatabaseSync, word: string): number {
  return placesOfKinds(db, kindsNamed(word)?.categories ?? [], [])?.size ?? 0
}

/** A word of the names in the file: one wrong letter, two in longer words. */
function similarWord(db: DatabaseSync, term: string): string | null {
  const limit = maxEdits(term)
  const words = wordsLike(db, (word) => editDistance(word, term, limit) <= limit)
  const ranked = words.map((word) => ({ word, distance: editDistance(word, term, limit) }))
  return ranked.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))[0]?.word ?? null
}
