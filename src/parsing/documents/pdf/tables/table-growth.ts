// Follows the rows of a table downwards: where the next row is too far, or begins another table, it ends.
import { medianOf } from '#kit/median.ts'
import { unionOf } from '#parsing/documents/pdf/page/text-pieces.ts'
import { topOf, type Row } from './table-rows.ts'

/** In letter sizes: rows further apart are no table. */
const MAX_GAP = 3.2
/** Of the usual gap of the rows above. */
const WIDE_GAP = 1.9
const HEAD_GAP = 1.4
/** Rows of one cell, such as titles of groups, that follow each other within a table. */
const MAX_LONE = 2
const MAX_LONE_LETTERS = 90
/** A longer sentence stands between two tables. */
const MAX_SENTENCE = 40
const SIZE_TOLERANCE = 0.15
const MAX_CELLS = 60
/** In points: cells whose left or right edges or middles differ by less stand below each other. */
const ALIGNED = 3
const NEAR_ROWS = 3
/** Rows above that say what is usual. */
const MANY = 30

/** The rows of the table that begins at a row of several cells; null for a row that begins none. */
export function growTable(rows: readonly Row[], start: number): Row[] | null {
  const first = rows[start]
  if (first === undefined || first.length < 2 || first.length > MAX_CELLS) return null
  const used: Row[] = [first]
  const gaps: number[] = []
  let lone: Row[] = []
  let loneGap = 0
  let box = unionOf(first.flat())
  for (let at = start + 1; at < rows.length; at += 1) {
    const [row, last] = [rows[at], lone.at(-1) ?? used.at(-1)]
    if (row === undefined || last === undefined || row.length > MAX_CELLS) break
    const size = Math.min(sizeOf(last), sizeOf(row))
    const gap = gapBetween(last, row)
    const here = unionOf(row.flat())
    if (topOf(last) - topOf(row) < 0.5 * size || gap > MAX_GAP * size) break
    if (row.length > 1 && (here.right < box.left || here.left > box.right)) break
    const usual = gaps.length < 2 ? null : medianOf(gaps.slice(-MANY))
    if (usual !== null && gap > WIDE_GAP * usual + 0.3 * size) break
    if (row.length === 1) {
      if (lone.length >= MAX_LONE || !isTitle(row, used)) break
      if (lone.length === 0) loneGap = gap
      lone.push(row)
      continue
    }
    // Room above and below it makes a line the heading of another table.
    if (usual !== null && lone.length > 0 && loneGap > 1.4 * usual && gap > 1.25 * usual) break
    if (isHeadAgain(used, lone, row, usual !== null && gap > HEAD_GAP * usual)) break
    if (used.length >= NEAR_ROWS && !standsBelow(used.slice(-NEAR_ROWS), row)) break
    used.push(...lone, row)
    if (lone.length === 0) gaps.push(gap)
    lone = []
    box = unionOf([box, here])
  }
  return used.length < 2 ? null : used
}

export const sizeOf = (row: Row): number => row[0]?.[0]?.size ?? 10

/** From the last line of a row to the first of the next; a cell that reaches into the next row spans both. */
export function gapBetween(row: Row, next: Row): number {
  const top = topOf(next)
  const above = row.map((cell) => cell.at(-1)?.baseline ?? 0).filter((bottom) => bottom > top)
  return Math.min(...above, topOf(row)) - top
}

/** Whether a row of one cell may stand within a table. */
function isTitle([cell = []]: Row, used: readonly Row[]): boolean {
  const size = sizeOf(used.at(-1) ?? [])
  const text = cell.map((line) => line.text).join(' ')
  return (
    cell.length < 3 &&
    text.length <= (/[.!?]$/.test(text) ? MAX_SENTENCE : MAX_LONE_LETTERS) &&
    cell.every((line) => Math.abs(line.size - size) <= SIZE_TOLERANCE * size)
  )
}

const isBold = (row: Row): boolean => row.every((cell) => cell.every(({ bold }) => bold))

/** A bold row below others that are not begins another table where it stands apart from them. */
function isHeadAgain(used: readonly Row[], lone: readonly Row[], row: Row, isApart: boolean): boolean {
  if (!isBold(row) || used.slice(-MANY).every(isBold) || isTotal(row)) return false
  return lone.length > 0 || isApart
}

/** Totals are bold, too: they have amounts where a head has words or years. */
const isTotal = (row: Row): boolean => {
  const texts = row.slice(1).map((cell) => cell.map(({ text }) => text).join(' '))
  return texts.every((text) => /\d/.test(text)) && !texts.every((text) => /^\d{4}$/.test(text))
}

function standsBelow(above: readonly Row[], row: Row): boolean {
  const places = above.flat().map((cell) => unionOf(cell))
  const aligned = row.filter((cell) => {
    const { left, right } = unionOf(cell)
    return places.some(
      (other) =>
        Math.abs(other.left - left) <= ALIGNED ||
        Math.abs(other.right - right) <= ALIGNED ||
        Math.abs(other.left + other.right - left - right) <= 2 * ALIGNED,
    )
  })
  return aligned.length * 2 >= row.length
}
