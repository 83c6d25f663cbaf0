// What a query that finds nothing could have asked for instead: less of its conditions, or a kind that is spelled like it.
import { categoryById } from '#kit/categories/category-table.ts'
import { kindSpelledAlmost } from './correct-spelling.ts'
import { cutExclusions } from './exclusions.ts'
import { readPhrases, type Phrase } from './read-phrases.ts'
import { isLink } from './split-location.ts'
import type { Understanding } from './understand-query.ts'
import { phraseOf, wordsOf } from './words/segments.ts'

const MAX_QUERIES = 4

/** Queries that ask for more, the closest first; at most four. */
export function widerQueries(query: string, { area, kind, terms }: Understanding): string[] {
  const phrases = readPhrases(wordsOf(cutExclusions(query).rest))
  const found: string[] = []
  const isPlain = ({ meaning }: Phrase) =>
    meaning?.role === 'kinds' && meaning.categories.some(({ narrows }) => !narrows)
  for (const [at, phrase] of phrases.entries()) {
    const rest = without(phrases, at)
    // `pharmacie Nice`: a word of praise that is a name here
    const isName = terms.includes(phraseOf(phrase.words))
    if ((!isCondition(phrase) && !isName) || !rest.some(isPlain)) continue
    if (area?.text.includes(phraseOf(phrase.words)) === true) continue
    found.push(phraseOf(rest.flatMap(({ words }) => words)))
  }
  if (kind === 'text') {
    for (const { words, meaning } of phrases) {
      const spelled = meaning === null ? kindSpelledAlmost(phraseOf(words)) : null
      if (spelled !== null) found.push(spelled.word)
    }
  }
  return [...new Set(found)].slice(0, MAX_QUERIES)
}

function isCondition({ words, meaning }: Phrase): boolean {
  if (meaning === null) return !isLink(phraseOf(words))
  if (meaning.role === 'qualifier' || meaning.role === 'brand') return true
  return meaning.role === 'kinds' && meaning.categories.every(({ narrows }) => narrows)
}

/** Without the phrase at a position, and the `with` or `and` in front of it. */
function without(phrases: readonly Phrase[], at: number): readonly Phrase[] {
  const isLoose = (phrase: Phrase | undefined) =>
    phrase?.meaning?.role === 'with' || phrase?.meaning?.role === 'connector'
  const from = isLoose(phrases[at - 1]) ? at - 1 : at
  return [...phrases.slice(0, from), ...phrases.slice(at + 1)]
}

/**
 * The query for the wider kinds in the place of its own: the kitchen of China where none says Sichuan, any Mexican food where none says
 * tacos. Null where none of them has a wider one.
 */
export function inWiderKinds(understanding: Understanding): Understanding | null {
  const { categories } = understanding
  if (categories.every(({ wider }) => wider === undefined)) return null
  const wider = categories.flatMap((category) =>
    category.wider === undefined ? [category] : category.wider.map(categoryById),
  )
  return { ...understanding, categories: wider.filter((category) => category !== null) }
}
