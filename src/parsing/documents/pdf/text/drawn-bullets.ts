// Finds the bullets that a program draws as small discs or squares, and writes them before their texts.
import type { Box } from '#parsing/documents/pdf/engine/box.ts'
import type { Piece } from '#parsing/documents/pdf/page/text-pieces.ts'

/** A page with more is a chart or a map. */
const MAX_DOTS = 400
/** In points: the lines that may stand beside a dot are found by the step that their baselines are in. */
const LINE_STEP = 8
/** In letter sizes: how large a bullet is, how far its text is from it, and how high its middle is over the baseline. */
const [MIN_SIZE, MAX_SIZE] = [0.12, 0.85]
const [MIN_GAP, MAX_GAP] = [0.1, 2]
const [MIN_HEIGHT, MAX_HEIGHT] = [0.08, 0.62]
/** In letter sizes: text that ends so near on the left of a dot makes it a sign within a line. */
const MIN_ROOM = 1.5
/** In points: the bullets of one list stand below each other, and are equally large. */
const MAX_SHIFT = 1
const SIGNED = /^[•◦▪●■○◆▶►‣⁃∙·❖➢✓✔□☐☑☒]/

interface Bullet {
  readonly dot: Box
  readonly text: Piece
}

/** The pieces, each that has a bullet of its own with `• ` before its text. One dot alone on a page is no list. */
export function withDrawnBullets(pieces: readonly Piece[], dots: readonly Box[]): readonly Piece[] {
  if (dots.length < 2 || dots.length > MAX_DOTS) return pieces
  const lines = Map.groupBy(pieces, ({ baseline }) => Math.floor(baseline / LINE_STEP))
  const found = dots.flatMap((dot) => bulletAt(dot, lines) ?? [])
  // Several dots before one text are a rating.
  const single = found.filter(({ text }) => found.filter((other) => other.text === text).length === 1)
  const listed = single.filter((each) => single.some((other) => other !== each && isBelow(each, other)))
  // The only item of an inner list looks as the others do.
  const bullets = new Map(
    single
      .filter((each) => listed.some((other) => looksLike(each, other)))
      .map(({ dot, text }) => [text, dot]),
  )
  return pieces.map((piece) => {
    const dot = bullets.get(piece)
    return dot === undefined ? piece : { ...piece, left: dot.left, text: `• ${piece.text}` }
  })
}

function bulletAt(dot: Box, lines: ReadonlyMap<number, readonly Piece[]>): Bullet | null {
  const middle = (dot.bottom + dot.top) / 2
  const step = Math.floor(middle / LINE_STEP)
  // A bullet of the largest letters stands up to four steps above their baseline.
  const beside = [step - 4, step - 3, step - 2, step - 1, step]
    .flatMap((at) => lines.get(at) ?? [])
    .filter(({ baseline, size }) => {
      const height = middle - baseline
      return height >= MIN_HEIGHT * size && height <= MAX_HEIGHT * size
    })
  let text: Piece | null = null
  for (const piece of beside)
    if (piece.left >= dot.right && (text === null || piece.left < text.left)) text = piece
  if (text === null || SIGNED.test(text.text) || !/[\p{L}\p{N}]/u.test(text.text)) return null
  const { size, left } = text
  const [width, gap] = [dot.right - dot.left, left - dot.right]
  if (width < MIN_SIZE * size || width > MAX_SIZE * size || gap < MIN_GAP * size || gap > MAX_GAP * size)
    return null
  const isWithinLine = beside.some(
    (piece) => piece.left < dot.left && piece.right > dot.left - MIN_ROOM * size,
  )
  return isWithinLine ? null : { dot, text }
}

const looksLike = (one: Bullet, other: Bullet): boolean =>
  Math.abs(one.dot.right - one.dot.left - (other.dot.right - other.dot.left)) <= MAX_SHIFT &&
  Math.abs(one.text.left - one.dot.right - (other.text.left - other.dot.right)) <= MAX_SHIFT

const isBelow = (one: Bullet, other: Bullet): boolean =>
  Math.abs(one.dot.left - other.dot.left) <= MAX_SHIFT && looksLike(one, other)
