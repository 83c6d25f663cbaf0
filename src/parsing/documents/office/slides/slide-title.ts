// The title of a slide whose layout has none: the first text, in larger letters than all others.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { nameOf } from '#parsing/xml/xml-tree.ts'
import { textOfSpans, type Block } from '#parsing/documents/model/document-blocks.ts'
import { letterSizeOf, placeholderOf, type SlideParents } from './slide-bullets.ts'

/** A shape with what it holds. */
export interface ShownShape {
  readonly shape: XmlElement
  readonly blocks: readonly Block[]
}

const MAX_LETTERS = 120
/** Hundredths of a point. */
const MIN_SIZE = 2_000
const LARGER = 1.2

/** The blocks of shapes in their order, the first one as a title where it looks like one and no other is. */
export function titleByLook(shapes: readonly ShownShape[], parents: SlideParents): Block[] {
  const blocks = shapes.flatMap((each) => each.blocks)
  const [first, ...others] = shapes.filter(({ blocks: own }) => own.some(({ layer }) => layer === undefined))
  const text = first === undefined || others.length === 0 ? null : lineOf(first)
  if (first === undefined || text === null || blocks.some(isTitle)) return blocks
  const size = letterSizeOf(first.shape, parents)
  const othersSize = others
    .filter(({ shape }) => nameOf(shape) === 'sp')
    .reduce((largest, { shape }) => Math.max(largest, letterSizeOf(shape, parents)), 0)
  if (size < MIN_SIZE || size < othersSize * LARGER) return blocks
  return blocks.map((block) =>
    block.kind === 'text' && first.blocks.includes(block)
      ? { ...block, label: 'title', spans: [{ text }] }
      : block,
  )
}

const isTitle = (block: Block): boolean => block.kind === 'text' && block.label === 'title'

/** The text of a box that holds one short line of words: no sentence, no quotation, no sum. */
function lineOf({ shape, blocks }: ShownShape): string | null {
  const [block] = blocks
  if (
    blocks.length !== 1 ||
    block?.kind !== 'text' ||
    nameOf(shape) !== 'sp' ||
    placeholderOf(shape) !== null
  )
    return null
  const text = textOfSpans(block.spans).replaceAll('\n', ' ').trim()
  const isLine =
    text.length <= MAX_LETTERS &&
    /\p{L}{2}/u.test(text) &&
    !/^[\p{Pi}\p{Pf}"'„‚「『]|[.,;。、]["'”’»」』]?$|@|:\/\//u.test(text)
  return isLine ? text : null
}
