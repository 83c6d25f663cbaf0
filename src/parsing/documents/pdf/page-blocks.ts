// Makes blocks of the lines of a column: paragraphs, headings, list items, captions, code.
import type { Block, ListItem, Place, TextBlock } from '#parsing/documents/model/document-blocks.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { codeLines, codeText } from './text/code-lines.ts'
import { contentsAt } from './tables/contents-lines.ts'
import { numberedLines } from './text/numbered-lines.ts'
import { columnOf, type Column, type Line } from './page/reading-order.ts'
import { joinLines } from './page/join-lines.ts'
import { tableInLines } from './tables/aligned-tables.ts'
import { unionOf } from './page/text-pieces.ts'
import { shortLines, sidesAt } from './text/short-lines.ts'
import { isHanging, itemsOfHanging, shapeOf, withoutHeading, type Shapes } from './text/text-shapes.ts'
import {
  BULLET,
  isCaption,
  isHeading,
  NUMBER,
  textLine,
  WEAK_BULLET,
  type DocumentLook,
  type TextLine,
} from './text/text-lines.ts'

/** In letter sizes: lines of one paragraph are closer than this. */
const MAX_LINE_GAP = 1.75
const MAX_RUN_IN_GAP = 1.45
const MIN_SIGNS = 3
const MAX_CLOSING = 40
const NEAR_LINES = 8
/** A narrow paragraph: how many lines at least, and how far from its edge they end, in letter sizes. */
const MIN_PROSE_LINES = 3
const FULL_ROOM = 6
/** Of the size of the text: smaller notes below it; in points, what is large on a slide is none. */
const NOTE_SIZE = 0.93
const MAX_NOTE_POINTS = 10
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
const CJK = /[\u2e80-\u9fff\uac00-\ud7a3]/

/** `shapes` takes what the lines of each text and item look like, for those who join or tell them apart afterwards. */
export function columnBlocks(column: Column, look: DocumentLook, page: number, shapes: Shapes): Block[] {
  const blocks: Block[] = []
  const { lines } = column
  const short = shortLines(column)
  const numbered = numberedLines(lines)
  const code = look.bodyMono ? new Map<Line, number>() : codeLines(lines)
  let open: TextLine[] = []
  let openRight = column.right
  const flush = (): void => {
    if (open.length > 0) {
      const made = blocksOf(open, look, page)
      const shape = shapeOf(open, openRight)
      for (const block of made) shapes.set(block.kind === 'list' ? (block.items[0] ?? block) : block, shape)
      blocks.push(...made)
    }
    open = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const table = code.has(line) ? null : (contentsAt(lines, at, page) ?? tableInLines(lines, at, page))
    if (table !== null) {
      flush()
      if ('kind' in table.found) blocks.push(table.found)
      else
        for (const pieces of table.found) blocks.push(...columnBlocks(columnOf(pieces), look, page, shapes))
      at += table.lines - 1
      continue
    }
    const sides = code.has(line)
      ? null
      : sidesAt(column, at, (below) => tableInLines(lines, below, page) !== null)
    if (sides !== null) {
      flush()
      for (const side of sides.found) {
        const made = columnBlocks(side, look, page, shapes)
        blocks.push(...(sides.areHeads ? made.map(withoutHeading) : made))
        // What stands beside another text goes on in none.
        for (const block of made) shapes.delete(block)
      }
      at += sides.lines - 1
      continue
    }
    const next = textLine(line, { code: code.get(line) ?? null, numbered: numbered.has(line) })
    const last = open.at(-1)
    const right = rightOf(lines, at)
    const isShort = last !== undefined && short.has(line) && short.get(line) === short.get(last.line)
    if (last !== undefined && !continues(open, last, next, isShort ? next.right : right, look)) flush()
    if (open.length === 0) openRight = right
    open.push(next)
  }
  flush()
  return joinItems(itemsOfHanging(itemsOfSigns(blocks.map(withoutName)), shapes), shapes)
}

/** The name below `Yours sincerely,` is no heading. */
function withoutName(block: Block, at: number, blocks: readonly Block[]): Block {
  const before = blocks[at - 1]
  if (before?.kind !== 'text' || before.label !== 'text') return block
  const text = textOfSpans(before.spans)
  return text.length <= MAX_CLOSING && text.endsWith(',') ? withoutHeading(block) : block
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
  if ((BULLET.test(next.text) && !isDash(open, last, next, right)) || next.numbered) return false
  if (startsItem(open, next)) return false
  const heading = isHeading([last], look)
  const runsIn = open.length === 1 && /^\p{Ll}/u.test(next.text) && gap < MAX_RUN_IN_GAP * size
  if (heading && !isHeading([next], look) && last.size === next.size && runsIn)
    return !endsParagraph(last, next, right)
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
  // So does the end of a hanging indent.
  const [head, second] = open
  if (
    !RIGHT_TO_LEFT.test(last.text) &&
    head !== undefined &&
    second !== undefined &&
    isHanging(open) &&
    next.left < second.left - 0.5 * size
  )
    return Math.abs(next.left - head.left) > 0.5 * size
  return !endsParagraph(last, next, right)
}

