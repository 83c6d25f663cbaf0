// Finds the tables of a sheet: cells that touch each other, merged ones as one cell, with empty rows and columns between,
// and makes a sheet with them a group of blocks.
import {
  plainBlock,
  type Block,
  type GroupBlock,
  type PageError,
  type PageSize,
  type TableBlock,
  type TableCell,
} from '#parsing/documents/model/document-blocks.ts'
import type { CellRange, Sheet, SheetCell } from './read-sheet.ts'

interface SpannedCell extends SheetCell {
  readonly rowSpan: number
  readonly columnSpan: number
}

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

/** From top to bottom, then from left to right. A lone cell is a text. */
export function sheetTables(sheet: Sheet, page: number): PlacedBlock[] {
  const cells = spanned(sheet)
  const placed = groupsOf(cells).flatMap((group) => blocksOf(group, page))
  return placed.toSorted((a, b) => a.top - b.top || a.left - b.left)
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

function blocksOf(group: readonly SpannedCell[], page: number): PlacedBlock[] {
  const [top = 0] = extremes(group, ({ row }) => row)
  const [left = 0] = extremes(group, ({ column }) => column)
  const [title, rest] = titleOf(group, top)
  const blocks: PlacedBlock[] = []
  if (title !== null) {
    const place = placeOf([title], page)
    const text = plainBlock('text', title.text, { place })
    if (text !== null) blocks.push({ block: text, top: title.row, left: title.column })
  }
  if (rest.length > 0) blocks.push({ block: tableOf(rest, page), top, left })
  return blocks
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

/** The only cell of the first row is a title where the rows below are wider. */
function titleOf(group: readonly SpannedCell[], top: number): [SpannedCell | null, readonly SpannedCell[]] {
  const [first, ...others] = group.filter(({ row }) => row === top)
  if (first === undefined || others.length > 0) return [null, group]
  const rest = group.filter((cell) => cell !== first)
  if (rest.length === 0) return [first, rest]
  const second = rest.filter(({ row }) => row === first.row + first.rowSpan)
  return second.length > 1 && first.columnSpan > 1 ? [first, rest] : [null, group]
}

function tableOf(group: readonly SpannedCell[], page: number): TableBlock {
  const place = placeOf(group, page)
  const { top, left } = place
  const columns = place.right - left
  const rows = Math.min(place.bottom - top, Math.max(1, Math.floor(MAX_PLACES / columns)))
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
  return { kind: 'table', rows, columns, cells, captions: [], place }
}

/** In cells, as docling places what is in a sheet. */
function placeOf(group: readonly SpannedCell[], page: number): NonNullable<TableBlock['place']> {
  const [top = 0] = extremes(group, ({ row }) => row)
  const [left = 0] = extremes(group, ({ column }) => column)
  const [, bottom = 0] = extremes(group, ({ row, rowSpan }) => row + rowSpan)
  const [, right = 0] = extremes(group, ({ column, columnSpan }) => column + columnSpan)
  return { page, left, top, right, bottom, origin: 'TOPLEFT' }
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
