// Finds the lines of code: letters of one width, line after line, in a document that is not written in them.
import type { Line } from '#parsing/documents/pdf/page/reading-order.ts'
import type { Piece } from '#parsing/documents/pdf/page/text-pieces.ts'

/** In letter sizes: a blank line within code, or two. */
const MAX_GAP = 3.2
/** In letter sizes: a line further below has a blank one above it. */
const BLANK_GAP = 1.75
const MAX_INDENT = 120
/** What begins the items of lists, and nothing in code. */
const BULLET = /^[•◦▪●■○◆▶►‣⁃∙·❖➢✓✔□]\s/

/** Each with the number of its run. A lone line of such letters is a name or a call in running text. */
export function codeLines(lines: readonly Line[]): ReadonlyMap<Line, number> {
  const found = new Map<Line, number>()
  let run = 0
  let last: Line | null = null
  for (const line of lines) {
    const isMono = line.pieces.every(({ mono }) => mono) && !BULLET.test(line.pieces[0]?.text ?? '')
    if (isMono && last !== null && last.baseline - line.baseline <= MAX_GAP * sizeOf(line))
      found.set(last, run).set(line, run)
    else run += 1
    last = isMono ? line : null
  }
  return found
}

const sizeOf = ({ pieces }: Line): number => pieces[0]?.size ?? 10

/** The lines with their indents, gaps and blank lines, counted in the width of their letters. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.flatMap(({ pieces }) => pieces.map((piece) => piece.left)))
  const texts: string[] = []
  let last: Line | null = null
  for (const line of lines) {
    if (last !== null && last.baseline - line.baseline > BLANK_GAP * sizeOf(line)) texts.push('')
    texts.push(textOf(line.pieces, left))
    last = line
  }
  return texts.join('\n')
}

function textOf(pieces: readonly Piece[], left: number): string {
  let text = ''
  for (const piece of pieces) {
    const width = (piece.right - piece.left) / Math.max(1, piece.text.length)
    const column = width > 0 ? Math.min(text.length + MAX_INDENT, Math.round((piece.left - left) / width)) : 0
    text = text.padEnd(text === '' ? column : Math.max(column, text.length + 1)) + piece.text
  }
  return text
}
