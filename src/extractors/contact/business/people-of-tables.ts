// People in tables with a head: a column of names beside one of roles or of offices.
import { lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { rowCells, tableRows } from '#parsing/html/table-rows.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isPersonName, namedPerson, type Person } from './person-names.ts'
import { IN_CHARGE_HEAD, NAME_HEAD, ROLE, ROLE_HEAD, UNIT_HEAD } from './role-words.ts'

const MAX_TABLES = 50
const MAX_ROWS = 500
const MAX_CELL = 120

/** What a table says nowhere but in its head, which is lost in a text. */
export function* peopleOfTables({ all }: HtmlDocument): Generator<Person> {
  let left = MAX_TABLES
  for (const table of all) {
    if (table.name !== 'table') continue
    left -= 1
    if (left < 0) return
    yield* peopleOf(rowsOf(table))
  }
}

function rowsOf(table: HtmlElement): string[][] {
  const rows: string[][] = []
  for (const row of tableRows(table)) {
    if (rows.length >= MAX_ROWS) break
    rows.push(rowCells(row).map((cell) => lineText(cell, MAX_CELL)))
  }
  return rows
}

function* peopleOf(rows: readonly (readonly string[])[]): Generator<Person> {
  const [head = [], ...rest] = rows
  const inCharge = head.findIndex((cell) => IN_CHARGE_HEAD.test(cell))
  const named = head.findIndex((cell) => NAME_HEAD.test(cell))
  const role = head.findIndex((cell) => ROLE_HEAD.test(cell))
  const unit = head.findIndex((cell) => UNIT_HEAD.test(cell))
  const column = named >= 0 ? named : inCharge
  if (column < 0) return
  for (const row of rest) {
    // `Ann Berg, head of office`: the cell itself says the role.
    const [written = '', ...after] = (row[column] ?? '').split(/,\s|\s[–—-]\s|\s?\(/)
    const inCell = after.join(', ').replace(/\)$/, '')
    const given = ROLE.test(inCell) ? inCell : (row[role >= 0 ? role : unit] ?? '')
    const office =
      inCharge === column && role < 0 && given !== '' && given !== inCell
        ? `${head[column]}, ${given}`
        : given
    if (isPersonName(written) && office !== '')
      yield { name: namedPerson(written), role: office, email: null, phone: null }
  }
}
