// Finds the lines that begin the items of a numbered list: 2. after 1., with nothing but indented lines between them.
import type { Line } from '#parsing/documents/pdf/page/reading-order.ts'

const NUMBER = /^[([]?(?:(\d{1,3})[.)\]](?=\s|\p{L})|([a-z])[.)](?=\s))/u
/** In letter sizes: the numbers of one list stand below each other. */
const MAX_SHIFT = 0.6
/** The text of an item is indented by more. */
const MIN_INDENT = 0.6
const MAX_ITEM_LINES = 12

/** Empty for lines without such a list. The numbers of headings are none: their text is not indented. */
export function numberedLines(lines: readonly Line[]): ReadonlySet<Line> {
  const found = new Set<Line>()
  const last: { line: Line; value: number; left: number; size: number; lines: number; isTitle: boolean }[] =
    []
  for (const line of lines) {
    const [piece] = line.pieces
    if (piece === undefined) continue
    const { left, size } = piece
    // A line that is not indented ends the items to the right of it.
    while (last.length > 0 && left < (last.at(-1)?.left ?? 0) - MAX_SHIFT * size) last.pop()
    const value = valueOf(piece.text)
    const open = last.at(-1)
    const isBeside = open !== undefined && Math.abs(left - open.left) <= MAX_SHIFT * size
    if (isBeside) last.pop()
    for (const each of last) {
      each.lines += 1
      // A bold line over others that are not bold and not indented is a heading.
      if (!piece.bold && each.line.pieces.every(({ bold }) => bold) && left < each.left + MIN_INDENT * size)
        each.isTitle = true
    }
    if (value === null) continue
    if (
      isBeside &&
      !open.isTitle &&
      value === open.value + 1 &&
      size === open.size &&
      open.lines < MAX_ITEM_LINES
    )
      found.add(open.line).add(line)
    last.push({ line, value, left, size, lines: 0, isTitle: false })
  }
  return found
}

/** `3.` is 3 and `c)` is 3. */
function valueOf(text: string): number | null {
  const [, digits, letter] = NUMBER.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  return letter === undefined ? null : letter.charCodeAt(0) - 96
}
