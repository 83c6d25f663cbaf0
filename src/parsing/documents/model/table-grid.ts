// A table as a grid: each cell at every row and column that it spans.
import type { TableBlock, TableCell } from './document-blocks.ts'

/** Larger tables are cut by their readers. */
export const MAX_TABLE_CELLS = 500_000

/** Places of a grid, and of all spans in it: a hostile table claims any number. */
const MAX_PLACES = 4_000_000

/**
 * One list for each row, null where no cell lies. A cell that spans is there several times. Rows beyond `MAX_PLACES`
 * places are left out.
 */
export function gridOf({ rows, columns, cells }: TableBlock): (TableCell | null)[][] {
  const shown = Math.min(rows, Math.floor(MAX_PLACES / Math.max(1, columns)))
  const grid = Array.from({ length: shown }, () =>
    Array.from<TableCell | null>({ length: columns }).fill(null),
  )
  let places = 0
  for (const cell of cells) {
    for (let row = cell.row; row < Math.min(shown, cell.row + cell.rowSpan); row += 1) {
      const line = grid[row]
      const end = Math.min(columns, cell.column + cell.columnSpan)
      places += end - cell.column
      if (line === undefined || places > MAX_PLACES) break
      for (let column = cell.column; column < end; column += 1) line[column] ??= cell
    }
  }
  return grid
}

/** A cell before its place is known; spans count from 1. */
export interface LooseCell extends Omit<TableCell, 'row' | 'column' | 'rowSpan' | 'columnSpan'> {
  readonly rowSpan?: number
  readonly columnSpan?: number
}

/**
 * Rows of cells that span, as HTML and OpenDocument have them: each cell takes the next free column of its row. A table
 * beyond `MAX_TABLE_CELLS` ends there.
 */
export function tableOfRows(
  rows: readonly (readonly LooseCell[])[],
  more: Partial<TableBlock> = {},
): TableBlock {
  const taken = new Set<number>()
  const cells: TableCell[] = []
  let columns = 0
  let covered = 0
  const MAX_COLUMNS = 16_384
  const isTaken = (row: number, column: number): boolean => taken.has(row * MAX_COLUMNS + column)
  for (const [row, line] of rows.entries()) {
    let column = 0
    for (const cell of line) {
      while (isTaken(row, column)) column += 1
      const rowSpan = Math.max(1, Math.min(cell.rowSpan ?? 1, rows.length - row))
      const columnSpan = Math.max(1, Math.min(cell.columnSpan ?? 1, 1_000))
      covered += rowSpan * columnSpan
      if (covered > MAX_TABLE_CELLS || column + columnSpan > MAX_COLUMNS) break
      for (let down = 0; down < rowSpan; down += 1)
        for (let across = 0; across < columnSpan; across += 1)
          taken.add((row + down) * MAX_COLUMNS + column + across)
      cells.push({ ...cell, row, column, rowSpan, columnSpan })
      column += columnSpan
      columns = Math.max(columns, column)
    }
  }
  return { kind: 'table', rows: rows.length, columns, cells, captions: [], ...more }
}

/** The same table without its empty rows and columns at the end. */
export function trimTable(table: TableBlock): TableBlock {
  const filled = table.cells.filter(({ text, blocks }) => text !== '' || blocks !== undefined)
  const rows = filled.reduce((most, { row, rowSpan }) => Math.max(most, row + rowSpan), 0)
  const columns = filled.reduce((most, { column, columnSpan }) => Math.max(most, column + columnSpan), 0)
  return {
    ...table,
    rows,
    columns,
    cells: table.cells.filter(({ row, column }) => row < rows && column < columns),
  }
}
