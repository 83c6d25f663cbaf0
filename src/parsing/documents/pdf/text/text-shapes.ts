// What the lines of a block look like on the page, which its text does not say any more.
import type { Block, ListItem } from '#parsing/documents/model/document-blocks.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { WEAK_BULLET, type TextLine } from './text-lines.ts'

export interface Shape {
  readonly size: number
  readonly lines: number
  /** Of the first line, and of the line that begins furthest to the left. */
  readonly firstLeft: number
  readonly left: number
  readonly lastRight: number
  /** How far the lines around it reach. */
  readonly right: number
  /** All lines but the first are indented. */
  readonly hangs: boolean
  /** The dash or the asterisk that it begins with; '' for none. */
  readonly sign: string
}

export type Shapes = Map<Block | ListItem, Shape>

/** In letter sizes. */
const [MIN_HANG, MAX_HANG] = [0.8, 5]
/** A list of texts with hanging indents: how many at least, and how many of them of several lines. */
const MIN_ITEMS = 3
const MIN_HANGING = 2
/** Clauses of a contract hang from their numbers, and are its text. */
const CLAUSE = /^(?:§|[([]?\d{1,3}[.)\]])/
/** In points: the items of one list begin below each other. */
const MAX_SHIFT = 2

export function shapeOf(lines: readonly TextLine[], right: number): Shape {
  const [first, last] = [lines[0], lines.at(-1)]
  return {
    size: first?.size ?? 0,
    lines: lines.length,
    firstLeft: first?.left ?? 0,
    left: Math.min(...lines.map(({ left }) => left)),
    lastRight: last?.right ?? 0,
    right: Math.max(right, ...lines.map((line) => line.right)),
    hangs: isHanging(lines),
    sign: WEAK_BULLET.exec(first?.text ?? '')?.[0].trim() ?? '',
  }
}

export function isHanging(lines: readonly TextLine[]): boolean {
  const [first, second, ...rest] = lines
  if (first === undefined || second === undefined) return false
  const hang = second.left - first.left
  if (hang < MIN_HANG * first.size || hang > MAX_HANG * first.size) return false
  return rest.every(({ left }) => Math.abs(left - second.left) <= 0.5 * first.size)
}

/** Texts with hanging indents, one after the other, are the items of a list, such as one of references. */
export function itemsOfHanging(blocks: readonly Block[], shapes: Shapes): Block[] {
  const made = [...blocks]
  for (let start = 0; start < blocks.length; start += 1) {
    const left = hangingLeft(blocks[start], shapes)
    if (left === null) continue
    let [end, hanging] = [start, 1]
    for (let at = start + 1; at < blocks.length; at += 1) {
      const block = blocks[at]
      const shape = block === undefined ? undefined : shapes.get(block)
      if (block?.kind !== 'text' || block.label !== 'text' || shape === undefined) break
      if (Math.abs(shape.firstLeft - left) > MAX_SHIFT || (shape.lines > 1 && !shape.hangs)) break
      if (!shape.hangs) continue
      if (CLAUSE.test(textOfSpans(block.spans))) break
      end = at
      hanging += 1
    }
    if (end - start + 1 >= MIN_ITEMS && hanging >= MIN_HANGING)
      made.splice(start, end - start + 1, ...blocks.slice(start, end + 1).map((each) => itemOf(each, shapes)))
    start = end
  }
  return made
}

function hangingLeft(block: Block | undefined, shapes: Shapes): number | null {
  if (block?.kind !== 'text' || block.label !== 'text') return null
  const shape = shapes.get(block)
  return shape?.hangs === true && !CLAUSE.test(textOfSpans(block.spans)) ? shape.firstLeft : null
}

function itemOf(block: Block, shapes: Shapes): Block {
  if (block.kind !== 'text') return block
  const place = block.place === undefined ? {} : { place: block.place }
  const spans = [{ text: textOfSpans(block.spans) }]
  const item: ListItem = { spans, enumerated: false, marker: '', children: [], ...place }
  const shape = shapes.get(block)
  if (shape !== undefined) shapes.set(item, { ...shape, sign: '' })
  return { kind: 'list', items: [item] }
}

/** A text in the place of a heading. */
export function withoutHeading(block: Block): Block {
  if (block.kind !== 'text' || block.label !== 'section_header') return block
  const { level: _, ...text } = block
  return { ...text, label: 'text' }
}
