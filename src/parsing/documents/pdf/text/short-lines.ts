// Finds lines that belong together though each has room for more: addresses, and texts that stand beside each other.
import { unionOf, type Piece } from '#parsing/documents/pdf/page/text-pieces.ts'
import { columnOf, type Column, type Line } from '#parsing/documents/pdf/page/reading-order.ts'
import { BULLET, NUMBER } from './text-lines.ts'

/** In letter sizes, between the lines of one address. */
const MAX_GAP = 1.65
/** What stands above and below an address is further by this. */
const APART = 1.2
const MAX_LINES = 6
/** Of the width of the column. */
const MAX_WIDTH = 0.6
const ENDS = /[.:;!?]["”’»)]?$/
const LABELLED = /^[^:]{1,40}:\s+\S/
/** In letter sizes: texts beside each other are further apart than words. */
const MIN_SIDE_GAP = 3
const MAX_SIDE_LINES = 8
const MAX_DATE_LETTERS = 40
/** The number of a clause, which belongs to the text beside it. */
const MARK = /^(?:§\s?)?[([]?(?:\d{1,4}(?:\.\d{1,3}){0,4}|\p{L}|[ivxIVX]{1,6})[.)\]:]{0,2}$|[:…•]$|\.{3}$/u

/** The lines of addresses and the like, each with the number of its block. */
export function shortLines({ left, right, lines }: Column): ReadonlyMap<Line, number> {
  const found = new Map<Line, number>()
  let start = 0
  while (start < lines.length) {
    let end = start + 1
    while (end < lines.length && follows(lines[end - 1], lines[end])) end += 1
    const block = lines.slice(start, end)
    if (isAddress(block, right - left) && isApart(lines, start, end))
      for (const line of block) found.set(line, start)
    start = end
  }
  return found
}

/** The next line of a block: as near as lines of a text are, of the same look, and at the same place. */
function follows(last: Line | undefined, next: Line | undefined): boolean {
  const [one, other] = [last?.pieces[0], next?.pieces[0]]
  if (last === undefined || next === undefined || one === undefined || other === undefined) return false
  const { size } = one
  const isNear = last.baseline - next.baseline <= MAX_GAP * size
  const isAlike = Math.abs(size - other.size) <= 0.1 * size && one.bold === other.bold
  const middle = (piece: Piece): number => (piece.left + piece.right) / 2
  const isBelow =
    Math.abs(one.left - other.left) <= 1 ||
    Math.abs(one.right - other.right) <= 1 ||
    Math.abs(middle(one) - middle(other)) <= 1
  return isNear && isAlike && isBelow
}

function isAddress(lines: readonly Line[], width: number): boolean {
  if (lines.length < 2 || lines.length > MAX_LINES) return false
  const texts = lines.map(({ pieces }) => pieces.map(({ text }) => text).join(' '))
  if (texts.filter((text) => LABELLED.test(text)).length * 2 > texts.length) return false
  return lines.every(({ pieces }, at) => {
    const box = unionOf(pieces)
    const text = texts[at] ?? ''
    const isMarked = BULLET.test(text) || NUMBER.test(text) || ENDS.test(text)
    return pieces.length === 1 && box.right - box.left <= MAX_WIDTH * width && !isMarked
  })
}

/** Whether the lines above and below are further away than those of the block from each other. */
function isApart(lines: readonly Line[], start: number, end: number): boolean {
  const gap = (at: number): number =>
    (lines[at - 1]?.baseline ?? Infinity) - (lines[at]?.baseline ?? -Infinity)
  let inner = 0
  for (let at = start + 1; at < end; at += 1) inner = Math.max(inner, gap(at))
  const look = (at: number): number => lines[at]?.pieces[0]?.size ?? 0
  const isLarger = start > 0 && look(start - 1) > 1.15 * look(start)
  return (isLarger || gap(start) > APART * inner) && gap(end) > APART * inner
}

export interface Sides {
  /** The texts on the left and those on the right, each as a column that is as wide as it could be. */
  readonly found: readonly Column[]
  readonly lines: number
  /** They stand above columns and name them, or the one on the left names the other. */
  readonly areHeads: boolean
}

/** Two texts that stand beside each other from the line on, such as a name and a date; null for any other line. */
export function sidesAt(
  { lines, right: edge }: Column,
  start: number,
  isTableAt: (line: number) => boolean,
): Sides | null {
  const [one, other, more] = lines[start]?.pieces ?? []
  if (one === undefined || other === undefined || more !== undefined) return null
  const size = Math.max(one.size, other.size)
  if (other.left - one.right < MIN_SIDE_GAP * size || MARK.test(one.text.trim())) return null
  // A sentence that goes on behind a drawing.
  if (/^\p{Ll}/u.test(other.text) && /\p{L}$/u.test(one.text)) return null
  const [left, right] = [[one], [other]]
  let end = start + 1
  for (; end < lines.length && end - start < MAX_SIDE_LINES; end += 1) {
    const [line, above] = [lines[end], lines[end - 1]]
    if (line === undefined || above === undefined) break
    if (above.baseline - line.baseline > MAX_GAP * size || isTableAt(end)) break
    const isLeft = (piece: Piece): boolean => piece.right < other.left - size
    const isRight = (piece: Piece): boolean =>
      Math.abs(piece.left - other.left) <= size || piece.left > other.left
    if (!line.pieces.every((piece) => isLeft(piece) || isRight(piece))) break
    for (const piece of line.pieces) (isLeft(piece) ? left : right).push(piece)
  }
  const isEven = one.size <= 1.1 * other.size
  // A date at the right edge is beside a heading; a label is beside what it names.
  const isDate = other.text.length <= MAX_DATE_LETTERS && edge - other.right <= 2 * size
  const areHeads = isEven && ((one.bold && other.bold) || !isDate)
  const found = [
    { ...columnOf(left), right: other.left - size },
    { ...columnOf(right), right: edge },
  ]
  return { found, lines: end - start, areHeads }
}
