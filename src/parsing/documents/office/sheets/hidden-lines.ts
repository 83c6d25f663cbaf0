// Rows and columns of a sheet that no reader sees: what is left of its cells without them.
import type { HiddenCount } from '#parsing/documents/model/document-blocks.ts'
import type { Sheet } from './read-sheet.ts'

export const NONE_HIDDEN: HiddenCount = { rows: 0, columns: 0 }

/** The rows and columns of a sheet that are left out although something is in them. */
export function hiddenWithin({ cells, hidden }: Sheet): HiddenCount {
  if (hidden === null) return NONE_HIDDEN
  const rows = new Set<number>()
  const columns = new Set<number>()
  for (const { row, column } of cells) {
    if (hidden.rows.has(row)) rows.add(row)
    if (hidden.columns.has(column)) columns.add(column)
  }
  return { rows: rows.size, columns: columns.size }
}

export const moreHidden = (a: HiddenCount, b: HiddenCount): HiddenCount => ({
  rows: a.rows + b.rows,
  columns: a.columns + b.columns,
})

/** The lines of one direction without the hidden ones. */
export interface ShownLines {
  /** How many lines before this one are shown. */
  before(line: number): number
  /** The line that so many shown ones stand before. */
  at(shown: number): number
}

export function shownLines(hidden: ReadonlySet<number>): ShownLines {
  if (hidden.size === 0) return { before: (line) => line, at: (shown) => shown }
  const sorted = [...hidden].toSorted((a, b) => a - b)
  /** How many of the hidden lines fulfil what only the first ones do. */
  const firstOf = (fulfils: (line: number, index: number) => boolean): number => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (fulfils(sorted[middle] ?? 0, middle)) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    before: (line) => line - firstOf((each) => each < line),
    at: (shown) => shown + firstOf((each, index) => each - index <= shown),
  }
}
