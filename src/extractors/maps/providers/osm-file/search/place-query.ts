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
  type Correction,
} from '#extractors/maps/query/correct-spelling.ts'
import { understandQuery, type Understanding } from '#extractors/maps/query/understand-query.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { lookUpArea } from './area-lookup.ts'
import { placesInCategory, placesOfKinds } from './place-categories.ts'
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

/** Decided over the whole file, so that the cells of one search all understand the query alike. */
export function placeQuery(index: OpenIndex, query: string, country: string | null): PlaceQuery {
  const isArea = areaTest(index, country)
  const understanding = understandQuery(query, isArea)
  const first = { ...matchesOf(index, query, understanding), understanding, corrections: [] }
  if (first.matches === null || understanding.kind === 'category') return first
  const { corrected, corrections } = correctedQuery(index, query, { isArea, isFound: isFound(first) })
  if (corrections.length === 0) return first
  const again = understandQuery(corrected, isArea)
  const second = { ...matchesOf(index, corrected, again), understanding: again, corrections }
  return isFound(second) ? second : first
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

interface CorrectionContext {
  readonly isArea: (text: string) => boolean
  /** Whether the query finds something as it was typed. */
  readonly isFound: boolean
}

/** A misspelled name of a place hides no kind that has so many times the places. */
const TIMES_AS_MANY = 20
const MIN_CHARS_DESPITE_NAMES = 7

/** The query with its mistyped words replaced; words that a name holds only where a kind is far more likely. */
function correctedQuery(
  { db }: OpenIndex,
  query: string,
  { isArea, isFound: isFoundAsTyped }: CorrectionContext,
): { readonly corrected: string; readonly corrections: readonly Correction[] } {
  const corrections: Correction[] = []
  const terms = termsOf(wordsOf(query))
  const corrected = terms.map((term) => {
    if (maxEdits(term) === 0 || hasMeaning(term) || isArea(term)) return term
    const named = placesWithTerms(db, [term], 'all').length
    const kind = kindSpelledLike(term)
    const isLikelyKind =
      kind !== null &&
      (named === 0 ||
        (kind.edits === 1 &&
          term.length >= MIN_CHARS_DESPITE_NAMES &&
          placesOfWord(db, kind.word) >= TIMES_AS_MANY * named))
    const better = isLikelyKind
      ? kind.word
      : named > 0 || isFoundAsTyped
        ? null
        : (brandSpelledLike(term)?.word ?? similarWord(db, term))
    if (better === null) return term
    corrections.push({ from: term, to: better })
    return better
  })
  return { corrected: corrected.join(' '), corrections }
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
