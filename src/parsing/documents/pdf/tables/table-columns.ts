// Finds the columns that the rows of a table share, and puts each cell into those that it stands in.
import { unionOf, type Piece } from '#parsing/documents/pdf/page/text-pieces.ts'
import type { Row } from './table-rows.ts'

/** Where a column lies, in points. */
export interface Stripe {
  readonly left: number
  readonly right: number
}

export interface GridCell {
  readonly column: number
  readonly columnSpan: number
  readonly pieces: readonly Piece[]
}

export const MAX_COLUMNS = 40
/** In points: cells that overlap by less only touch. */
const TOUCH = 1
/** Rows of a head, whose words may stand beside what is below them. */
const HEAD_ROWS = 2

/**
 * The rows with most cells say where the columns are. A cell of another row that stands across several of them spans them,
 * as the heads over several columns do; one that stands in none has a column of its own. Empty for more than a table has.
 */
export function columnsOf(rows: readonly Row[]): Stripe[] {
  let stripes: Stripe[] = []
  for (const row of rows.toSorted((a, b) => b.length - a.length)) {
    for (const cell of row) {
      const { left, right } = unionOf(cell)
      const [only, other] = stripesUnder(stripes, { left, right })
      if (only === undefined) stripes.push({ left, right })
      else if (other === undefined) {
        const wide = { left: Math.min(left, only.left), right: Math.max(right, only.right) }
        stripes = stripes.map((stripe) => (stripe === only ? wide : stripe))
      }
      if (stripes.length > MAX_COLUMNS) return []
    }
  }
  return withoutShifts(
    stripes.toSorted((a, b) => a.left - b.left),
    rows,
  )
}

const stripesUnder = (stripes: readonly Stripe[], { left, right }: Stripe): Stripe[] =>
  stripes.filter((stripe) => left < stripe.right - TOUCH && right > stripe.left + TOUCH)

/** The head of a column may stand beside its numbers, one on the left and the others on the right: both are one column. */
function withoutShifts(stripes: readonly Stripe[], rows: readonly Row[]): Stripe[] {
  const filled = new Map(stripes.map((stripe) => [stripe, new Set<number>()]))
  for (const [at, row] of rows.entries())
    for (const cell of row)
      for (const stripe of stripesUnder(stripes, unionOf(cell))) filled.get(stripe)?.add(at)
  const joined: { stripe: Stripe; rows: Set<number> }[] = []
  for (const stripe of stripes) {
    const own = filled.get(stripe) ?? new Set<number>()
    const last = joined.at(-1)
    const isShift =
      last !== undefined &&
      [own, last.rows].some((each) => [...each].every((at) => at < HEAD_ROWS)) &&
      own.isDisjointFrom(last.rows)
    if (isShift)
      joined[joined.length - 1] = {
        stripe: { left: last.stripe.left, right: stripe.right },
        rows: own.union(last.rows),
      }
    else joined.push({ stripe, rows: own })
  }
  return joined.map(({ stripe }) => stripe)
}

/** The cells of a row at their columns; those in one column are one cell. */
export function cellsAt(columns: readonly Stripe[], row: Row): GridCell[] {
  const cells: { column: number; columnSpan: number; pieces: Piece[] }[] = []
  for (const pieces of row) {
    const box = unionOf(pieces)
    const under = stripesUnder(columns, box)
    const column =
      under[0] === undefined
        ? Math.max(
            0,
            columns.findLastIndex(({ left }) => left <= box.left),
          )
        : columns.indexOf(under[0])
    const last = cells.at(-1)
    if (last !== undefined && column < last.column + last.columnSpan) last.pieces.push(...pieces)
    else cells.push({ column, columnSpan: Math.max(1, under.length), pieces: [...pieces] })
  }
  return cells
}
