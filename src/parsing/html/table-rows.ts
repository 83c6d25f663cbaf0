// The rows and cells of a table, without those of the tables in it: else a page of nested tables is read again for each of them.
import type { HtmlElement } from './html-node.ts'

/** Rows in the order of the page. */
export function* tableRows(table: HtmlElement): Generator<HtmlElement> {
  for (const child of table.children) {
    if (child.kind !== 'element') continue
    if (child.name === 'tr') yield child
    else if (child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot') {
      for (const row of child.children) if (row.kind === 'element' && row.name === 'tr') yield row
    }
  }
}

/** Cells of data and of heads. */
export function rowCells(row: HtmlElement): HtmlElement[] {
  return row.children.filter(
    (cell): cell is HtmlElement => cell.kind === 'element' && (cell.name === 'td' || cell.name === 'th'),
  )
}
