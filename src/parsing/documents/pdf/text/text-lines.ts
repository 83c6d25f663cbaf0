// What a line of text looks like, and what that says: a heading, the begin of an item, a caption.
import type { Line } from '#parsing/documents/pdf/page/reading-order.ts'
import { unionOf } from '#parsing/documents/pdf/page/text-pieces.ts'

/** What the whole document has in common. */
export interface DocumentLook {
  /** The size of most letters, in points. */
  readonly bodySize: number
  readonly bodyFont: string
  /** Most letters are of one width: it says nothing about the others. */
  readonly bodyMono: boolean
}

export interface TextLine {
  readonly text: string
  readonly line: Line
  readonly left: number
  readonly right: number
  readonly size: number
  readonly bold: boolean
  readonly fontName: string
  /** The run of code that it belongs to. */
  readonly code: number | null
  /** It begins an item of a numbered list. */
  readonly numbered: boolean
}

export const BULLET =
  /^(?:[•◦▪●■○◆▶►‣⁃∙·\u2022\uf0b7\uf0a7\uf0d8\uf0fc❖➢✓✔□☐☑☒]|[-–—*](?=\s))(?=.*[\p{L}\p{N}])\s*/u
/** A dash or an asterisk, which prose has as well. */
export const WEAK_BULLET = /^[-–—*]\s/
export const NUMBER =
  /^(\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s+(?=\S)|\d{1,3}[.)](?=\p{L})|\[\d{1,3}\]\s+(?=\S))/u
const CAPTION =
  /^(?:fig(?:ure|\.)?|table|abb(?:ildung|\.)|tab(?:elle|\.)|listing|example|chart|图|表|그림|\[?표)[\s.]{0,9}(?:\d+|[ivx]+)(?:[-.]\d+)*\b/i
/** `2.1. Sites`, `IV. Results`. */
const SECTION = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-H]\.)\s+\p{Lu}/u
const PARAGRAPH_SIGN = /^§{1,2}\s?\d{1,3}[a-z]?$/
/** A text that someone says. */
const [BEGINS_QUOTE, ENDS_QUOTE] = [/^[“„«"]/, /[”“»"][.,;!?]?$/]
const HEADING_SIZE = 1.12
/** Of the size of the text: bold headings, and those that are bold and in capitals. */
const [MIN_BOLD, MIN_CAPITALS] = [0.95, 0.78]
const MAX_HEADING_LETTERS = 200
const MIN_COLUMNS = 3
const MAX_HEADING_LINES = 4

export const isCaption = (text: string): boolean => CAPTION.test(text)

export function textLine(line: Line, { code, numbered }: Pick<TextLine, 'code' | 'numbered'>): TextLine {
  const box = unionOf(line.pieces)
  const longest = line.pieces.reduce((best, piece) => (piece.text.length > best.text.length ? piece : best))
  const letters = line.pieces.reduce((sum, { text }) => sum + text.length, 0)
  const boldLetters = line.pieces.reduce((sum, { text, bold }) => sum + (bold ? text.length : 0), 0)
  return {
    line,
    text: line.pieces.map(({ text }) => text).join(' '),
    left: box.left,
    right: box.right,
    size: longest.size,
    bold: boldLetters * 2 > letters,
    fontName: longest.fontName,
    code,
    numbered,
  }
}

export function isHeading(lines: readonly TextLine[], { bodySize, bodyFont }: DocumentLook): boolean {
  const text = lines.map((line) => line.text).join(' ')
  const size = Math.max(...lines.map((line) => line.size))
  if (text.length > MAX_HEADING_LETTERS || lines.length > MAX_HEADING_LINES) return false
  const isBold = lines.every((line) => line.bold)
  if (PARAGRAPH_SIGN.test(text)) return isBold
  if (!/\p{L}{2}/u.test(text) || BULLET.test(text) || CAPTION.test(text) || isQuote(text)) return false
  if (lines.some(({ numbered }) => numbered)) return false
  // Heads of columns.
  if (lines.some(({ line }) => line.pieces.length >= MIN_COLUMNS)) return false
  const isLarge = size >= HEADING_SIZE * bodySize
  const isSmall = size < MIN_BOLD * bodySize
  const isCapitals = lines.length === 1 && size >= MIN_CAPITALS * bodySize && !/\p{Ll}/u.test(text)
  // A numbered line in a font of its own.
  const isApart = lines.length === 1 && !isSmall && lines[0]?.fontName !== bodyFont && isNumbered(text)
  if (!isLarge && !isApart && !(isBold && (!isSmall || isCapitals))) return false
  return isLarge && isBold ? true : !/[.,;]["”’»)]*$/.test(text.trim())
}

const isQuote = (text: string): boolean => BEGINS_QUOTE.test(text) && ENDS_QUOTE.test(text.trim())

const isNumbered = (text: string): boolean => NUMBER.test(text) || SECTION.test(text)
