import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineText } from './html-node.ts'
import { parseHtml } from './parse-html.ts'
import { rowCells, tableRows } from './table-rows.ts'

test('a table has its own rows and cells, and not those of the tables in it', () => {
  const { all } = parseHtml(`<table><thead><tr><th>Name<th>Role</thead>
    <tr><td>Ann<td><table><tr><td>inner</table></table>`)
  const tables = all.filter(({ name }) => name === 'table')
  const texts = tables.map((table) =>
    [...tableRows(table)].map((row) => rowCells(row).map((cell) => lineText(cell))),
  )
  assert.deepEqual(texts, [
    [
      ['Name', 'Role'],
      ['Ann', 'inner'],
    ],
    [['inner']],
  ])
})
