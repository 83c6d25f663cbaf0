// What a mistyped word of a query means, among the names and kinds in an index.
import type { DatabaseSync } from 'node:sqlite'
import { editDistance } from '#kit/text/closest-word.ts'
import {
  brandSpelledLike,
  hasMeaning,
  kindSpelledLike,
  maxEdits,
  wordOfPhrase,
  type Neighbours,
} from '#extractors/maps/query/correct-spelling.ts'
import { brandNamed } from '#extractors/maps/query/words/brands.ts'
import { kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { phraseRole } from '#extractors/maps/query/words/qualifiers.ts'
import { placesOfKinds } from './place-categories.ts'
import { placesWithTerms, placesWithWords, wordsBegunBy } from './text-matches.ts'

/** A misspelled name of a place hides no kind that has so many times the places. */
const TIMES_AS_MANY = 20
const MIN_CHARS_DESPITE_NAMES = 7

/** What a caller knows of areas. */
export interface Areas {
  readonly isArea: (text: string) => boolean
  /** The area that a mistyped word means. */
  readonly areaLike: (word: string) => string | null
}

/** The word for a kind that a mistyped one means; for a word that names have only where the kind is far more likely. */
export function kindMeantAmongNames(
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
export function wordMeantAmongNames(
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
  const ranked = wordsBegunBy(db, Array.from(term)[0] ?? '')
    .map((word) => ({ word, distance: editDistance(word, term, limit) }))
    .filter(({ distance }) => distance <= limit)
  return ranked.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))[0]?.word ?? null
}
