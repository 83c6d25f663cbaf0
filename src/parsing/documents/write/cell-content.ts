// What a cell of a table holds: its text, and its blocks where they are more than that.
import type { Block } from '#parsing/documents/model/document-blocks.ts'
import type { LooseCell } from '#parsing/documents/model/table-grid.ts'
import { blockText } from './document-text.ts'

/** Plain text, or blocks as well where the cell holds more than one plain paragraph. */
export function contentOf(blocks: readonly Block[]): Pick<LooseCell, 'text' | 'blocks'> {
  const text = blocks.map(blockText).join('\n')
  const [first] = blocks
  if (first === undefined) return { text: '' }
  const isPlain =
    blocks.length === 1 &&
    first.kind === 'text' &&
    (first.label === 'text' || first.label === 'paragraph') &&
    first.spans.every((span) => Object.keys(span).length === 1)
  return isPlain ? { text } : { text, blocks }
}
