// Joins the letters of a page into pieces of lines: a wide gap, such as between columns, ends a piece.
import type { Box } from '#parsing/documents/pdf/engine/box.ts'
import type { Font, Glyph, Rule } from './page-content.ts'

export interface Piece extends Box {
  readonly text: string
  readonly baseline: number
  /** Of most of its letters. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  /** Nearly all its letters are of one width. */
  readonly mono: boolean
  /** The name of the font of most of its letters. */
  readonly fontName: string
  /** Its place among the pieces of the page as the file writes them; absent for a part of a piece. */
  readonly order?: number
  /** What it would be if narrower gaps ended a piece, as between the cells of a table; absent where it has no such gap. */
  readonly parts?: readonly Piece[] | undefined
}

/** In letter sizes: words of justified text stand up to one apart, columns and cells further. */
const MAX_GAP = 1.3
/** In letter sizes: the blanks of text that is not justified are narrower. */
const PART_GAP = 0.6
/** The same, not counting a blank, before text that is drawn by itself and so has a font object of its own. */
const DRAWN_GAP = 0.2
/** A page with more lines is a drawing. */
const MAX_RULES = 2_000
const MAX_LINE_SHIFT = 0.5
/** In letter sizes: the text of a bullet is nearer than this. */
const MAX_BULLET_GAP = 5
/** In points: pieces of one line are in the same step or in the next one. */
const LINE_STEP = 4
/** A letter of this part of the size beside a larger one is raised or lowered. */
const SCRIPT_SIZE = 0.85
/** In sizes of the larger letters. */
const MAX_SCRIPT_GAP = 0.2
/** A bold text may have this part of other letters, such as a sign. */
const BOLD_SHARE = 0.85
const MAX_LIGHT = 6
/** A line of running text has words in other letters; a line of code has a sign of another font at most. */
const MONO_SHARE = 0.9

export interface PageText {
  readonly pieces: readonly Piece[]
  /** Text that does not run from left to right or right to left. */
  readonly turned: string
}

/** Letters that stand apart: how many, how far in letter sizes, how evenly but for pairs such as AV, and which part of them. */
const MIN_SPACED = 5
const MIN_SPACING = 0.06
const MAX_UNEVEN = 0.08
const MIN_EVEN = 0.6
/** In points: browsers put letters on whole pixels. */
const SNAP = 0.8
/** In letter sizes: the gap of words in such a text is wider by more than this. */
const WORD_GAP = 0.14

