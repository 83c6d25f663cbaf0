// Finds tables without lines between their columns: rows of pieces that stand below each other, and contents with dots.
import type { TableBlock } from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows } from '#parsing/documents/model/table-grid.ts'
import type { Line } from './reading-order.ts'
import { joinLines } from './ruled-tables.ts'
import { unionOf, type Piece } from './text-pieces.ts'

const MIN_LEADERS = 4
const MIN_CONTENTS = 3
const MIN_ROWS = 3
const ITEM = /^(?:[•◦▪●■○◆▶►‣⁃∙·]|\d{1,2}[.)](?=\s|\p{L}))/u
const LIST_SHARE = 0.6
/** Letter sizes between the lines of one table. */
const MAX_ROW_GAP = 3

/** Lines whose pieces share their columns. */
export interface LineTable {
  /** A table, or lists that stand beside each other, each as the pieces of its column. */
  readonly found: TableBlock | readonly (readonly Piece[])[]
  /** How many lines it takes. */
  readonly lines: number
}

/** The table or the lists that begin at the line; null where none do. */
export function tableAtLine(lines: readonly Line[], start: number, page: number): LineTable | null {
  return contentsAt(lines, start, page) ?? alignedAt(lines, start, page)
}

const textOf = ({ pieces }: Line): string => pieces.map(({ text }) => text).join(' ')

/** The title and the page of `Preface . . . . . . xi`; null for any other line. */
function contentsEntry(text: string): string[] | null {
  const number = /[\divxlc]{1,8}$/i.exec(text)
  if (number === null) return null
  let end = number.index
  let leaders = 0
  for (; end > 0 && /[\s.·…]/.test(text.charAt(end - 1)); end -= 1) if (text[end - 1] === '.') leaders += 1
  return end === 0 || leaders < MIN_LEADERS ? null : [text.slice(0, end), number[0]]
}

function contentsAt(lines: readonly Line[], start: number, page: number): LineTable | null {
  const rows: string[][] = []
  let at = start
  for (let line = lines[at]; line !== undefined; line = lines[at]) {
    const row = contentsEntry(textOf(line).slice(0, 1_000))
    if (row === null) break
    rows.push(row)
    at += 1
  }
  if (rows.length < MIN_CONTENTS) return null
  const used = lines.slice(start, at)
  return { found: tableOfTexts(rows, used, page), lines: used.length }
}

/** Lines of at least two pieces whose pieces share their columns; a line of one piece goes on with a cell above it. */
function alignedAt(lines: readonly Line[], start: number, page: number): LineTable | null {
  const used: Line[] = []
  let loose = 0
  for (let at = start; at < lines.length; at += 1) {
    const [line, last] = [lines[at], used.at(-1)]
    if (line === undefined) break
    const size = line.pieces[0]?.size ?? 10
    if (last !== undefined && last.baseline - line.baseline > MAX_ROW_GAP * size) break
    if (line.pieces.length < 2) {
      loose += 1
      if (used.length === 0 || loose > 1) break
    } else loose = 0
    used.push(line)
  }
  while (used.length > 0 && (used.at(-1)?.pieces.length ?? 0) < 2) used.pop()
  const full = used.filter(({ pieces }) => pieces.length >= 2)
  if (full.length < MIN_ROWS) return null
  const columns = columnsOf(full.flatMap(({ pieces }) => pieces))
  if (columns.length < 2 || columns.length > 40) return null
  // The cells of a table are short; columns of running text are not.
  const letters = full
    .flatMap(({ pieces }) => pieces)
    .map(({ text }) => text.length)
    .toSorted((a, b) => a - b)
  if ((letters[Math.floor(letters.length / 2)] ?? 0) > 45) return null
  const filled = full.reduce(
    (sum, { pieces }) => sum + new Set(pieces.map((piece) => columnAt(columns, piece))).size,
    0,
  )
  if (filled < 0.6 * full.length * columns.length) return null
  const found = areLists(full)
    ? columns.map((_, at) =>
        used.flatMap(({ pieces }) => pieces.filter((piece) => Math.max(0, columnAt(columns, piece)) === at)),
      )
    : tableOfTexts(rowsOf(used, columns), used, page)
  return { found, lines: used.length }
}

/** Whether most pieces begin as the items of lists do, in each line but a few: slides have lists beside each other. */
function areLists(lines: readonly Line[]): boolean {
  const pieces = lines.flatMap((line) => line.pieces)
  return pieces.filter(({ text }) => ITEM.test(text)).length > LIST_SHARE * pieces.length
}

/** Stripes that the pieces of all rows share: they overlap, and nothing fills the room between two of them. */
function columnsOf(pieces: readonly Piece[]): { left: number; right: number }[] {
  const columns: { left: number; right: number }[] = []
  for (const { left, right } of pieces.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last !== undefined && left <= last.right + 1) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

const columnAt = (columns: readonly { left: number; right: number }[], piece: Piece): number =>
  columns.findIndex(({ left, right }) => piece.left >= left - 1 && piece.right <= right + 1)

function rowsOf(lines: readonly Line[], columns: readonly { left: number; right: number }[]): string[][] {
  const rows: string[][][] = []
  for (const { pieces } of lines) {
    const cells = columns.map((): string[] => [])
    for (const piece of pieces) cells[Math.max(0, columnAt(columns, piece))]?.push(piece.text)
    const last = rows.at(-1)
    if (pieces.length === 1 && last !== undefined)
      cells.forEach((words, at) => last[at]?.push(words.join(' ')))
    else rows.push(cells.map((words) => [words.join(' ')]))
  }
  return rows.map((cells) => cells.map(joinLines))
}

function tableOfTexts(
  rows: readonly (readonly string[])[],
  lines: readonly Line[],
  page: number,
): TableBlock {
  const box = unionOf(lines.flatMap(({ pieces }) => pieces))
  return tableOfRows(
    rows.map((row, at) => row.map((text) => ({ text, ...(at === 0 ? { columnHeader: true } : {}) }))),
    { place: { page, ...box, origin: 'BOTTOMLEFT' } },
  )
}
