// Finds the tables of a sheet: cells that touch each other, merged ones as one cell, with empty rows and columns between,
// and makes a sheet with them a group of blocks.
import {
  plainBlock,
  type Block,
  type GroupBlock,
  type PageError,
  type PageSize,
  type Place,
  type TableBlock,
  type TableCell,
} from '#parsing/documents/model/document-blocks.ts'
import { shownLines, type ShownLines } from './hidden-lines.ts'
import { partsOf, type SpannedCell } from './lines-apart.ts'
import type { CellRange, Sheet } from './read-sheet.ts'

export interface PlacedBlock {
  readonly block: Block
  readonly top: number
  readonly left: number
}

/** A table with more places than this has its empty ones left out of the grid by being cut. */
const MAX_PLACES = 1_000_000
/** Places in merged ranges: ranges beyond it count as their first cell. */
const MAX_MERGED_PLACES = 1_000_000

/** Of a workbook; further ones are not read. */
export const MAX_SHEETS = 1_000

/** The rows and columns that are shown. */
interface Shown {
  readonly rows: ShownLines
  readonly columns: ShownLines
}

/** From top to bottom, then from left to right. A lone cell is a text, and so is what stands above and below a table. */
export function sheetTables(sheet: Sheet, page: number): PlacedBlock[] {
  const none: ReadonlySet<number> = new Set()
  const shown: Shown = {
    rows: shownLines(sheet.hidden?.rows ?? none),
    columns: shownLines(sheet.hidden?.columns ?? none),
  }
  const placed = groupsOf(shownCells(spanned(sheet), shown)).flatMap((group) => blocksOf(group, page, shown))
  return placed.toSorted((a, b) => a.top - b.top || a.left - b.left)
}

/** Cells as if there were no hidden rows and columns. A merged cell is seen as far as it reaches beyond them. */
function shownCells(cells: readonly SpannedCell[], { rows, columns }: Shown): SpannedCell[] {
  return cells.flatMap(({ text, row: top, column: left, rowSpan, columnSpan }) => {
    const [row, column] = [rows.before(top), columns.before(left)]
    const cell = {
      text,
      row,
      column,
      rowSpan: rows.before(top + rowSpan) - row,
      columnSpan: columns.before(left + columnSpan) - column,
    }
    return cell.rowSpan === 0 || cell.columnSpan === 0 ? [] : [cell]
  })
}

function spanned({ cells, merged }: Sheet): SpannedCell[] {
  const ranges = new Map<number, CellRange>()
  for (const range of merged) ranges.set(keyOf(range.top, range.left), range)
  let places = 0
  return cells.map((cell) => {
    const range = ranges.get(keyOf(cell.row, cell.column))
    const rowSpan = Math.max(1, (range?.bottom ?? cell.row) - cell.row + 1)
    const columnSpan = Math.max(1, (range?.right ?? cell.column) - cell.column + 1)
    if (range !== undefined) places += rowSpan * columnSpan
    return places > MAX_MERGED_PLACES
      ? { ...cell, rowSpan: 1, columnSpan: 1 }
      : { ...cell, rowSpan, columnSpan }
  })
}

const keyOf = (row: number, column: number): number => row * 16_384 + column

/** Cells that share an edge or a corner, directly or through others, by a union of the cells of neighbouring rows. */
function groupsOf(cells: readonly SpannedCell[]): SpannedCell[][] {
  const owner = new Map<number, number>()
  const parent = cells.map((_, at) => at)
  const find = (at: number): number => {
    let root = at
    while (parent[root] !== root) root = parent[root] ?? root
    for (let next = at; next !== root;) {
      const above = parent[next] ?? root
      parent[next] = root
      next = above
    }
    return root
  }
  for (const [at, cell] of cells.entries()) for (const key of edgesOf(cell)) owner.set(key, at)
  for (const [at, { row, column, rowSpan, columnSpan }] of cells.entries()) {
    const join = (r: number, c: number): void => {
      const other = r < 0 || c < 0 ? undefined : owner.get(keyOf(r, c))
      if (other !== undefined) parent[find(other)] = find(at)
    }
    for (let c = column - 1; c <= column + columnSpan; c += 1) {
      join(row - 1, c)
      join(row + rowSpan, c)
    }
    for (let r = row; r < row + rowSpan; r += 1) {
      join(r, column - 1)
      join(r, column + columnSpan)
    }
  }
  return [...Map.groupBy(cells.entries(), ([at]) => find(at)).values()].map((group) =>
    group.map(([, cell]) => cell),
  )
}

