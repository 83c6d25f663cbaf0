// Puts the pieces of a page into rows of cells as the file writes them: a cell line by line, then the cell to its right.
import type { Piece } from '#parsing/documents/pdf/page/text-pieces.ts'

/** The pieces of one cell, its lines from top to bottom. */
export type Cell = readonly Piece[]

/** Cells from left to right. */
export type Row = readonly Cell[]

/** In letter sizes: the lines of one cell are closer than this. */
const MAX_LINE_DROP = 1.75
/** In letter sizes: a cell in the middle of its row stands so far below the first line of a higher one beside it. */
const MAX_RISE = 4
/** A heading is larger than the head of the table below it. */
const MIN_SIZE_SHARE = 0.8
const SAME_LINE = 0.3
/** More lines of a cell, and more cells of a row, are not looked at. */
const MAX_LINES = 20
const MAX_CELLS = 60
/** In letter sizes: cells stand further apart. */
const MIN_GAP = 0.6

export const topOf = (row: Row): number => Math.max(...row.map((cell) => cell[0]?.baseline ?? 0))
export const bottomOf = (row: Row): number => Math.min(...row.map((cell) => cell.at(-1)?.baseline ?? 0))

/** Every piece is in a row; running text makes rows of one cell. */
export function rowsInFileOrder(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = []
  let row: Piece[][] = []
  const close = (): void => {
    if (row.length > 0) rows.push(row)
  }
  for (const piece of pieces) {
    const cell = row.at(-1)
    const last = cell?.at(-1)
    if (row.length > MAX_CELLS) {
      close()
      row = [[piece]]
    } else if (last !== undefined && touches(last, piece)) cell?.push(piece)
    else if (cell !== undefined && isBeside(row, cell, piece)) {
      if (startsAtLastLine(row, cell, piece)) {
        const line = cell.splice(-1)
        close()
        row = [line]
      }
      row.push([piece])
    } else if (cell !== undefined && isNextLine(row, cell, piece)) cell.push(piece)
    else {
      close()
      row = [[piece]]
    }
  }
  close()
  return rows
}

/** Raised letters, and others that stand close to the last ones, belong to the same cell. */
const touches = (last: Piece, piece: Piece): boolean =>
  last.bottom < piece.top &&
  last.top > piece.bottom &&
  piece.left > last.left &&
  piece.left - last.right < MIN_GAP * Math.max(last.size, piece.size)

/** Whether the piece stands to the right of the last cell, at the height of the row. */
function isBeside(row: Row, cell: Cell, piece: Piece): boolean {
  const lines = cell.slice(-MAX_LINES)
  const beside = lines.filter((line) => line.bottom < piece.top && line.top > piece.bottom)
  if ((beside.length > 0 ? beside : lines).some((line) => piece.left < line.right - 0.2 * line.size))
    return false
  return piece.baseline <= topOf(row) + MAX_RISE * piece.size && piece.top > bottomOf(row)
}

/** Whether the lines above the last one of the cell are a row of their own, such as the title of the rows below it. */
function startsAtLastLine(row: Row, cell: Cell, piece: Piece): boolean {
  const last = cell.at(-1)
  if (last === undefined || cell.length < 2 || !isLevel(last, piece)) return false
  return row.every((each) => each === cell || !each.slice(-MAX_LINES).some((line) => isLevel(line, piece)))
}

export const isLevel = (a: Piece, b: Piece): boolean =>
  Math.abs(a.baseline - b.baseline) <= SAME_LINE * Math.max(a.size, b.size)

function isNextLine(row: Row, cell: Cell, piece: Piece): boolean {
  const [before, last] = [row.at(-2), cell.at(-1)]
  if (before?.slice(-MAX_LINES).some(({ right }) => piece.left < right) === true) return false
  if (last === undefined || piece.size < MIN_SIZE_SHARE * last.size) return false
  const drop = last.baseline - piece.baseline
  const size = Math.max(last.size, piece.size)
  if (drop <= SAME_LINE * size || drop > MAX_LINE_DROP * size) return false
  return cell.slice(-MAX_LINES).some((line) => piece.left < line.right && piece.right > line.left)
}