const NARROW = /^[ijl.,:;'!|]$/
const WIDE = /^[mwMW@%]$/
/** In letter sizes. */
const MAX_DIFFERENCE = 0.02

/** A vertical line between two letters divides them, as in a table with narrow cells. */
export function textPieces(glyphs: readonly (Glyph | '\n')[], rules: readonly Rule[]): PageText {
  const bars = rules.length > MAX_RULES ? [] : rules.filter(({ horizontal }) => !horizontal)
  const pieces: Piece[] = []
  let run: Glyph[] = []
  let turned = ''
  const flush = (): void => {
    const piece = pieceOf(run)
    if (piece !== null) {
      const parts = partsOf(run)
      pieces.push(parts.length < 2 ? piece : { ...piece, parts })
    }
    run = []
  }
  for (const glyph of withMonoFonts(withHardHyphens(glyphs))) {
    if (glyph === '\n') {
      flush()
      if (turned !== '' && !turned.endsWith(' ')) turned += ' '
      continue
    }
    if (glyph.turned) {
      turned += glyph.text
      continue
    }
    const last = run.findLast(({ text }) => text.trim() !== '') ?? run.at(-1)
    if (last !== undefined && (!follows(last, glyph) || isDivided(last, glyph, bars))) flush()
    run.push(glyph)
  }
  flush()
  const joined = withoutLoneSigns(joinNeighbours(pieces, bars))
  return { pieces: joined.map((piece, order) => ({ ...piece, order })), turned: turned.trim() }
}

function partsOf(run: readonly Glyph[]): Piece[] {
  const runs: Glyph[][] = []
  let last: Glyph | null = null
  let end = 0
  for (const glyph of run) {
    const isBlank = glyph.text.trim() === ''
    const gap = glyph.left - (last?.font === glyph.font ? last.right : end)
    if (
      last === null ||
      (!isBlank && gap > (last.font === glyph.font ? PART_GAP : DRAWN_GAP) * glyph.font.size)
    )
      runs.push([])
    runs.at(-1)?.push(glyph)
    if (!isBlank || last === null) last = glyph
    end = glyph.right
  }
  return runs.length < 2 ? [] : runs.map(pieceOf).filter((piece) => piece !== null)
}

function isDivided(last: Box, next: Box, bars: readonly Rule[]): boolean {
  const [from, to] = last.left <= next.left ? [last.right, next.left] : [next.right, last.left]
  if (to - from < 1) return false
  const y = (next.bottom + next.top) / 2
  return bars.some((bar) => bar.left >= from - 1 && bar.right <= to + 1 && bar.bottom <= y && bar.top >= y)
}

function follows(last: Glyph, next: Glyph): boolean {
  // A blank that PDFium made up has no place of its own.
  if (next.text.trim() === '') return true
  const size = Math.max(last.font.size, next.font.size)
  const shift = Math.abs(next.baseline - last.baseline)
  const isScript = Math.min(last.font.size, next.font.size) < SCRIPT_SIZE * size && shift < 0.7 * size
  if (shift > MAX_LINE_SHIFT * size && !isScript) return false
  return gapBetween(last, next) <= MAX_GAP * size
}

/** Across, whichever of both is on the left; negative where they overlap. */
const gapBetween = (a: Box, b: Box): number => Math.max(b.left - a.right, a.left - b.right)

function pieceOf(run: readonly Glyph[]): Piece | null {
  const seen = run.filter(({ text }) => text.trim() !== '')
  const [first] = seen
  if (first === undefined) return null
  const font = commonFont(seen)
  const spacing = letterSpacing(seen, font.size)
  let text = ''
  let last: Glyph | null = null
  for (const [at, glyph] of run.entries()) {
    const isBlank = glyph.text.trim() === ''
    // Between letters that stand apart on purpose, PDFium takes some gaps for those of words.
    const next = run[at + 1]
    if (spacing !== null && glyph.isMadeUp && last !== null && next !== undefined)
      if (gapBetween(last, next) < 1.5 * spacing + WORD_GAP * font.size) continue
    if (!isBlank && last !== null && isScriptBreak(last, glyph, font) && !text.endsWith(' ')) text += ' '
    text += isBlank ? (text.endsWith(' ') ? '' : ' ') : glyph.text
    if (!isBlank) last = glyph
  }
  const words = text.trim()
  // A row of signs without a meaning.
  if (/^•[•\s]+$/.test(words)) return null
  const box = unionOf(seen)
  const baseline =
    seen.find((glyph) => glyph.font.size >= SCRIPT_SIZE * font.size)?.baseline ?? first.baseline
  const { size, bold, italic, mono, name } = font
  return { ...box, size, bold, italic, mono, fontName: name, text: foldForms(words), baseline }
}

/**
 * A hyphen of its own sign at the end of a line may be one that divides a word, and is kept where it does not.
 * Ligatures and the shapes of Arabic letters are written as the letters that they stand for. PDFium gives the ligature of
 * lam and alef the wrong way round; after an alef no word has these letters in that order.
 */
const foldForms = (text: string): string =>
  text
    .replace(/[\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdff\ufe70-\ufefc]/g, (letter) => letter.normalize('NFKC'))
    .replace(/(?<=\p{L})\u2010$/u, '\u00ad')
    .replace(/\u0627([\u0622\u0623\u0625])\u0644/g, '\u0627\u0644$1')

/** The gap between the letters of a text whose letters stand apart, in points; null for any other text. */
function letterSpacing(letters: readonly Glyph[], size: number): number | null {
  if (letters.length < MIN_SPACED || !letters.some(({ text }) => /\p{L}/u.test(text))) return null
  const gaps = letters.slice(1).map((glyph, at) => gapBetween(letters[at] ?? glyph, glyph))
  const spacing = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  if (spacing < MIN_SPACING * size || spacing > MAX_GAP * size) return null
  const even = gaps.filter((gap) => Math.abs(gap - spacing) <= MAX_UNEVEN * size + SNAP)
  return even.length >= MIN_EVEN * gaps.length ? spacing : null
}

/** Where a raised number begins, which would otherwise be read as a part of the word before it. */
function isScriptBreak(last: Glyph, next: Glyph, font: Font): boolean {
  const isSmall = next.font.size < SCRIPT_SIZE * font.size && last.font.size >= SCRIPT_SIZE * font.size
  return isSmall && Math.abs(next.baseline - last.baseline) > 0.1 * font.size
}

function commonFont(glyphs: readonly Glyph[]): Font {
  const counts = new Map<Font, number>()
  for (const { font } of glyphs) counts.set(font, (counts.get(font) ?? 0) + 1)
  const isCommon = (of: (font: Font) => boolean, share = 0.5): boolean => {
    let count = 0
    for (const [font, each] of counts) if (of(font)) count += each
    return count > share * glyphs.length
  }
  const sizes = new Map<number, number>()
  for (const [font, count] of counts) sizes.set(font.size, (sizes.get(font.size) ?? 0) + count)
  const names = [...Map.groupBy(counts, ([{ name }]) => name)]
    .map(([name, each]): [string, number] => [name, each.reduce((sum, [, count]) => sum + count, 0)])
    .toSorted((a, b) => b[1] - a[1])
  const [size = 1] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? []
  return {
    size,
    bold: isCommon(({ bold }) => bold, BOLD_SHARE),
    italic: isCommon(({ italic }) => italic),
    mono: isCommon(({ mono }) => mono, MONO_SHARE),
    name: names[0]?.[0] ?? '',
    dingbats: false,
  }
}

export function unionOf(boxes: readonly Box[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.left)
    bottom = Math.min(bottom, box.bottom)
    right = Math.max(right, box.right)
    top = Math.max(top, box.top)
  }
  return { left, bottom, right, top }
}

