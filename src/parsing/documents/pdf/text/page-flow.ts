// Makes paragraphs whole that go on in the next column or on the next page, past notes, pictures and tables.
import type { Block, TextBlock } from '#parsing/documents/model/document-blocks.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { joinLines } from '#parsing/documents/pdf/page/join-lines.ts'
import type { Shape, Shapes } from './text-shapes.ts'

/** What may stand between the two parts of a paragraph. */
const MAX_BETWEEN = 12
/** Of the size of the paragraph: notes are smaller. */
const NOTE_SIZE = 0.93
/** In points: parts of one paragraph are of one size. */
const MAX_SIZE_DIFFERENCE = 0.3
/** In letter sizes: a line that ends nearer to the edge is full. */
const MAX_ROOM = 4
/** In letter sizes: a first line further to the right is indented. */
const MIN_INDENT = 0.8
const ENDS_SENTENCE = /[.!?:;。！？]["”“’»)\]\d]{0,4}$/
const ENDS_OPEN = /[\p{L}\p{N},–-]$/u
const BEGINS_LOWER = /^[\p{Ll}]/u
const BEGINS_ITEM = /^(?:[•▪–—*-]\s|\p{L}[.)]\s)/u

interface Part {
  readonly block: TextBlock
  /** The paragraph as far as it is known, of which the block is the last part. */
  readonly whole: TextBlock
  readonly shape: Shape
}

/** The blocks of all pages in the order of reading. A paragraph stands where it begins. */
export function joinParts(blocks: readonly Block[], shapes: Shapes): Block[] {
  const isIndented = usesIndents(shapes)
  const joined: Block[] = []
  // The last paragraph in `joined`, and what stands after it.
  let open: { at: number; part: Part } | null = null
  for (const block of blocks) {
    const part = partOf(block, shapes)
    if (part === null || (open !== null && isNote(part, open.part))) {
      if (!isBetween(block) && part === null) open = null
      if (open !== null && joined.length - open.at > MAX_BETWEEN) open = null
      joined.push(block)
      continue
    }
    if (open !== null && goesOn(open.part, part, joined.length - open.at - 1, isIndented)) {
      const text = joinLines([textOfSpans(open.part.whole.spans), textOfSpans(part.block.spans)])
      const whole: TextBlock = { ...open.part.whole, spans: [{ text }] }
      // The place is that of its begin; whether it goes on from its last part depends on that one.
      open = { at: open.at, part: { ...part, whole } }
      joined[open.at] = whole
      continue
    }
    open = { at: joined.length, part }
    joined.push(block)
  }
  return joined
}

function partOf(block: Block, shapes: Shapes): Part | null {
  if (block.kind !== 'text' || block.label !== 'text' || (block.layer ?? 'body') !== 'body') return null
  const shape = shapes.get(block)
  return shape === undefined || block.place === undefined ? null : { block, whole: block, shape }
}

const isNote = (part: Part, open: Part): boolean => part.shape.size < NOTE_SIZE * open.shape.size

function isBetween(block: Block): boolean {
  if (block.layer === 'furniture' || block.kind === 'picture' || block.kind === 'table') return true
  return block.kind === 'text' && (block.label === 'caption' || block.label === 'footnote')
}

function goesOn(one: Part, other: Part, between: number, isIndented: boolean): boolean {
  const [from, to] = [one.block.place, other.block.place]
  if (from === undefined || to === undefined) return false
  if (Math.abs(one.shape.size - other.shape.size) > MAX_SIZE_DIFFERENCE) return false
  // The next column begins further up; the same column goes on below a picture.
  const isMoved = to.page !== from.page || to.top > from.bottom + one.shape.size
  if (to.page > from.page + 1 || (!isMoved && between === 0)) return false
  const [text, next] = [textOfSpans(one.block.spans).trim(), textOfSpans(other.block.spans).trim()]
  if (BEGINS_ITEM.test(next)) return false
  const ends = ENDS_SENTENCE.test(text)
  if (!ends && BEGINS_LOWER.test(next) && one.shape.lines + other.shape.lines > 2) return true
  const isFull = one.shape.right - one.shape.lastRight <= (ends ? 1 : MAX_ROOM) * one.shape.size
  const begins = other.shape.firstLeft - other.shape.left > MIN_INDENT * other.shape.size
  if (!isMoved || !isFull || begins || one.shape.lines < 2 || other.shape.lines < 2) return false
  return ends ? isIndented : ENDS_OPEN.test(text)
}

/** Whether most paragraphs begin with an indent, so that one without it is the rest of another. */
function usesIndents(shapes: Shapes): boolean {
  let [indented, other] = [0, 0]
  for (const { lines, firstLeft, left, size } of shapes.values()) {
    if (lines < 2) continue
    if (firstLeft - left > MIN_INDENT * size) indented += 1
    else other += 1
  }
  return indented > other
}
