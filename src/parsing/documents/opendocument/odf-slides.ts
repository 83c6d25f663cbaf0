// Reads a slide of an OpenDocument presentation: its title, its shapes as they are seen, its notes as furniture.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { attr, elementsIn, nameOf } from '#parsing/xml/xml-tree.ts'
import { plainBlock, textOfSpans, type Block } from '#parsing/documents/model/document-blocks.ts'
import { inReadingOrder, runsRightToLeft, type Box } from '#parsing/documents/office/shape-order.ts'
import { blockText } from '#parsing/documents/write/document-text.ts'
import { odfBlocks, type OdfContext } from './odf-blocks.ts'

/** Millimetres of each unit of length. */
const MM_OF: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
  px: 25.4 / 96,
}
/** Dates, numbers and repeated lines of a slide. */
const FURNITURE = new Set(['header', 'footer', 'date-time', 'page-number'])

const isAround = (shape: XmlElement): boolean => FURNITURE.has(attr(shape, 'class') ?? '')

/** The title of a slide first, then its subtitle, wherever it stands; its speaker notes are furniture. */
export function slideBlock(slide: XmlElement, index: number, context: OdfContext): Block {
  const shapes = elementsIn(slide)
  const classOf = (shape: XmlElement): string => attr(shape, 'class') ?? ''
  const read = (shape: XmlElement): Block[] => {
    const blocks = odfBlocks({ ...slide, children: [shape] }, context)
    if (classOf(shape) !== 'title') return blocks
    const text = blocks
      .map((block) => (block.kind === 'text' ? textOfSpans(block.spans).trim() : ''))
      .filter((part) => part !== '')
      .join(' ')
    return text === '' ? [] : [{ kind: 'text', label: 'title', spans: [{ text }] }]
  }
  const notes = shapes.filter((shape) => nameOf(shape) === 'notes')
  const shown = shapes.filter(
    (shape) => nameOf(shape) !== 'notes' && attr(shape, 'placeholder') !== 'true' && !isAround(shape),
  )
  const titles = shown.filter((shape) => classOf(shape) === 'title')
  const title = titles.flatMap(read)
  const rest = shown
    .filter((shape) => !titles.includes(shape))
    .map((shape) => ({ shape, blocks: read(shape) }))
    .filter(({ blocks }) => blocks.length > 0)
  const isSubtitle = ({ shape }: { readonly shape: XmlElement }) => classOf(shape) === 'subtitle'
  const text = rest.flatMap(({ blocks }) => blocks.map(blockText)).join(' ')
  const inOrder = [
    ...rest.filter(isSubtitle),
    ...inReadingOrder(
      rest.filter((each) => !isSubtitle(each)),
      ({ shape }) => boxOf(shape),
      runsRightToLeft(text),
    ),
  ]
  const name = attr(slide, 'name')
  // A slide without a title is called by its name, as in the list of slides.
  const named = title.length > 0 || name === null ? null : plainBlock('title', name)
  return {
    kind: 'group',
    label: 'slide',
    name: `slide-${index}`,
    ...(context.styles.isHidden(attr(slide, 'style-name')) ? { layer: 'invisible' } : {}),
    children: [
      ...(named === null ? title : [named]),
      ...inOrder.flatMap(({ blocks }) => blocks),
      ...shapes
        .filter(isAround)
        .flatMap(read)
        .map((block): Block => ({ ...block, layer: 'furniture' })),
      ...notes
        .flatMap((note) =>
          odfBlocks(
            { ...note, children: elementsIn(note, 'frame').filter((each) => classOf(each) === 'notes') },
            context,
          ),
        )
        .map((block): Block => ({ ...block, layer: 'furniture' })),
    ],
  }
}

/** A group is as large as what is in it. */
function boxOf(shape: XmlElement): Box | null {
  if (nameOf(shape) === 'a' || nameOf(shape) === 'g') return boxAround(elementsIn(shape))
  const [left, top] = [
    lengthAttr(shape, 'x') ?? lengthAttr(shape, 'x1'),
    lengthAttr(shape, 'y') ?? lengthAttr(shape, 'y1'),
  ]
  if (left === null || top === null) return null
  const [wide, high] = [lengthAttr(shape, 'width') ?? 0, lengthAttr(shape, 'height') ?? 0]
  return { left, top, right: left + wide, bottom: top + high }
}

function boxAround(shapes: readonly XmlElement[]): Box | null {
  const boxes = shapes.flatMap((shape) => boxOf(shape) ?? [])
  return boxes.reduce<Box | null>(
    (all, box) =>
      all === null
        ? box
        : {
            left: Math.min(all.left, box.left),
            top: Math.min(all.top, box.top),
            right: Math.max(all.right, box.right),
            bottom: Math.max(all.bottom, box.bottom),
          },
    null,
  )
}

/** In millimetres; null without one. */
function lengthAttr(shape: XmlElement, name: string): number | null {
  const [, amount, unit = ''] =
    /^(-?\d{1,9}(?:\.\d{1,9})?)(mm|cm|in|pt|pc|px)$/.exec(attr(shape, name) ?? '') ?? []
  const scale = MM_OF[unit]
  return amount === undefined || scale === undefined ? null : Number(amount) * scale
}
