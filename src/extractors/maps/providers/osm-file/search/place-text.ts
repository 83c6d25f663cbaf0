// Finds places by words: whole words and beginnings of words, and pieces of names.
import type { DatabaseSync } from 'node:sqlite'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { MAX_TERMS } from '#extractors/maps/categories/understand-query.ts'

/** Words that queries and maps shorten, each on its own side. */
const SHORT_FORMS: readonly (readonly [short: string, ...long: string[]])[] = [
  ['st', 'street', 'saint', 'sankt'],
  ['ste', 'sainte'],
  ['str', 'strasse', 'street', 'strada'],
  ['av', 'avenue'],
  ['ave', 'avenue'],
  ['bd', 'boulevard'],
  ['blvd', 'boulevard'],
  ['rd', 'road'],
  ['sq', 'square'],
  ['pl', 'place', 'platz', 'plaza'],
]

/** Where words are looked for: in every text of a place, or in its names only. */
export type TextColumns = 'all' | 'name'

/** Keys of the named places that have every term, in a name or (with `all`) in address, brand, operator or cuisine. */
export function placesWithTerms(db: DatabaseSync, terms: readonly string[], columns: TextColumns): number[] {
  if (terms.length === 0 || terms.length > MAX_TERMS) return []
  const expression = terms.map(termExpression).join(' AND ')
  return keysOf(db, columns === 'all' ? expression : `name : (${expression})`)
}

/** As above, but a term may occur anywhere in a name (`kirche` in `Pfarrkirche`); it needs three letters for that. */
export function placesWithPieces(db: DatabaseSync, terms: readonly string[]): number[] {
  if (terms.length === 0 || terms.length > MAX_TERMS || terms.some((term) => Array.from(term).length < 3))
    return []
  const grams = new Set(terms.flatMap(trigrams))
  const placed = db.prepare(
    'select p.key, p.folded from place_grams g join place p on p.key = g.rowid where place_grams match ?',
  )
  const unplaced = db.prepare('select key, folded from unplaced where named = 1')
  return [
    ...allRows<NameRow>(placed, [...grams].map((gram) => `"${gram}"`).join(' AND ')),
    ...allRows<NameRow>(unplaced),
  ]
    .filter(({ folded }) => terms.every((term) => folded.includes(term)))
    .map(({ key }) => key)
}

/** The words of names, addresses and brands that are most similar to `word`, at most `limit` edits away. */
export function similarWords(db: DatabaseSync, isSimilar: (word: string) => boolean): string[] {
  const words = db.prepare('select term from temp.place_words')
  return allRows<{ readonly term: string }>(words)
    .map(({ term }) => term)
    .filter(isSimilar)
}

interface NameRow {
  readonly key: number
  readonly folded: string
}

function keysOf(db: DatabaseSync, expression: string): number[] {
  const keys = db.prepare('select rowid as key from place_text where place_text match ?')
  return allRows<{ readonly key: number }>(keys, expression).map(({ key }) => key)
}

/** The word or a beginning of one; for a word that has a short form also the other form, whole. */
function termExpression(term: string): string {
  const others = SHORT_FORMS.flatMap(([short, ...long]) =>
    term === short ? long : long.includes(term) ? [short] : [],
  )
  const words = [isExact(term) ? `"${term}"` : `"${term}"*`, ...others.map((other) => `"${other}"`)]
  const anyOfThem = words.join(' OR ')
  return words.length === 1 ? anyOfThem : `(${anyOfThem})`
}

/** House number 1 is not the beginning of 12, and a single Latin letter begins too much. */
function isExact(word: string): boolean {
  return /^\d+$/.test(word) || /^[a-z]$/.test(word)
}

function trigrams(term: string): string[] {
  const letters = Array.from(term)
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''))
}
