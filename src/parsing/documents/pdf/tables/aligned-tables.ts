// Finds tables without lines between their columns: rows of cells that stand below each other.
import type { TableBlock } from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows } from '#parsing/documents/model/table-grid.ts'
import type { Line } from '#parsing/documents/pdf/page/reading-order.ts'
import { textIn, type FoundTable } from './ruled-tables.ts'
import { unionOf, type Piece } from '#parsing/documents/pdf/page/text-pieces.ts'
import { cellsAt, columnsOf, type GridCell, type Stripe } from './table-columns.ts'
import { isListLike, isProse, markColumns } from './not-tables.ts'
import { growTable } from './table-growth.ts'
import { joinBrokenRows } from './broken-rows.ts'
import { columnsApart } from './columns-apart.ts'
import { splitCells } from './split-cells.ts'
import { bottomOf, rowsInFileOrder, topOf, type Row } from './table-rows.ts'

const MIN_ROWS = 3
const MIN_HEADS = 3
/** The part of the places that are filled. */
const MIN_FILLED = 0.45

/** Lists or other texts that stand beside each other, each as the pieces of its column, or a table. */
export interface LineTable {
  readonly found: TableBlock | readonly (readonly Piece[])[]
  /** How many lines it takes. */
  readonly lines: number
}

interface Grid {
  readonly columns: readonly Stripe[]
  readonly rows: readonly (readonly GridCell[])[]
}

/** The tables that the file writes row by row; none of code, where letters of one width are code. */
export function alignedTables(pieces: readonly Piece[], page: number, hasCode: boolean): FoundTable[] {
  const rows = withoutNeighbours(rowsInFileOrder(pieces))
  const found: FoundTable[] = []
  for (let at = 0; at < rows.length; at += 1) {
    const used = growTable(rows, at)
    if (used === null) continue
    at += used.length - 1
    const grid = gridOf(used)
    if (grid === null || !hasRows(grid) || isListLike(grid.rows) || isProse(grid.rows, true)) continue
    const table = tableOf(grid, page)
    const inside = used.flat(2)
    if (hasCode && inside.every(({ mono }) => mono)) continue
    found.push({ ...unionOf(inside), table, pieces: new Set(inside) })
  }
  return found
}

/** The table or the lists that begin at a line, where each row is a line of its own. */
export function tableInLines(lines: readonly Line[], start: number, page: number): LineTable | null {
  if ((lines[start]?.pieces.length ?? 0) < 2) return null
  const rows = lines.slice(start, start + MAX_LINES).map(({ pieces }) => pieces.map((piece) => [piece]))
  const used = growTable(rows, 0)
  const grid = used === null ? null : gridOf(used)
  if (used === null || grid === null) return null
  const marks = markColumns(grid.rows)
  if (marks.has(0) && grid.columns.length === 2) return null
  if (marks.size > 1) return { found: listsBeside(grid, marks), lines: used.length }
  const apart = columnsApart(used, rows, grid.columns)
  if (apart !== null) return apart
  if (!hasRows(grid)) return null
  if (isListLike(grid.rows)) {
    const lists = listsBeside(grid, marks)
    return lists.length < 2 ? null : { found: lists, lines: used.length }
  }
  return isProse(grid.rows, false) ? null : { found: tableOf(grid, page), lines: used.length }
}

const MAX_LINES = 300

/** The pieces of lists beside each other: a column of marks goes with the texts behind it. */
function listsBeside({ columns, rows }: Grid, marks: ReadonlySet<number>): Piece[][] {
  const lists: Piece[][] = []
  for (const [at] of columns.entries()) {
    if (at === 0 || !marks.has(at - 1)) lists.push([])
    for (const row of rows)
      for (const { column, pieces } of row) if (column === at) lists.at(-1)?.push(...pieces)
  }
  return lists.filter((pieces) => pieces.length > 0)
}

/** Two rows are a table where they are full, and the first is a head of three words or more. */
function hasRows({ rows, columns }: Grid): boolean {
  const full = rows.filter((row) => row.length > 1)
  if (full.length >= MIN_ROWS) return true
  const [head, body] = rows
  return (
    rows.length === 2 &&
    columns.length >= MIN_HEADS &&
    head?.length === columns.length &&
    body?.length === columns.length &&
    isBold(head) &&
    !isBold(body)
  )
}

const isBold = (row: readonly GridCell[]): boolean =>
  row.every(({ pieces }) => pieces.every(({ bold }) => bold))

function gridOf(found: readonly Row[]): Grid | null {
  const used = splitCells(found)
  const columns = columnsOf(used)
  if (columns.length < 2) return null
  const rows = joinBrokenRows(used.map((row) => cellsAt(columns, row)))
  const full = rows.filter((row) => row.length > 1)
  const filled = full.reduce((sum, row) => sum + row.reduce((all, { columnSpan }) => all + columnSpan, 0), 0)
  return filled < MIN_FILLED * full.length * columns.length ? null : { columns, rows }
}

/**
 * A text beside a table is written before or after it, and taken for a cell of its first or last row: it goes on where the
 * rows below or above it are.
 */
function withoutNeighbours(rows: readonly Row[]): Row[] {
  return rows.map((row, at) => {
    if (row.length < 2) return row
    const [above, below] = [rows[at - 1], rows[at + 1]]
    const own = row.filter((cell) => {
      const box = unionOf(cell)
      const isBeside = (other: Row): boolean => {
        const { left, right } = unionOf(other.flat())
        return left >= box.right || right <= box.left
      }
      if (cell.length < 3) return true
      if (below !== undefined && topOf(below) < topOf(row) && isBeside(below))
        return bottomOf([cell]) >= topOf(below)
      if (above !== undefined && bottomOf(above) > bottomOf(row) && isBeside(above))
        return topOf([cell]) <= bottomOf(above)
      return true
    })
    return own.length < 2 ? row : own
  })
}

function tableOf({ columns, rows }: Grid, page: number): TableBlock {
  const box = unionOf(rows.flatMap((row) => row.flatMap(({ pieces }) => pieces)))
  const heads = rows[0]?.some(({ columnSpan }) => columnSpan > 1) === true ? 2 : 1
  const cells = rows.map((row, at) => {
    const header = at < heads ? { columnHeader: true } : {}
    const line = []
    for (let column = 0; column < columns.length; column += 1) {
      const cell = row.find((each) => each.column === column)
      line.push({
        text: cell === undefined ? '' : textIn(cell.pieces),
        columnSpan: cell?.columnSpan ?? 1,
        ...header,
      })
      column += (cell?.columnSpan ?? 1) - 1
    }
    return line
  })
  return tableOfRows(cells, { place: { page, ...box, origin: 'BOTTOMLEFT' } })
}
