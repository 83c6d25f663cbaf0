// Reads CSV as a document of one table.
import { readCsvRows } from '#parsing/csv/read-csv.ts'
import type { ReadDocument } from '#parsing/documents/model/document-blocks.ts'
import { MAX_TABLE_CELLS, tableOfRows } from '#parsing/documents/model/table-grid.ts'

const MAX_ROWS = 200_000

/** The first row is the header. Throws nothing: any text is some CSV. */
export function readCsvDocument(text: string): ReadDocument {
  const { rows, cut } = readCsvRows(text, MAX_ROWS)
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  const table = tableOfRows(
    rows.map((row, at) =>
      row.map((cell) => ({ text: cell.trim(), ...(at === 0 ? { columnHeader: true } : {}) })),
    ),
  )
  return {
    blocks: rows.length === 0 ? [] : [table],
    pages: [],
    title: null,
    errors:
      cut || cells > MAX_TABLE_CELLS
        ? [{ page: null, code: 'table_cut', detail: 'The table has more cells than are read.' }]
        : [],
    needsOcr: [],
  }
}
