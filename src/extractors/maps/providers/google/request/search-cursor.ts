// Where a search goes on: which of its terms, from which result, and which places it has seen.
import { hash } from 'node:crypto'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { decodeCursor, encodeCursor } from '#kit/cursor.ts'

/** The position behind one page. `seen`: four bytes of the hash of each place of the term. */
export interface SearchPosition {
  /** Index into the terms of the search. */
  readonly term: number
  readonly offset: number
  /** Whether an earlier term had more results than can be reached. */
  readonly isCut: boolean
  readonly seen: ReadonlySet<number>
}

const LENGTH = 4
const BYTES = 4
/** Results of one term: more have never been seen behind a map. */
export const MAX_RESULTS = 120

/** The start of a term. */
export function startOf(term: number, isCut = false): SearchPosition {
  return { term, offset: 0, isCut, seen: new Set() }
}

/** Of the id of a place. Two of 120 places share it in one of 600,000 searches, and then one page more is asked for. */
export function markOf(id: string): number {
  return hash('sha256', id, 'buffer').readUInt32LE(0)
}

/** The reverse of `readPosition`. */
export function writePosition({ term, offset, isCut, seen }: SearchPosition): string {
  const bytes = Buffer.alloc(seen.size * BYTES)
  let at = 0
  for (const mark of seen) at = bytes.writeUInt32LE(mark, at)
  return encodeCursor([term, offset, Number(isCut), bytes.toString('base64url')])
}

/** Throws `invalid_cursor`. */
export function readPosition(cursor: string, terms: number): SearchPosition {
  const [term, offset, cut, marks] = decodeCursor(cursor, LENGTH) ?? []
  const isWhole = (value: unknown, below: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < below
  if (
    !isWhole(term, terms) ||
    !isWhole(offset, MAX_RESULTS) ||
    !isWhole(cut, 2) ||
    typeof marks !== 'string'
  ) {
    throw new SurveyorError('invalid_cursor', 'The cursor is not one of this search.')
  }
  const bytes = Buffer.from(marks, 'base64url')
  const seen = new Set<number>()
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES) seen.add(bytes.readUInt32LE(at))
  return { term, offset, isCut: cut === 1, seen }
}
