// Reads a table of Word: its grid, cells that go over several columns or rows, and what is in them.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, intAttr, nameOf } from '#parsing/xml/xml-tree.ts'
import type { Block, TableBlock, TableCell } from '#parsing/documents/model/document-blocks.ts'
import { MAX_TABLE_CELLS } from '#parsing/documents/model/table-grid.ts'
import { contentOf } from '#parsing/documents/write/document-text.ts'

const MAX_SPAN = 1_000

/** The first row is the header, as well as every row that repeats on each page. */
export function wordTable(table: XmlElement, blocksOf: (cell: XmlElement) => Block[]): TableBlock {
  const cells: TableCell[] = []
  /** The cell of each column that the next row may continue. */
  const above = new Map<number, number>()
  let columns = 0
  const rows = rowsOf(table)
  for (const [row, element] of rows.entries()) {
    const properties = at(element, 'trPr')
    const columnHeader = row === 0 || at(properties, 'tblHeader') !== null
    let column = Math.min(MAX_SPAN, intAttr(at(properties, 'gridBefore'), 'val') ?? 0)
    for (const cell of cellsOf(element)) {
      const span = Math.max(1, Math.min(MAX_SPAN, intAttr(at(cell, 'tcPr', 'gridSpan'), 'val') ?? 1))
      const merge = at(cell, 'tcPr', 'vMerge')
      const owner = merge !== null && attr(merge, 'val') !== 'restart' ? above.get(column) : undefined
      const known = owner === undefined ? undefined : cells[owner]
      if (owner !== undefined && known !== undefined && known.row + known.rowSpan === row)
        cells[owner] = { ...known, rowSpan: known.rowSpan + 1 }
      else if (cells.length < MAX_TABLE_CELLS) {
        above.set(column, cells.length)
        cells.push({ row, column, rowSpan: 1, columnSpan: span, columnHeader, ...contentOf(blocksOf(cell)) })
      }
      column += span
      columns = Math.max(columns, column)
    }
  }
  return { kind: 'table', rows: rows.length, columns, cells, captions: [] }
}

/** Rows and cells that a tracked change took away are not seen. */
const rowsOf = (table: XmlElement): XmlElement[] =>
  elementsIn(table).flatMap((child) =>
    nameOf(child) === 'tr'
      ? at(child, 'trPr', 'del') === null
        ? [child]
        : []
      : nameOf(child) === 'sdt'
        ? rowsOf(at(child, 'sdtContent') ?? child)
        : [],
  )

const cellsOf = (row: XmlElement): XmlElement[] =>
  elementsIn(row).flatMap((child) =>
    nameOf(child) === 'tc'
      ? at(child, 'tcPr', 'cellDel') === null
        ? [child]
        : []
      : nameOf(child) === 'sdt'
        ? cellsOf(at(child, 'sdtContent') ?? child)
        : [],
  )
