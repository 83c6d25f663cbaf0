// Puts the pieces of a page in the order of reading: columns one after the other, what goes across them in between.
import { rightToLeftLetters } from '#parsing/documents/model/right-to-left.ts'
import type { Piece } from './text-pieces.ts'
import { unionOf } from './text-pieces.ts'

/** Pieces of one column from top to bottom, as lines. */
export interface Column {
  readonly left: number
  readonly right: number
  readonly lines: readonly Line[]
}

export interface Line {
  /** In the order of reading. */
  readonly pieces: readonly Piece[]
  readonly baseline: number
}

interface Gutter {
  readonly from: number
  readonly to: number
}

const MAX_DEPTH = 6
/** Columns are looked for at the right edges that most pieces share, on pages that a person could read. */
const MAX_EDGES = 60
const MAX_PIECES = 3_000
/** Lines on each side of a gutter, and the letters that they have on average: less is a table or a caption. */
const MIN_LINES = 4
const MIN_LETTERS = 14
/** The part of the lines that may cross a gutter: titles, wide pictures, tables. */
const MAX_CROSSING = 0.35
const MIN_GUTTER = 6

export function readingOrder(pieces: readonly Piece[], isRightToLeft: boolean): Column[] {
  return orderOf([...pieces], isRightToLeft, 0)
}

function orderOf(pieces: readonly Piece[], isRightToLeft: boolean, depth: number): Column[] {
  if (pieces.length === 0) return []
  const gutter = depth < MAX_DEPTH && pieces.length <= MAX_PIECES ? gutterOf(pieces) : null
  if (gutter === null) return [columnOf(pieces)]
  const columns: Column[] = []
  let band: Piece[] = []
  const flush = (): void => {
    const middle = (gutter.from + gutter.to) / 2
    const left = band.filter((piece) => centre(piece) < middle)
    const right = band.filter((piece) => centre(piece) >= middle)
    for (const side of isRightToLeft ? [right, left] : [left, right])
      columns.push(...orderOf(side, isRightToLeft, depth + 1))
    band = []
  }
  let across: Piece[] = []
  const flushAcross = (): void => {
    if (across.length > 0) columns.push(columnOf(across))
    across = []
  }
  for (const piece of pieces.toSorted((a, b) => b.top - a.top)) {
    if (crosses(piece, gutter)) {
      if (band.length > 0) flush()
      across.push(piece)
    } else {
      flushAcross()
      band.push(piece)
    }
  }
  flushAcross()
  flush()
  return columns
}

const centre = ({ left, right }: Piece): number => (left + right) / 2

const crosses = (piece: Piece, { from, to }: Gutter): boolean => piece.left < from - 1 && piece.right > to + 1

/** The emptiest stripe with text on both sides of it; null for one column. */
function gutterOf(pieces: readonly Piece[]): Gutter | null {
  const { left, right } = unionOf(pieces)
  const width = right - left
  const edges = new Map<number, number>()
  for (const { right: edge } of pieces) {
    if (edge <= left + 0.15 * width || edge >= right - 0.15 * width) continue
    const rounded = Math.ceil(edge / 2) * 2
    edges.set(rounded, (edges.get(rounded) ?? 0) + 1)
  }
  const common = [...edges].toSorted((a, b) => b[1] - a[1]).slice(0, MAX_EDGES)
  let best: { gutter: Gutter; score: number } | null = null
  for (const [from] of common) {
    const found = stripeAt(pieces, from)
    if (found !== null && (best === null || found.score > best.score)) best = found
  }
  return best?.gutter ?? null
}

/** The stripe that begins at the right edge of some piece and ends where the next ones begin. */
function stripeAt(pieces: readonly Piece[], from: number): { gutter: Gutter; score: number } | null {
  const right = pieces.filter((piece) => piece.left >= from + 1)
  const to = quantile(
    right.map((piece) => piece.left),
    0.02,
  )
  if (to === null || to - from < MIN_GUTTER) return null
  const gutter = { from, to }
  const left = pieces.filter((piece) => piece.right <= to)
  const crossing = pieces.length - left.length - right.length
  if (crossing > MAX_CROSSING * pieces.length) return null
  // What stands on both sides at the same height: a column beside nothing is no column.
  const [leftLines, rightLines] = [
    left.filter((piece) => hasPeer(piece, right)),
    right.filter((piece) => hasPeer(piece, left)),
  ]
  for (const side of [leftLines, rightLines]) {
    const letters = side.reduce((sum, { text }) => sum + text.length, 0)
    if (side.length < MIN_LINES || letters / side.length < MIN_LETTERS) return null
  }
  return { gutter, score: Math.min(leftLines.length, rightLines.length) - crossing + (to - from) / 1_000 }
}

function hasPeer(piece: Piece, others: readonly Piece[]): boolean {
  return others.some((other) => other.bottom < piece.top && other.top > piece.bottom)
}

function quantile(values: readonly number[], share: number): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? null
}

/** Pieces on one baseline are one line. */
export function columnOf(pieces: readonly Piece[]): Column {
  const lines: { pieces: Piece[]; baseline: number }[] = []
  for (const piece of pieces.toSorted((a, b) => b.baseline - a.baseline)) {
    const last = lines.at(-1)
    if (last !== undefined && last.baseline - piece.baseline <= 0.4 * piece.size) last.pieces.push(piece)
    else lines.push({ pieces: [piece], baseline: piece.baseline })
  }
  const { left, right } = unionOf(pieces)
  return {
    left,
    right,
    lines: lines.map(({ pieces: row, baseline }) => ({ pieces: alongLine(row), baseline })),
  }
}

/** From left to right, unless most letters of the line run the other way. */
function alongLine(pieces: readonly Piece[]): Piece[] {
  const text = pieces.map((piece) => piece.text).join('')
  const turns = rightToLeftLetters(text) * 2 > text.length
  return pieces.toSorted((a, b) => (turns ? b.right - a.right : a.left - b.left))
}