/**
 * A bullet stands before its text. One without text beside it is a part of a drawing, or a letter of a font that does not
 * say what its letters mean.
 */
function withoutLoneSigns(pieces: readonly Piece[]): Piece[] {
  const isSign = ({ text }: Piece): boolean => text === '•'
  const lines = Map.groupBy(
    pieces.filter((piece) => !isSign(piece)),
    ({ baseline }) => Math.round(baseline / LINE_STEP),
  )
  return pieces.filter((piece) => {
    if (!isSign(piece)) return true
    const line = Math.round(piece.baseline / LINE_STEP)
    return [line - 1, line, line + 1].some((at) =>
      lines.get(at)?.some((other) => Math.abs(gapBetween(piece, other)) <= MAX_BULLET_GAP * piece.size),
    )
  })
}

/** A raised or lowered letter and the text that it touches. */
function isScript(last: Piece, piece: Piece): boolean {
  const [small, large] = [Math.min(last.size, piece.size), Math.max(last.size, piece.size)]
  const shift = Math.abs(last.baseline - piece.baseline)
  const gap = gapBetween(last, piece)
  return (
    small < SCRIPT_SIZE * large && shift < 0.5 * large && gap > -0.1 * large && gap <= MAX_SCRIPT_GAP * large
  )
}

export const partsIn = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece) => piece.parts ?? [piece])

/** Some files draw a line in several steps: pieces that follow each other on a line are one. */
function joinNeighbours(pieces: readonly Piece[], bars: readonly Rule[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    const size = Math.max(last?.size ?? 0, piece.size)
    const isNext =
      last !== undefined &&
      ((Math.abs(last.baseline - piece.baseline) <= 0.3 * size &&
        gapBetween(last, piece) <= 0.8 * size &&
        Math.abs(gapBetween(last, piece)) < 3 * size) ||
        isScript(last, piece)) &&
      !isDivided(last, piece, bars)
    if (!isNext) {
      joined.push(piece)
      continue
    }
    const larger = last.text.length >= piece.text.length ? last : piece
    const smaller = larger === last ? piece : last
    const isApart = gapBetween(last, piece) > 0.15 * size && !last.text.endsWith(' ')
    // A raised number after a number is not one of its digits.
    const isNumber = isScript(last, piece) && /\d$/.test(last.text) && /^\d/.test(piece.text)
    joined[joined.length - 1] = {
      ...larger,
      ...unionOf([last, piece]),
      text: last.text + (isApart || isNumber ? ' ' : '') + piece.text,
      mono: last.mono && piece.mono,
      bold: larger.bold && (smaller.bold || smaller.text.length * MAX_LIGHT < larger.text.length),
      parts: piece.left - last.right > PART_GAP * size ? partsIn([last, piece]) : undefined,
    }
  }
  return joined
}

/** Where hyphens that divide words are U+2010, the other ones at the ends of lines are of the words. */
function withHardHyphens(glyphs: readonly (Glyph | '\n')[]): readonly (Glyph | '\n')[] {
  const hasOwn = glyphs.some(
    (glyph, at) => glyph !== '\n' && glyph.text === '\u2010' && glyphs[at + 1] === '\n',
  )
  if (!hasOwn) return glyphs
  return glyphs.map((glyph) =>
    glyph !== '\n' && glyph.text === '\u00ad' ? { ...glyph, text: '\u2011' } : glyph,
  )
}

/**
 * The letters, those of fonts of one width with `mono`: where the narrow and the wide letters of a font take the same
 * room. Most files do not say it of theirs.
 */
function withMonoFonts(glyphs: readonly (Glyph | '\n')[]): (Glyph | '\n')[] {
  const widths = new Map<string, { narrow: number; wide: number }>()
  for (const glyph of glyphs) {
    if (glyph === '\n' || glyph.font.mono || glyph.turned) continue
    const [isNarrow, isWide] = [NARROW.test(glyph.text), WIDE.test(glyph.text)]
    if (!isNarrow && !isWide) continue
    const width = (glyph.right - glyph.left) / glyph.font.size
    const { narrow = 0, wide = Infinity } = widths.get(glyph.font.name) ?? {}
    widths.set(glyph.font.name, {
      narrow: isNarrow ? Math.max(narrow, width) : narrow,
      wide: isWide ? Math.min(wide, width) : wide,
    })
  }
  const fonts = new Map<Font, Font>()
  return glyphs.map((glyph) => {
    if (glyph === '\n' || glyph.font.mono) return glyph
    const { narrow = 0, wide = Infinity } = widths.get(glyph.font.name) ?? {}
    if (narrow === 0 || wide === Infinity || Math.abs(wide - narrow) > MAX_DIFFERENCE) return glyph
    const font = fonts.get(glyph.font) ?? { ...glyph.font, mono: true }
    fonts.set(glyph.font, font)
    return { ...glyph, font }
  })
}
