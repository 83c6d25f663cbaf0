// Tells texts beside each other, such as two addresses, from the rows of a table: the file writes one after the other.
import { unionOf, type Piece } from '#parsing/documents/pdf/page/text-pieces.ts'
import { cellsAt, type Stripe } from './table-columns.ts'
import { gapBetween, sizeOf } from './table-growth.ts'
import type { Row } from './table-rows.ts'

/** In letter sizes: a longer text goes on below the others so near. */
const MAX_LINE_DROP = 1.75
const AMOUNT = /^[\d\s.,:%€$£()+−–-]{1,20}$/
/** A column with so many amounts is one of a table, whatever the order. */
const AMOUNT_SHARE = 0.6
/** Of the steps from column to column that rows would need. */
const MAX_STEPS = 0.3

/** The pieces of each column, with how many lines of `rows` they take; null for rows of a table. */
export function columnsApart(
  used: readonly Row[],
  rows: readonly Row[],
  columns: readonly Stripe[],
): { found: Piece[][]; lines: number } | null {
  const found: Piece[][] = columns.map(() => [])
  for (const cell of used.flatMap((row) => cellsAt(columns, row))) {
    // Lines of several pieces would be taken for a table again.
    if (cell.pieces.length > 1) return null
    found[cell.column]?.push(...cell.pieces)
  }
  if (found.some((pieces) => pieces.length === 0)) return null
  const columnOf = new Map(found.flatMap((pieces, at) => pieces.map((piece) => [piece, at] as const)))
  const order = [...columnOf].toSorted(([a], [b]) => (a.order ?? 0) - (b.order ?? 0))
  const steps = order.filter(([, at], index) => index > 0 && at !== order[index - 1]?.[1]).length
  const least = columns.length - 1
  if (steps > Math.max(least, MAX_STEPS * least * used.length)) return null
  const isAmounts = (pieces: readonly Piece[]): boolean =>
    pieces.filter(({ text }) => AMOUNT.test(text)).length > AMOUNT_SHARE * pieces.length
  if (order.some(([{ order: at }]) => at === undefined) || found.some(isAmounts)) return null
  let lines = used.length
  for (let row = rows[lines]; row?.length === 1; row = rows[lines]) {
    const [piece] = row[0] ?? []
    const above = rows[lines - 1]
    const into = found.find((pieces) => pieces.at(-1)?.order === (piece?.order ?? 0) - 1)
    if (piece === undefined || above === undefined || into === undefined) break
    const box = unionOf(into)
    const isNear = gapBetween(above, row) <= MAX_LINE_DROP * sizeOf(row)
    if (!isNear || piece.left >= box.right || piece.right <= box.left) break
    into.push(piece)
    lines += 1
  }
  return { found, lines }
}
