// Reads a table of HTML: its rows, spans, headers and caption.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { type Block, type TableBlock, plainBlock } from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows, type LooseCell } from '#parsing/documents/model/table-grid.ts'
import { contentOf } from '#parsing/documents/write/document-text.ts'

const ROW_GROUPS = new Set(['thead', 'tbody', 'tfoot'])

/** Null for a table without cells. */
export function htmlTable(table: HtmlElement, blocksOf: (cell: HtmlElement) => Block[]): TableBlock | null {
  const rows: LooseCell[][] = []
  let caption: string | null = null
  const addRow = (row: HtmlElement, inHead: boolean): void => {
    const cells = row.children.filter((child) => child.kind === 'element').filter(isCell)
    const allHeaders = cells.length > 0 && cells.every(({ name }) => name === 'th')
    rows.push(
      cells.map((cell) => {
        const columnHeader = inHead || (allHeaders && rows.length === 0)
        return {
          ...contentOf(blocksOf(cell)),
          rowSpan: spanOf(cell, 'rowspan'),
          columnSpan: spanOf(cell, 'colspan'),
          columnHeader,
          rowHeader: !columnHeader && cell.name === 'th',
        }
      }),
    )
  }
  for (const child of table.children) {
    if (child.kind === 'text' || !(isVisible(child) || child.name === 'caption')) continue
    if (child.name === 'caption') caption ??= lineText(child)
    else if (child.name === 'tr') addRow(child, false)
    else if (ROW_GROUPS.has(child.name)) {
      for (const row of child.children)
        if (row.kind === 'element' && row.name === 'tr' && isVisible(row)) addRow(row, child.name === 'thead')
    }
  }
  if (rows.every((row) => row.length === 0)) return null
  const captionBlock = caption === null ? null : plainBlock('caption', caption)
  return tableOfRows(rows, { captions: captionBlock === null ? [] : [captionBlock] })
}

const isCell = ({ name }: HtmlElement): boolean => name === 'td' || name === 'th'

function spanOf(cell: HtmlElement, name: string): number {
  const value = Number.parseInt(attribute(cell, name) ?? '1', 10)
  return value > 0 ? value : 1
}
