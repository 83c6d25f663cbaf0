// Headings of a Word document that has no styles for them: short lines in larger letters than the text around them.
import { oneLine } from '#parsing/html/html-node.ts'
import { textOfSpans, type Block, type TextBlock } from '#parsing/documents/model/document-blocks.ts'

/** How the letters of a paragraph look. */
export interface LetterLook {
  /** Half points; null where they differ. */
  readonly size: number | null
  readonly isBold: boolean
}

/** The paragraphs of the body alone: one in a table, a list or a text box is no heading. */
export type BodyLooks = ReadonlyMap<Block, LetterLook>

const MAX_LETTERS = 120
/** Times the size of the letters that most of the text has. */
const LARGER = 1.15
const LARGE = 1.3
/** More sizes, or a larger part of the lines, is the look of a poster. */
const MAX_SIZES = 4
const MAX_SHARE = 0.4

/** `letters` says how many letters of the whole document, tables and lists included, have each size. */
export function headingsByLook(
  blocks: readonly Block[],
  looks: BodyLooks,
  letters: ReadonlyMap<number, number>,
): Block[] {
  const [body = 0] = [...letters].toSorted((a, b) => b[1] - a[1]).map(([size]) => size)
  const largest = Math.max(0, ...letters.keys())
  const sizeOf = (block: Block | undefined): number => {
    const look = block === undefined ? undefined : looks.get(block)
    const size = look?.size ?? 0
    return block?.kind === 'text' &&
      look !== undefined &&
      isLine(block) &&
      size >= body * LARGER &&
      (look.isBold || size >= body * LARGE)
      ? size
      : 0
  }
  const first = blocks.find((block) => block.kind === 'text')
  const isTitled = blocks.some((block) => block.kind === 'text' && block.label === 'title')
  const size = sizeOf(first)
  const title =
    first?.kind === 'text' &&
    !isTitled &&
    blocks.length > 1 &&
    size > 0 &&
    size === largest &&
    size >= body * LARGE &&
    [...looks].every(([block, look]) => block === first || look.size !== size)
      ? first
      : null
  const found = blocks.some((block) => block.kind === 'text' && block.label === 'section_header')
    ? []
    : blocks.filter((block, at) => {
        const own = block === title ? 0 : sizeOf(block)
        const next = blocks[at + 1]
        // Lines of one size below each other are an address or a verse.
        return (
          own > 0 &&
          next !== undefined &&
          sizeOf(next) !== own &&
          (at === 0 || sizeOf(blocks[at - 1]) !== own)
        )
      })
  const sizes = [...new Set(found.map(sizeOf))].toSorted((a, b) => b - a)
  const isPoster = sizes.length > MAX_SIZES || found.length > blocks.length * MAX_SHARE
  const headings = new Set(isPoster ? [] : found)
  return blocks.map((block) => {
    if (block.kind !== 'text') return block
    const spans = [{ text: oneLine(textOfSpans(block.spans)) }]
    if (block === title) return { kind: 'text', label: 'title', spans }
    return headings.has(block)
      ? { kind: 'text', label: 'section_header', level: sizes.indexOf(sizeOf(block)) + 1, spans }
      : block
  })
}

/** A line of words that is no sentence, no sum and no address. */
function isLine({ label, spans }: TextBlock): boolean {
  const text = textOfSpans(spans).trim()
  return (
    label === 'text' &&
    text.length <= MAX_LETTERS &&
    text.split('\n').length <= 2 &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;]$|@|:\/\/|:\s{0,9}[\d\p{Sc}]/u.test(text)
  )
}
