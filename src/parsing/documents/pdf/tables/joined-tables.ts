// Joins a table that goes on at the top of the next page, whether or not its head stands there again.
import type { Block, TableBlock, TableCell } from '#parsing/documents/model/document-blocks.ts'

export interface PageBlocks {
  readonly blocks: readonly Block[]
  /** In points. */
  readonly height: number
}

/** The part of the height of a page at its top and bottom where lines may stand that are of every page. */
const EDGE = 0.12
const MAX_HEAD_ROWS = 3
/** In points: without a head that says so, both tables have to reach from the same left to the same right. */
const SAME_EDGE = 3

/** The blocks of all pages, one after the other. */
export function joinedTables(pages: readonly PageBlocks[]): Block[] {
  const blocks: Block[] = []
  /** Where the table stands that the last page ends with; null where it ends with anything else. */
  let open: number | null = null
  for (const page of pages) {
    const first = page.blocks.findIndex((block) => !isAtEdge(block, page.height))
    const next = page.blocks[first]
    const last = open === null ? null : blocks[open]
    const whole = last?.kind === 'table' && next?.kind === 'table' ? joinedTo(last, next) : null
    const from = blocks.length
    const own: readonly Block[] = whole === null ? page.blocks : page.blocks.toSpliced(first, 1)
    if (whole !== null && open !== null) blocks[open] = whole
    blocks.push(...own)
    const at = own.findLastIndex((block) => !isAtEdge(block, page.height))
    if (own[at]?.kind === 'table') open = from + at
    else if (at >= 0 || whole === null) open = null
  }
  return blocks
}

/** Furniture, or a text that stands where furniture does. */
function isAtEdge(block: Block, height: number): boolean {
  if (block.kind === 'group' || block.kind === 'list') return false
  if (block.layer === 'furniture') return true
  if (block.kind !== 'text' || block.label === 'section_header' || block.place === undefined) return false
  return block.place.bottom > (1 - EDGE) * height || block.place.top < EDGE * height
}

/** Null where the second is a table of its own. */
function joinedTo(table: TableBlock, next: TableBlock): TableBlock | null {
  if (table.columns !== next.columns) return null
  let head = 0
  while (head < MAX_HEAD_ROWS && head < next.rows && rowText(table, head) === rowText(next, head)) head += 1
  if (head === 0 && !isBelow(table, next)) return null
  const cells = next.cells
    .filter(({ row }) => row >= head)
    .map((cell): TableCell => ({ ...cell, columnHeader: false, row: cell.row - head + table.rows }))
  return {
    ...table,
    rows: table.rows + next.rows - head,
    cells: [...table.cells, ...cells],
    captions: [...table.captions, ...next.captions],
  }
}

const rowText = ({ cells }: TableBlock, row: number): string =>
  JSON.stringify(cells.filter((cell) => cell.row === row).map(({ column, text }) => [column, text]))

const isBelow = ({ place: a }: TableBlock, { place: b }: TableBlock): boolean =>
  a !== undefined &&
  b !== undefined &&
  Math.abs(a.left - b.left) <= SAME_EDGE &&
  Math.abs(a.right - b.right) <= SAME_EDGE
