// The order in which the pages of a search list places, and the page behind a cursor.
import { hash } from 'node:crypto'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { decodeCursor, encodeCursor } from '#kit/cursor.ts'
import { itemAt } from '#kit/item-at.ts'

/** The order of a list: how well the name fits, then the distance from the middle, then the key. */
export interface FoundPlace {
  readonly rank: number
  /** 0 where the caller gave no middle. */
  readonly distanceM: number
  readonly key: number
}

/** For `sort`. No two places are equal, because their keys differ: so a cursor can name its position. */
export function comparePlaces(a: FoundPlace, b: FoundPlace): number {
  return a.rank - b.rank || a.distanceM - b.distanceM || a.key - b.key
}

/** How well the names fit the whole query: 0 equal, 1 begins with it, 2 has all its words, 3 all as beginnings, 4 less. */
export function nameRank(folded: string, terms: readonly string[]): number {
  const names = folded.split(' | ')
  const query = terms.join(' ')
  if (names.includes(query)) return 0
  if (names.some((name) => name.startsWith(`${query} `))) return 1
  const words = new Set(folded.split(' '))
  if (terms.every((term) => words.has(term))) return 2
  return terms.every((term) => folded.startsWith(term) || folded.includes(` ${term}`)) ? 3 : 4
}

/** Whether a word of a query is no beginning of others: house number 1 does not begin 12, and a single Latin letter begins too much. */
export function isExact(term: string): boolean {
  return /^\d+$/.test(term) || /^[a-z]$/.test(term)
}

/** Tells the cursors of a search from those of others. `identity`: what the search asks for, as a text. */
export function fingerprintOf(identity: string): string {
  return hash('sha256', identity, 'base64url').slice(0, 12)
}

/** The last place of the page before; null for the first page. Throws `invalid_cursor` for one of another search. */
export function readPosition(cursor: string | undefined, fingerprint: string): FoundPlace | null {
  if (cursor === undefined) return null
  const [rank, distanceM, key, made] = decodeCursor(cursor, 4) ?? []
  const isOurs = typeof rank === 'number' && typeof distanceM === 'number' && typeof key === 'number'
  if (isOurs && made === fingerprint) return { rank, distanceM, key }
  throw new SurveyorError('invalid_cursor', 'The cursor does not belong to this search.')
}

/** A part of a sorted list. `nextCursor` null: it is the last one; `done` counts the places up to its end. */
export interface FoundPage<Place> {
  readonly page: readonly Place[]
  readonly nextCursor: string | null
  readonly done: number
}

const DEFAULT_LIMIT = 20

/** The places of a sorted list behind `after`, even if that place is gone by now. */
export function pageBehind<Place extends FoundPlace>(
  found: readonly Place[],
  after: FoundPlace | null,
  fingerprint: string,
  limit = DEFAULT_LIMIT,
): FoundPage<Place> {
  const start = after === null ? 0 : firstBehind(found, after)
  const page = found.slice(start, start + limit)
  const last = page.at(-1)
  const isEnd = last === undefined || last === found.at(-1)
  const nextCursor = isEnd ? null : encodeCursor([last.rank, last.distanceM, last.key, fingerprint])
  return { page, nextCursor, done: start + page.length }
}

/** By bisection. */
function firstBehind(found: readonly FoundPlace[], after: FoundPlace): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(itemAt(found, middle), after) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
