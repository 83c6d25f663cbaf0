// Finds places by words in their names, addresses, brands, operators and cuisines.
import type { DatabaseSync } from 'node:sqlite'
import { MAX_TERMS } from '#extractors/maps/query/understand-query.ts'
import { otherLengths, SHORT_WORDS } from '#extractors/maps/query/where/short-words.ts'
import { isUnspaced } from '#kit/text/character-pairs.ts'
import { allRows, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { isExact } from '#extractors/maps/search/place-order.ts'
import { isRun, namesWithRuns } from './unspaced-names.ts'

/** Numbers in names, which people write in words or not: `5 guys`, `Zu den drei Königen`. */
const NUMERALS: readonly (readonly [digits: string, ...words: string[]])[] = [
  ['1', 'one', 'eins', 'un', 'uno'],
  ['2', 'two', 'zwei', 'deux', 'dos', 'due', 'dois', 'twee'],
  ['3', 'three', 'drei', 'trois', 'tres', 'tre', 'drie'],
  ['4', 'four', 'vier', 'quatre', 'cuatro', 'quattro', 'quatro'],
  ['5', 'five', 'funf', 'cinq', 'cinco', 'cinque', 'vijf'],
  ['6', 'six', 'sechs', 'seis', 'sei', 'zes'],
  ['7', 'seven', 'sieben', 'sept', 'siete', 'sette', 'sete', 'zeven'],
  ['8', 'eight', 'acht', 'huit', 'ocho', 'otto', 'oito'],
  ['9', 'nine', 'neun', 'neuf', 'nueve', 'nove', 'negen'],
  ['10', 'ten', 'zehn', 'dix', 'diez', 'dieci', 'dez', 'tien'],
  ['11', 'eleven', 'elf', 'onze', 'once', 'undici'],
  ['12', 'twelve', 'zwolf', 'douze', 'doce', 'dodici', 'twaalf'],
]

/** Where words are looked for: in every text of a place, in its names only, or in all but its address. */
type TextColumns = 'all' | 'name' | 'said'

interface NameRow {
  readonly key: number
  readonly folded: string
}

/**
 * Keys of what has every term, in a name or (with `all`) in address, brand, operator or cuisine: of places, and of landmarks
 * where no place has them, or with `landmarks` of both.
 */
export function placesWithTerms(
  db: DatabaseSync,
  terms: readonly string[],
  columns: TextColumns,
  landmarks: 'too' | 'else' = 'else',
): number[] {
  if (terms.length === 0 || terms.length > MAX_TERMS) return []
  const expressionOf = (some: readonly string[]) => {
    const all = some.map(termExpression).join(' AND ')
    return columns === 'all' ? all : `${columns === 'name' ? 'name' : '{name other}'} : (${all})`
  }
  const runs = terms.filter(isRun)
  const others = terms.filter((term) => !runs.includes(term))
  const withOthers = runs.length === 0 || others.length === 0 ? null : rowsOf(db, expressionOf(others))
  const inNames = namesWithRuns(db, runs).filter(
    ({ key }) => withOthers === null || withOthers.some((row) => row.key === key),
  )
  // `麺屋 潮` may be written without the space.
  const asOne = terms.length > 1 && terms.every(isUnspaced) ? namesWithRuns(db, [terms.join('')]) : []
  return chosenKeys([...rowsOf(db, expressionOf(terms)), ...inNames, ...asOne], landmarks)
}

/** As `placesWithTerms`, of terms in a script without spaces that a name has from the beginning to the end of a word; else none. */
export function placesWithWholeRuns(db: DatabaseSync, terms: readonly string[]): number[] {
  return terms.every(isRun)
    ? chosenKeys(namesWithRuns(db, terms, { tones: 'as typed', isWhole: true }), 'else')
    : []
}

/** As `placesWithTerms` in names, of runs of such a script, whatever marks their letters have: `โตรุ่ง` in `โต้รุ่ง`. */
export function placesWithLikeRuns(db: DatabaseSync, terms: readonly string[]): number[] {
  return terms.every(isRun)
    ? chosenKeys(namesWithRuns(db, terms, { tones: 'any', isWhole: false }), 'else')
    : []
}

/** Keys of the places with all words, as they stand, in any of their texts. */
export function placesWithWords(db: DatabaseSync, words: readonly string[]): number[] {
  if (words.length === 0 || words.length > MAX_TERMS) return []
  return keysOf(db, words.map((word) => `"${word}"`).join(' AND '), 'else')
}

/** Keys of the places with all terms in a name, a number in digits or in words; none where no term is a number. */
export function placesWithNumerals(db: DatabaseSync, terms: readonly string[]): number[] {
  const spelled = terms.map((term) => NUMERALS.find((same) => same.includes(term)) ?? [term])
  if (terms.length > MAX_TERMS || spelled.every(({ length }) => length === 1)) return []
  const all = spelled.map((same) => {
    const words = same.map((word) => (same.length > 1 || isExact(word) ? `"${word}"` : `"${word}"*`))
    return `(${words.join(' OR ')})`
  })
  return keysOf(db, `name : (${all.join(' AND ')})`, 'else')
}

/** Fewer letters are a word of any sentence. */
const MIN_DESCRIBED_CHARS = 4

/**
 * Keys of the places that mappers describe with all of some words, `Skate sharpening, team jerseys`, whatever follows the first letters of
 * each; none for words that say too little.
 */
export function placesDescribed(db: DatabaseSync, words: readonly string[]): number[] {
  if (words.length > MAX_TERMS || !words.some((word) => word.length > MIN_DESCRIBED_CHARS)) return []
  const all = words.map((word) => (word.length < MIN_DESCRIBED_CHARS ? `"${word}"` : `"${word}"*`))
  const rows = `select t.rowid as key from place_described t join place p on p.key = t.rowid
     where place_described match ? and p.is_place = 1`
  return allRows<Pick<NameRow, 'key'>>(db, rows, all.join(' AND ')).map(({ key }) => key)
}

/** Keys of the places with all words of one of the phrases in their names. */
export function placesNamed(db: DatabaseSync, phrases: readonly string[]): number[] {
  if (phrases.length === 0) return []
  const all = phrases.map(
    (phrase) =>
      `(${phrase
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' AND ')})`,
  )
  return keysOf(db, `name : (${all.join(' OR ')})`, 'else')
}

/** Keys of the places and landmarks with one word of each list in their names. */
export function placesWithAny(db: DatabaseSync, lists: readonly (readonly string[])[]): number[] {
  if (lists.length === 0) return []
  const all = lists.map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`)
  return keysOf(db, `name : (${all.join(' AND ')})`, 'too')
}

/** Keys of the places with a name in which these words stand one after the other. */
export function placesWithPhrase(db: DatabaseSync, words: readonly string[]): number[] {
  const phrase = words.join(' ')
  if (phrase === '' || words.length > MAX_TERMS) return []
  return placesNamed(db, [phrase]).filter((key) => ` ${namesOf(db, key)} `.includes(` ${phrase} `))
}

/** Keys of the places of which that is a whole name; none for a landmark. */
export function placesCalled(db: DatabaseSync, name: string): number[] {
  const isPlace = 'select 1 from place where key = ? and is_place = 1'
  return placesNamed(db, [name]).filter(
    (key) => namesOf(db, key).split(' | ').includes(name) && firstRow(db, isPlace, key) !== undefined,
  )
}

/** The same of landmarks too. */
export function landmarksCalled(db: DatabaseSync, name: string): number[] {
  const words = name.split(' ').map((word) => `"${word}"`)
  return rowsOf(db, `name : (${words.join(' AND ')})`).flatMap(({ key }) =>
    namesOf(db, key).split(' | ').includes(name) ? [key] : [],
  )
}

function namesOf(db: DatabaseSync, key: number): string {
  const names = 'select folded from place where key = ?'
  return firstRow<Pick<NameRow, 'folded'>>(db, names, key)?.folded ?? ''
}

/** As `placesWithTerms`, but a term may occur anywhere in a name (`kirche` in `Pfarrkirche`); it needs three letters for that. */
export function placesWithPieces(db: DatabaseSync, terms: readonly string[]): number[] {
  if (terms.length === 0 || terms.length > MAX_TERMS || terms.some((term) => Array.from(term).length < 3))
    return []
  const grams = new Set(terms.flatMap(trigrams))
  const placed = `select p.key, p.folded from place_grams g join place p on p.key = g.rowid
     where place_grams match ? and p.is_place = 1`
  const unplaced = 'select key, folded from unplaced where named = 1 and is_place = 1'
  return [
    ...allRows<NameRow>(db, placed, [...grams].map((gram) => `"${gram}"`).join(' AND ')),
    ...allRows<NameRow>(db, unplaced),
  ]
    .filter(({ folded }) => terms.every((term) => folded.includes(term)))
    .map(({ key }) => key)
}

/** The words of names, addresses and brands that begin with some letters. */
export function wordsBegunBy(db: DatabaseSync, letters: string): string[] {
  const words = 'select term from temp.place_words where term >= ? and term < ?'
  return allRows<{ readonly term: string }>(db, words, letters, `${letters}\u{10FFFF}`).map(
    ({ term }) => term,
  )
}

function keysOf(db: DatabaseSync, expression: string, landmarks: 'too' | 'else'): number[] {
  return chosenKeys(rowsOf(db, expression), landmarks)
}

interface FoundKey {
  readonly key: number
  readonly isPlace: number
}

function rowsOf(db: DatabaseSync, expression: string): readonly FoundKey[] {
  const rows = `select t.rowid as key, coalesce(p.is_place, u.is_place) as isPlace
     from place_text t left join place p on p.key = t.rowid left join unplaced u on u.key = t.rowid
     where place_text match ?`
  return allRows<FoundKey>(db, rows, expression)
}

/** The places, or the landmarks where there are none; with `too` both. Each once. */
function chosenKeys(found: readonly FoundKey[], landmarks: 'too' | 'else'): number[] {
  const places = landmarks === 'too' ? [] : found.filter(({ isPlace }) => isPlace === 1)
  return [...new Set((places.length > 0 ? places : found).map(({ key }) => key))]
}

/** The word or a beginning of one; for a word that has a short form also the other form, whole. */
function termExpression(term: string): string {
  const others = otherLengths(term, SHORT_WORDS)
  const words = [isExact(term) ? `"${term}"` : `"${term}"*`, ...others.map((other) => `"${other}"`)]
  const anyOfThem = words.join(' OR ')
  return words.length === 1 ? anyOfThem : `(${anyOfThem})`
}

function trigrams(term: string): string[] {
  const letters = Array.from(term)
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''))
}
