// A query made definite against an index: its reading, corrected where nothing in the whole file matches it.
import type { DatabaseSync } from 'node:sqlite'
import type { Warning } from '#contract/crawl/result.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { categoriesByPhrase, closestCategoryWord, type Category } from '#kit/categories/category-table.ts'
import {
  understandQuery,
  MAX_TERMS,
  type Understanding,
} from '#extractors/maps/categories/understand-query.ts'
import { searchTokens } from '#kit/text/search-text.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { lookUpArea } from './area-lookup.ts'
import { placesInCategory } from './place-categories.ts'

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
type TextColumns = 'all' | 'name'

interface NameRow {
  readonly key: number
  readonly folded: string
}

/** Which places the words of a query are about. */
export interface PlaceQuery {
  readonly understanding: Understanding
  /** Keys of the places that match by themselves at any position; null: every named place. */
  readonly matches: ReadonlySet<number> | null
  /** Places whose name matches: they count at any position, whatever area the query seems to name. */
  readonly nameMatches: ReadonlySet<number>
  readonly warnings: readonly Warning[]
}

/** Decided over the whole file, so that the cells of one search all understand the query alike. */
export function placeQuery(index: OpenIndex, query: string, country: string | null): PlaceQuery {
  const isArea = areaTest(index, country)
  const understanding = understandQuery(query, isArea)
  const first = { ...matchesOf(index, understanding), understanding, warnings: [] }
  if (first.matches === null || understanding.kind === 'category' || isFound(first)) return first
  const corrected = correctedQuery(index, query, isArea)
  if (corrected === null) return first
  const again = understandQuery(corrected, isArea)
  const second = { ...matchesOf(index, again), understanding: again }
  if (!isFound(second)) return first
  const detail = `Nothing matches "${query}"; searched for "${corrected}" instead.`
  return { ...second, warnings: [{ code: 'query_corrected', detail }] }
}

/** The area that a query names (`cafes in Monaco`), as text; undefined where it names none. */
export function areaNamedIn(index: OpenIndex, query: string, country: string | null): string | undefined {
  return understandQuery(query, areaTest(index, country)).area?.text
}

function areaTest({ db }: OpenIndex, country: string | null): (text: string) => boolean {
  return (text) => lookUpArea(db, text, country).found.length > 0
}

type Matches = Pick<PlaceQuery, 'matches' | 'nameMatches'>

function isFound({ matches, nameMatches }: Matches): boolean {
  return matches === null || matches.size > 0 || nameMatches.size > 0
}

function matchesOf({ db }: OpenIndex, { kind, categories, terms, nameTerms }: Understanding): Matches {
  if (kind === 'all') return { matches: null, nameMatches: new Set() }
  const nameMatches = new Set(nameTerms === null ? [] : placesWithTerms(db, nameTerms, 'name'))
  if (kind === 'category') return { matches: placesOfQuery(db, categories), nameMatches }
  let found = new Set(placesWithTerms(db, terms, 'all'))
  if (found.size === 0) found = new Set(placesWithPieces(db, terms))
  return {
    matches: categories.length === 0 ? found : found.intersection(placesOfQuery(db, categories)),
    nameMatches,
  }
}

/** Kinds of places add up (`bars and pubs`); what narrows them must fit too (`pizza restaurant`). */
function placesOfQuery(db: OpenIndex['db'], categories: readonly Category[]): ReadonlySet<number> {
  const narrowing = categories.filter(({ narrows }) => narrows)
  const kinds = categories.filter(({ narrows }) => !narrows)
  const sets = [narrowing, kinds]
    .filter((group) => group.length > 0)
    .map((group) =>
      group.reduce((all, category) => all.union(placesInCategory(db, category)), new Set<number>()),
    )
  return sets.reduce((a, b) => a.intersection(b))
}

const MIN_CORRECTED_CHARS = 4

/** The query with every word that is nowhere in the file replaced by the most similar one; null where that fails. */
function correctedQuery({ db }: OpenIndex, query: string, isArea: (text: string) => boolean): string | null {
  const tokens = searchTokens(query)
  let changed = false
  const corrected = tokens.map((token) => {
    const isKnown =
      categoriesByPhrase(token).length > 0 || placesWithTerms(db, [token], 'all').length > 0 || isArea(token)
    if (isKnown || token.length < MIN_CORRECTED_CHARS) return token
    const better = similarWord(db, token)
    changed ||= better !== null
    return better ?? token
  })
  return changed ? corrected.join(' ') : null
}

/** A word of a category before a word of a name; one wrong letter in four to seven, two in longer words. */
function similarWord(db: OpenIndex['db'], token: string): string | null {
  const limit = token.length < 8 ? 1 : 2
  const category = closestCategoryWord(token)
  if (category !== null && editDistance(category, token, limit) <= limit) return category
  const words = similarWords(db, (word) => editDistance(word, token, limit) <= limit)
  const ranked = words.map((word) => ({ word, distance: editDistance(word, token, limit) }))
  return ranked.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))[0]?.word ?? null
}

/** Keys of the named places that have every term, in a name or (with `all`) in address, brand, operator or cuisine. */
function placesWithTerms(db: DatabaseSync, terms: readonly string[], columns: TextColumns): number[] {
  if (terms.length === 0 || terms.length > MAX_TERMS) return []
  const expression = terms.map(termExpression).join(' AND ')
  return keysOf(db, columns === 'all' ? expression : `name : (${expression})`)
}

/** As above, but a term may occur anywhere in a name (`kirche` in `Pfarrkirche`); it needs three letters for that. */
function placesWithPieces(db: DatabaseSync, terms: readonly string[]): number[] {
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
function similarWords(db: DatabaseSync, isSimilar: (word: string) => boolean): string[] {
  const words = db.prepare('select term from temp.place_words')
  return allRows<{ readonly term: string }>(words)
    .map(({ term }) => term)
    .filter(isSimilar)
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
