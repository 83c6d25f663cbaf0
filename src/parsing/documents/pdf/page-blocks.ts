// Makes blocks of the lines of a column: paragraphs, headings, list items, captions, code.
import type { Block, ListItem, Place, TextBlock } from '#parsing/documents/model/document-blocks.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { tableAtLine } from './aligned-tables.ts'
import { codeLines, codeText } from './code-lines.ts'
import { numberedLines } from './numbered-lines.ts'
import { columnOf, type Column, type Line } from './reading-order.ts'
import { joinLines } from './ruled-tables.ts'
import { unionOf } from './text-pieces.ts'

/** What the whole document has in common. */
export interface DocumentLook {
  /** The size of most letters, in points. */
  readonly bodySize: number
  readonly bodyFont: string
  /** Most letters are of one width: it says nothing about the others. */
  readonly bodyMono: boolean
}

interface TextLine {
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

const BULLET = /^(?:[•◦▪●■○◆▶►‣⁃∙·\u2022\uf0b7\uf0a7\uf0d8\uf0fc❖➢✓✔□]|[-–—*](?=\s))\s*/
const NUMBER = /^(\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s+(?=\S)|\d{1,3}[.)](?=\p{L}))/u
const CAPTION =
  /^(?:fig(?:ure|\.)?|table|abb(?:ildung|\.)|tab(?:elle|\.)|listing|example|chart|图|表|그림|\[?표)[\s.]{0,9}(?:\d+|[ivx]+)(?:[-.]\d+)*\b/i
const HEADING_SIZE = 1.12
const MAX_HEADING_LETTERS = 200
/** In letter sizes: lines of one paragraph are closer than this. */
const MAX_LINE_GAP = 1.75
const MIN_SIGNS = 3
const NEAR_LINES = 8
/** Of the size of the text: smaller notes below it; in points, what is large on a slide is none. */
const NOTE_SIZE = 0.93
const MAX_NOTE_POINTS = 10
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
const CJK = /[\u2e80-\u9fff\uac00-\ud7a3]/

export function columnBlocks(column: Column, look: DocumentLook, page: number): Block[] {
  const blocks: Block[] = []
  const { lines } = column
  const numbered = numberedLines(lines)
  const code = look.bodyMono ? new Map<Line, number>() : codeLines(lines)
  let open: TextLine[] = []
  const flush = (): void => {
    if (open.length > 0) blocks.push(...blocksOf(open, look, page))
    open = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const table = code.has(line) ? null : tableAtLine(lines, at, page)
    if (table !== null) {
      flush()
      if ('kind' in table.found) blocks.push(table.found)
      else for (const pieces of table.found) blocks.push(...columnBlocks(columnOf(pieces), look, page))
      at += table.lines - 1
      continue
    }
    const next = textLine(line, { code: code.get(line) ?? null, numbered: numbered.has(line) })
    const last = open.at(-1)
    if (last !== undefined && !continues(open, last, next, rightOf(lines, at), look)) flush()
    open.push(next)
  }
  flush()
  return joinItems(itemsOfSigns(blocks))
}

/**
 * A font of signs writes a bullet as a letter: texts one after the other that begin with the same lone letter are a list.
 * The letter stays, because only the font says what it looks like.
 */
function itemsOfSigns(blocks: readonly Block[]): Block[] {
  const signs = blocks.map((block) =>
    block.kind === 'text' && block.label === 'text'
      ? (/^([\p{L}\p{S}])\s+\S/u.exec(textOfSpans(block.spans))?.[1] ?? null)
      : null,
  )
  let run = 0
  const runs = signs.map((sign, at) => (run = sign !== null && sign === signs[at - 1] ? run + 1 : 1))
  const lengths = [...runs]
  for (let at = runs.length - 2; at >= 0; at -= 1) if (runs[at + 1] !== 1) lengths[at] = lengths[at + 1] ?? 1
  return blocks.map((block, at) => {
    if (signs[at] === null || (lengths[at] ?? 1) < MIN_SIGNS || block.kind !== 'text') return block
    return itemBlock(textOfSpans(block.spans), '', block.place)
  })
}

function textLine(line: Line, { code, numbered }: Pick<TextLine, 'code' | 'numbered'>): TextLine {
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

function continues(
  open: readonly TextLine[],
  last: TextLine,
  next: TextLine,
  right: number,
  look: DocumentLook,
): boolean {
  const size = Math.max(last.size, next.size)
  const gap = last.line.baseline - next.line.baseline
  if (last.code !== next.code) return false
  if (last.code !== null) return true
  if (gap > MAX_LINE_GAP * size || Math.abs(last.size - next.size) > 0.12 * size) return false
  if (BULLET.test(next.text) || next.numbered || startsItem(open, next)) return false
  const heading = isHeading([last], look)
  if (heading !== isHeading([next], look) && (last.bold !== next.bold || last.fontName !== next.fontName))
    return false
  if (heading) return gap < 1.6 * size && last.bold === next.bold
  // The spacing of the paragraph so far is broken.
  const before = open.at(-2)
  const usual = before === undefined ? null : before.line.baseline - last.line.baseline
  if (usual !== null && gap > 1.25 * usual + 1) return false
  // An indent begins a paragraph.
  const isItem = BULLET.test(open[0]?.text ?? '') || NUMBER.test(open[0]?.text ?? '')
  const indent = next.left - last.left
  if (!isItem && indent > 0.8 * size && indent < 4 * size && open.length > 1) return false
  return !endsParagraph(last, next, right)
}

/** A line ends a paragraph when the next word would have had room in it. */
function endsParagraph(last: TextLine, next: TextLine, right: number): boolean {
  if (RIGHT_TO_LEFT.test(last.text)) return false
  const width = (next.right - next.left) / Math.max(1, next.text.length)
  const word = Math.min(20, /^\S+/.exec(next.text)?.[0].length ?? 1)
  const needed = (CJK.test(next.text) ? Math.min(word, 2) : word) * width
  const room = right - last.right - needed
  const ends = /[.!?:。؟]["”’)]?$/.test(last.text.trim())
  return room > (ends ? 1 : 4) * last.size
}

/** How far the lines around reach that stand below each other. */
function rightOf(lines: readonly Line[], at: number): number {
  const here = unionOf(lines[at]?.pieces ?? [])
  let { right } = here
  for (const line of lines.slice(Math.max(0, at - NEAR_LINES), at + NEAR_LINES)) {
    const box = unionOf(line.pieces)
    if (Math.abs(box.left - here.left) < 60) right = Math.max(right, box.right)
  }
  return right
}

/** `2.` after an item that began with `1.`, or at the start of a paragraph's line after a short line. */
function startsItem(open: readonly TextLine[], next: TextLine): boolean {
  if (!NUMBER.test(next.text)) return false
  const first = open[0]
  return first !== undefined && NUMBER.test(first.text) && Math.abs(first.left - next.left) < next.size
}

function isHeading(lines: readonly TextLine[], { bodySize, bodyFont }: DocumentLook): boolean {
  const text = lines.map((line) => line.text).join(' ')
  const size = Math.max(...lines.map((line) => line.size))
  if (text.length > MAX_HEADING_LETTERS || !/\p{L}{2}/u.test(text) || lines.length > 4) return false
  if (BULLET.test(text) || CAPTION.test(text) || lines.some(({ numbered }) => numbered)) return false
  const isLarge = size >= HEADING_SIZE * bodySize
  const isBold = lines.every((line) => line.bold) && size >= 0.95 * bodySize
  // A numbered line in a font of its own.
  const isApart =
    lines.length === 1 && size >= 0.95 * bodySize && lines[0]?.fontName !== bodyFont && NUMBER.test(text)
  if (!isLarge && !isBold && !isApart) return false
  return isLarge && lines.every((line) => line.bold) ? true : !/[.,;]$/.test(text.trim())
}

function blocksOf(lines: readonly TextLine[], look: DocumentLook, page: number): Block[] {
  const [first] = lines
  if (first === undefined) return []
  const place: Place = { page, ...unionOf(lines.flatMap(({ line }) => line.pieces)), origin: 'BOTTOMLEFT' }
  if (first.code !== null)
    return [
      { kind: 'text', label: 'code', spans: [{ text: codeText(lines.map(({ line }) => line)) }], place },
    ]
  const text = joinLines(lines.map((line) => line.text))
  if (text === '') return []
  const textBlock = (label: TextBlock['label'], more: Partial<TextBlock> = {}): Block => ({
    kind: 'text',
    label,
    spans: [{ text }],
    place,
    ...more,
  })
  if (CAPTION.test(text) && text.length < 600) return [textBlock('caption')]
  if (isHeading(lines, look)) return [textBlock('section_header', { level: 1 })]
  const bullet = BULLET.exec(text)?.[0]
  if (bullet !== undefined && text.length > bullet.length)
    return [itemBlock(text.slice(bullet.length), '', place)]
  const number = NUMBER.exec(text)
  if (number !== null && first.size < Math.min(NOTE_SIZE * look.bodySize, MAX_NOTE_POINTS))
    return [textBlock('footnote')]
  if (number !== null) return [itemBlock(text.slice(number[0].length), number[0].trim(), place)]
  return [textBlock('text')]
}

function itemBlock(text: string, marker: string, place: Place | undefined): Block {
  const where = place === undefined ? {} : { place }
  const item: ListItem = { spans: [{ text }], enumerated: marker !== '', marker, children: [], ...where }
  return { kind: 'list', items: [item] }
}

/** Items that follow each other are one list. A number that stands alone is no list but a text. */
function joinItems(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const [item] = block.kind === 'list' ? block.items : []
    if (item !== undefined && last?.kind === 'list' && last.items.at(-1)?.enumerated === item.enumerated)
      joined[joined.length - 1] = { ...last, items: [...last.items, item] }
    else joined.push(block)
  }
  return joined.map((block) => {
    if (block.kind !== 'list' || block.items.length > 1) return block
    const [item] = block.items
    if (item === undefined || !item.enumerated) return block
    const text = `${item.marker} ${item.spans.map((span) => span.text).join('')}`
    return {
      kind: 'text',
      label: 'text',
      spans: [{ text }],
      ...(item.place === undefined ? {} : { place: item.place }),
    }
  })
}
