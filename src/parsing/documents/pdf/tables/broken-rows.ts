// Joins rows whose cells have several lines where the file writes line after line across the page.
import { medianOf } from '#kit/median.ts'
import type { GridCell } from './table-columns.ts'
import { bottomOf, topOf } from './table-rows.ts'

type GridRow = readonly GridCell[]

/** In letter sizes: lines of one cell are closer than this. */
const MAX_LINE_DROP = 1.45
/** Rows stand further apart than the lines in them by this. */
const ROW_SHARE = 1.25

/** A row with few cells, close to its neighbour in a table whose rows stand further apart, goes on with it. */
export function joinBrokenRows(rows: readonly GridRow[]): GridRow[] {
  const drops = rows.map((row, at) => {
    const before = rows[at - 1]
    return before === undefined ? Infinity : dropBetween(before, row)
  })
  const usual = medianOf(
    drops.filter((drop, at) => drop !== Infinity && isWhole(rows[at] ?? [], rows[at - 1] ?? [])),
  )
  const joined: GridRow[] = []
  let down: GridRow | null = null
  for (const [at, row] of rows.entries()) {
    const [drop = Infinity, next = Infinity] = [drops[at], drops[at + 1]]
    const size = row[0]?.pieces[0]?.size ?? 10
    const isClose = (gap: number): boolean => gap <= MAX_LINE_DROP * size && gap * ROW_SHARE < usual
    const [last, below] = [joined.at(-1), rows[at + 1]]
    let whole = row
    if (down !== null) {
      whole = both(down, row)
      down = null
    }
    if (last !== undefined && isClose(drop) && !isWhole(row, last) && fits(row, last))
      joined[joined.length - 1] = both(last, whole)
    else if (below !== undefined && isClose(next) && row.length < below.length && fits(row, below))
      down = whole
    else joined.push(whole)
  }
  return joined
}

/** Whether a row fills its first column, and as many as the one above. */
const isWhole = (row: GridRow, above: GridRow): boolean =>
  row[0]?.column === 0 && row.length > 1 && row.length >= above.length - 1

const fits = (part: GridRow, row: GridRow): boolean =>
  part.every((cell) =>
    row.some((other) => other.column === cell.column && other.columnSpan === cell.columnSpan),
  )

const both = (a: GridRow, b: GridRow): GridRow =>
  [...new Set([...a, ...b].map(({ column }) => column))]
    .toSorted((x, y) => x - y)
    .map((column) => {
      const cells = [...a, ...b].filter((cell) => cell.column === column)
      return {
        column,
        columnSpan: Math.max(...cells.map(({ columnSpan }) => columnSpan)),
        pieces: cells.flatMap(({ pieces }) => pieces),
      }
    })

const dropBetween = (above: GridRow, row: GridRow): number =>
  bottomOf(above.map(({ pieces }) => pieces)) - topOf(row.map(({ pieces }) => pieces))
