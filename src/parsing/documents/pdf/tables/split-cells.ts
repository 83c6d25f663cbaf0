// Parts the cells that stand so close to each other that they were read as one piece of text.
import { partsIn, type Piece } from '#parsing/documents/pdf/page/text-pieces.ts'
import type { Row } from './table-rows.ts'

/** Rows that are looked at, of which most have to be clear where a cell is parted. */
const MAX_ROWS = 60
const CLEAR_SHARE = 0.8
/** Rows whose cells stand below the part, and how near their edges are, in points. */
const MIN_ALIGNED = 0.3
const ALIGNED = 2
/** In letter sizes: words of a cell are nearer, unless the file draws each by itself. */
const WIDE_GAP = 0.6

const isAligned = (part: Piece, left: number, right: number): boolean =>
  Math.abs(part.left - left) <= ALIGNED || Math.abs(part.right - right) <= ALIGNED

/** A gap in a cell parts it where other rows are empty at this place, and have a cell below the text after it. */
export function splitCells(rows: readonly Row[]): Row[] {
  const near = rows.slice(0, MAX_ROWS).map((row) => partsIn(row.flat()))
  const pieces = rows.slice(0, MAX_ROWS).map((row) => row.flat())
  /** A row whose cells stand apart at this place. */
  const isApart = ({ left, right }: Piece): boolean =>
    pieces.some(
      (row) => row.some((piece) => isAligned(piece, left, right)) && row.some((piece) => piece.right < left),
    )
  const endsAt = (last: Piece, next: Piece, own: readonly Piece[]): boolean => {
    const others = near.filter((parts) => !parts.includes(next) && parts.length > own.length - 2)
    const isClear = (x: number): boolean =>
      others.filter((parts) => !parts.some(({ left, right }) => left < x && right > x)).length >=
      CLEAR_SHARE * others.length
    const aligned = others.filter((parts) => parts.some((part) => isAligned(part, next.left, next.right)))
    return (
      (next.left - last.right > WIDE_GAP * next.size || isApart(next)) &&
      aligned.length > 0 &&
      aligned.length >= MIN_ALIGNED * others.length &&
      (isClear(next.left - 1) || isClear(last.right + 1))
    )
  }
  return rows.map((row) =>
    row.flatMap((cell) => {
      // The lines after the first one belong to the last of its parts.
      const [first, ...lines] = cell
      if (first?.parts === undefined) return [cell]
      const parts: Piece[][] = []
      for (const part of first.parts) {
        const last = parts.at(-1)?.at(-1)
        if (last !== undefined && !endsAt(last, part, first.parts)) parts.at(-1)?.push(part)
        else parts.push([part])
      }
      if (parts.length < 2) return [cell]
      parts.at(-1)?.push(...lines)
      return parts
    }),
  )
}
