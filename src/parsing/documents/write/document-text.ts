// Writes a document as plain text: no marks, cells of a table apart by tabs.
import { gridOf, type LooseCell } from '#parsing/documents/model/table-grid.ts'
import {
  type Block,
  type PictureBlock,
  type TableBlock,
  textOfSpans,
} from '#parsing/documents/model/document-blocks.ts'

/** Blocks apart by a blank line; furniture and pictures without a caption are left out. */
export function documentText(blocks: readonly Block[]): string {
  return blocks
    .map(blockText)
    .filter((part) => part !== '')
    .join('\n\n')
}

/** As `documentText`, with running titles above the rest and page numbers and notices below it. */
export function wholeText(blocks: readonly Block[]): string {
  const [above, body, below]: [Block[], Block[], Block[]] = [[], [], []]
  for (const block of blocks) {
    const edge = block.kind === 'text' && block.layer === 'furniture' ? block.label : null
    if (edge === 'page_header') above.push({ ...block, layer: 'body' })
    else if (edge === null) body.push(block)
    else below.push({ ...block, layer: 'body' })
  }
  return documentText([...above, ...body, ...below])
}

/** The text of one block with everything in it. */
export function blockText(block: Block): string {
  if (block.layer === 'furniture' || block.layer === 'invisible') return ''
  switch (block.kind) {
    case 'text':
      return textOfSpans(block.spans).trim()
    case 'list':
      return block.items
        .map(({ spans, enumerated, marker, children }) => {
          const own = `${enumerated && marker !== '' ? `${marker} ` : ''}${textOfSpans(spans).trim()}`
          return [own, ...children.map(blockText)].filter((part) => part !== '').join('\n')
        })
        .join('\n')
    case 'table':
      return [...block.captions.map(blockText), tableText(block)].filter((part) => part !== '').join('\n')
    case 'picture':
      return [...block.captions.map(blockText), chartText(block)].filter((part) => part !== '').join('\n')
    case 'group':
      return documentText(block.children)
  }
}

const chartText = ({ chart }: PictureBlock): string =>
  chart === undefined || chart.data === null ? '' : tableText(chart.data)

/** A cell that spans is written once. */
function tableText(table: TableBlock): string {
  const seen = new Set<object>()
  return gridOf(table)
    .map((row) =>
      row
        .map((cell) => {
          if (cell === null || seen.has(cell)) return ''
          seen.add(cell)
          return cell.text.replace(/\s+/g, ' ').trim()
        })
        .join('\t')
        .trimEnd(),
    )
    .join('\n')
}

/** What a cell of a table holds: plain text, or blocks as well where the cell holds more than one plain paragraph. */
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