/** A dash at the start of a line of prose: the line before is full, ends no sentence, and no list is open. */
const isDash = (open: readonly TextLine[], last: TextLine, next: TextLine, right: number): boolean =>
  WEAK_BULLET.test(next.text) &&
  !BULLET.test(open[0]?.text ?? '') &&
  Math.abs(next.left - last.left) < 0.8 * last.size &&
  !/[.:;!?]["”’»)]?$/.test(last.text.trim()) &&
  !endsParagraph(last, next, right)

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
  const own = paragraphRight(lines, at)
  if (own !== null) return own
  let { right } = here
  for (const line of lines.slice(Math.max(0, at - NEAR_LINES), at + NEAR_LINES)) {
    const box = unionOf(line.pieces)
    if (Math.abs(box.left - here.left) < 60) right = Math.max(right, box.right)
  }
  return right
}

/** How far the lines of the paragraph reach that is narrower than others; null where its lines do not end below each other. */
function paragraphRight(lines: readonly Line[], at: number): number | null {
  const [line] = lines[at]?.pieces ?? []
  if (line === undefined) return null
  const isNext = (above: Line | undefined, below: Line | undefined): boolean =>
    above !== undefined &&
    below !== undefined &&
    above.baseline - below.baseline <= MAX_RUN_IN_GAP * line.size &&
    Math.abs(unionOf(above.pieces).left - unionOf(below.pieces).left) < 0.5 * line.size
  let [start, end] = [at, at + 1]
  while (at - start < NEAR_LINES && isNext(lines[start - 1], lines[start])) start -= 1
  while (end - at < NEAR_LINES && isNext(lines[end - 1], lines[end])) end += 1
  const rights = lines.slice(start, end).map(({ pieces }) => unionOf(pieces).right)
  const right = Math.max(...rights)
  const full = rights.slice(0, -1).filter((each) => right - each <= FULL_ROOM * line.size)
  return rights.length >= MIN_PROSE_LINES && full.length === rights.length - 1 ? right : null
}

/** `2.` after an item that began with `1.`, or at the start of a paragraph's line after a short line. */
function startsItem(open: readonly TextLine[], next: TextLine): boolean {
  if (!NUMBER.test(next.text)) return false
  const first = open[0]
  return first !== undefined && NUMBER.test(first.text) && Math.abs(first.left - next.left) < next.size
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
  if (isCaption(text) && text.length < 600) return [textBlock('caption')]
  if (isHeading(lines, look)) return [textBlock('section_header', { level: 1 })]
  const bullet = BULLET.exec(text)?.[0]
  // What someone says begins with a dash as well, and goes on to the left of it.
  const isSaid = WEAK_BULLET.test(text) && lines.some(({ left }) => left < first.left - 0.3 * first.size)
  if (bullet !== undefined && text.length > bullet.length && !isSaid)
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

/**
 * Items that follow each other are one list. A number or a dash that stands alone is no list but a text, and so are numbers
 * that do not count.
 */
function joinItems(blocks: readonly Block[], shapes: Shapes): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const [item] = block.kind === 'list' ? block.items : []
    const before = last?.kind === 'list' ? last.items.at(-1) : undefined
    const signOf = (each: ListItem): string => shapes.get(each)?.sign ?? ''
    const isNext =
      item !== undefined && before?.enumerated === item.enumerated && signOf(before) === signOf(item)
    if (isNext && last?.kind === 'list') joined[joined.length - 1] = { ...last, items: [...last.items, item] }
    else joined.push(block)
  }
  return joined.flatMap((block) => {
    if (block.kind !== 'list' || isList(block.items, shapes)) return [block]
    return block.items.map((item): Block => {
      const sign = item.enumerated ? item.marker : (shapes.get(item)?.sign ?? '')
      const text = `${sign} ${textOfSpans(item.spans)}`.trim()
      const place = item.place === undefined ? {} : { place: item.place }
      const made: Block = { kind: 'text', label: 'text', spans: [{ text }], ...place }
      const shape = shapes.get(item)
      if (shape !== undefined) shapes.set(made, shape)
      return made
    })
  })
}

function isList(items: readonly ListItem[], shapes: Shapes): boolean {
  const [first] = items
  if (first === undefined) return false
  if (!first.enumerated) return items.length > 1 || (shapes.get(first)?.sign ?? '') === ''
  return items.some(({ marker }, at) => {
    const before = items[at - 1]
    return before !== undefined && ordinalOf(marker) === ordinalOf(before.marker) + 1
  })
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

/** `3.` is 3, `c)` is 3; after `(iii)` comes `(iv)`. */
function ordinalOf(marker: string): number {
  const sign = marker.replace(/[^\da-z]/g, '')
  if (/^\d/.test(sign)) return Number(sign)
  const roman = ROMAN.indexOf(sign)
  if (sign.length > 1 || sign === 'v') return roman < 0 ? Number.NaN : 1_001 + roman
  return sign.charCodeAt(0) - 96
}