/** The places along the border of a cell: what touches it touches one of them. */
function* edgesOf({ row, column, rowSpan, columnSpan }: SpannedCell): Generator<number> {
  for (let c = column; c < column + columnSpan; c += 1) {
    yield keyOf(row, c)
    if (rowSpan > 1) yield keyOf(row + rowSpan - 1, c)
  }
  for (let r = row + 1; r < row + rowSpan - 1; r += 1) {
    yield keyOf(r, column)
    if (columnSpan > 1) yield keyOf(r, column + columnSpan - 1)
  }
}

function blocksOf(group: readonly SpannedCell[], page: number, shown: Shown): PlacedBlock[] {
  const { titles, table, notes } = partsOf(group)
  const text = (cell: SpannedCell): PlacedBlock[] => {
    const place = placeOf([cell], page, shown)
    const block = plainBlock('text', cell.text, { place })
    return block === null ? [] : [{ block, top: place.top, left: place.left }]
  }
  return [
    ...titles.flatMap(text),
    ...(table.length === 0 ? [] : [tableOf(table, page, shown)]),
    ...notes.flatMap(text),
  ]
}

/** The least and the most: a call cannot take half a million arguments. */
function extremes(group: readonly SpannedCell[], of: (cell: SpannedCell) => number): number[] {
  let [least, most] = [Infinity, -Infinity]
  for (const cell of group) {
    least = Math.min(least, of(cell))
    most = Math.max(most, of(cell))
  }
  return [least, most]
}

function tableOf(group: readonly SpannedCell[], page: number, shown: Shown): PlacedBlock {
  const { top, left, bottom, right } = boundsOf(group)
  const columns = right - left
  const rows = Math.min(bottom - top, Math.max(1, Math.floor(MAX_PLACES / columns)))
  const cells = group.flatMap((cell): TableCell[] =>
    cell.row - top >= rows
      ? []
      : [
          {
            row: cell.row - top,
            column: cell.column - left,
            rowSpan: Math.min(cell.rowSpan, rows - (cell.row - top)),
            columnSpan: cell.columnSpan,
            text: cell.text,
            columnHeader: cell.row === top,
          },
        ],
  )
  const place = placeOf(group, page, shown)
  const block: TableBlock = { kind: 'table', rows, columns, cells, captions: [], place }
  return { block, top: place.top, left: place.left }
}

/** From the first row and column to those behind the last ones. */
function boundsOf(group: readonly SpannedCell[]): Pick<Place, 'top' | 'left' | 'bottom' | 'right'> {
  const [top = 0] = extremes(group, ({ row }) => row)
  const [left = 0] = extremes(group, ({ column }) => column)
  const [, bottom = 0] = extremes(group, ({ row, rowSpan }) => row + rowSpan)
  const [, right = 0] = extremes(group, ({ column, columnSpan }) => column + columnSpan)
  return { top, left, bottom, right }
}

/** In cells of the whole sheet, as docling places what is in it. */
function placeOf(group: readonly SpannedCell[], page: number, { rows, columns }: Shown): Place {
  const { top, left, bottom, right } = boundsOf(group)
  return {
    page,
    left: columns.at(left),
    top: rows.at(top),
    right: columns.at(right - 1) + 1,
    bottom: rows.at(bottom - 1) + 1,
    origin: 'TOPLEFT',
  }
}

/**
 * What stands on one sheet, from top to bottom. A hidden sheet is in the layer `invisible`. Its size is up to the last
 * cell that anything reaches.
 */
export function sheetGroup(
  placed: readonly PlacedBlock[],
  { page, name, isHidden }: { readonly page: number; readonly name: string; readonly isHidden: boolean },
): { readonly group: GroupBlock; readonly size: PageSize } {
  const children = placed.toSorted((a, b) => a.top - b.top || a.left - b.left).map(({ block }) => block)
  return {
    group: { kind: 'group', label: 'sheet', name, children, ...(isHidden ? { layer: 'invisible' } : {}) },
    size: { page, ...sizeOf(children) },
  }
}

/** Says that a workbook has more sheets than are read. */
export function sheetsCut(sheets: number): PageError[] {
  const detail = `Of ${sheets} sheets ${MAX_SHEETS} are read.`
  return sheets > MAX_SHEETS ? [{ page: null, code: 'document_cut', detail }] : []
}

function sizeOf(blocks: readonly Block[]): { width: number; height: number } {
  let [width, height] = [0, 0]
  for (const block of blocks) {
    const place = 'place' in block ? block.place : undefined
    width = Math.max(width, place?.right ?? 0)
    height = Math.max(height, place?.bottom ?? 0)
  }
  return { width, height }
}
