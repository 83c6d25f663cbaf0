// Tables and definition lists of a page as data: headers found, spans filled in, layout tables left out.
import { rowCells, tableRows } from '#parsing/html/table-rows.ts'
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { elementText } from '#parsing/html/element-text.ts'
import { setKey, type JsonObject } from '#parsing/json/json-value.ts'
import { targetsOf } from './table-targets.ts'

/** A table that holds data, with a value for each column of each row. */
export interface HtmlTable {
  readonly caption: string | null
  /** The table's own id; null where it has none. */
  readonly id: string | null
  /** Column names, made unique when the page repeats one; null for a table without a header. */
  readonly headers: readonly string[] | null
  /** By column name, or as lists where there is no header. An empty cell is null. */
  readonly rows: readonly (JsonObject | readonly (string | null)[])[]
  /** How many of the rows, at the end, are the foot of the table; absent where none is. */
  readonly footRows?: number
  /** For each row the first address in each cell that has one, by column name; absent where no cell has any. */
  readonly links?: readonly (JsonObject | null)[]
  /** As `links`, the first picture. */
  readonly images?: readonly (JsonObject | null)[]
}

/** The tables of a page, and what reads as pairs. */
export interface HtmlTables {
  readonly tables: readonly HtmlTable[]
  /** Names and values that belong together: tables of two columns whose first is a header, and definition lists. */
  readonly pairs: readonly JsonObject[]
  /** True where rows, columns or tables were left out. */
  readonly cut: boolean
}

const MAX_TABLES = 100
const MAX_COLUMNS = 200
const MAX_CELLS = 100_000
const MAX_CELL_CHARS = 10_000

interface Cell {
  readonly text: string
  readonly isHeader: boolean
  readonly element: HtmlElement
}

/** At most `maxRows` rows of each table; `base` makes the addresses in them absolute. */
export function readTables({ all }: HtmlDocument, maxRows = 10_000, base: string | null = null): HtmlTables {
  const tables: HtmlTable[] = []
  const pairs: JsonObject[] = []
  const budget = { cells: MAX_CELLS }
  let cut = false
  for (const element of all) {
    if (element.name === 'dl') {
      const list = definitionsOf(element, budget)
      if (list !== null && pairs.length < MAX_TABLES) pairs.push(list)
    }
    if (element.name !== 'table' || isLayout(element)) continue
    if (tables.length >= MAX_TABLES || budget.cells <= 0) {
      cut = true
      continue
    }
    const grid = gridOf(element, budget, maxRows)
    const { rows, headRows } = grid
    cut ||= grid.cut
    const width = rows.reduce((max, row) => Math.max(max, row.length), 0)
    if (rows.length === 0 || width < 2) continue
    const pair = pairsOf(rows, headRows)
    if (pair !== null) pairs.push(pair)
    tables.push(asTable(element, grid, width, base))
  }
  return { tables, pairs, cut }
}

/** Layout tables: marked as such, or containing other tables. */
function isLayout(table: HtmlElement): boolean {
  const role = (attribute(table, 'role') ?? '').toLowerCase()
  if (role === 'presentation' || role === 'none') return true
  const stack = [...table.children]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind !== 'element') continue
    if (node.name === 'table') return true
    // One by one, here and below: a call takes fewer arguments than a hostile page has cells.
    for (const child of node.children) stack.push(child)
  }
  return false
}

interface Grid {
  readonly rows: readonly (readonly Cell[])[]
  /** How many of the rows are the header. */
  readonly headRows: number
  /** How many of them, at the end, are in a foot. */
  readonly footRows: number
  readonly cut: boolean
}

function gridOf(table: HtmlElement, budget: { cells: number }, maxRows: number): Grid {
  const rows: Cell[][] = []
  /** Cells that span later rows: by column, the number of rows left. */
  const hanging = new Map<number, { readonly cell: Cell; left: number }>()
  let inHead = 0
  let inFoot = 0
  let cut = false
  for (const row of tableRows(table)) {
    if (rows.length >= maxRows || budget.cells <= 0) {
      cut = true
      break
    }
    const cells: Cell[] = []
    const fillHanging = (): void => {
      for (let held = hanging.get(cells.length); held !== undefined; held = hanging.get(cells.length)) {
        held.left -= 1
        if (held.left === 0) hanging.delete(cells.length)
        cells.push(held.cell)
        budget.cells -= 1
      }
    }
    for (const child of rowCells(row)) {
      fillHanging()
      const cell = { text: elementText(child, MAX_CELL_CHARS), isHeader: child.name === 'th', element: child }
      const columns = spanOf(child, 'colspan', MAX_COLUMNS)
      const down = spanOf(child, 'rowspan', 5_000)
      for (let i = 0; i < columns && cells.length < MAX_COLUMNS; i += 1) {
        if (down > 1) hanging.set(cells.length, { cell, left: down - 1 })
        cells.push(cell)
        budget.cells -= 1
      }
      cut ||= cells.length >= MAX_COLUMNS
    }
    fillHanging()
    if (cells.length === 0) continue
    rows.push(cells)
    if (row.parent?.name === 'thead' && inHead === rows.length - 1) inHead += 1
    inFoot = row.parent?.name === 'tfoot' ? inFoot + 1 : 0
  }
  const headRows = inHead > 0 && inHead < rows.length ? inHead : headerRows(rows)
  return { rows, headRows, footRows: inFoot < rows.length - headRows ? inFoot : 0, cut }
}

function spanOf(element: HtmlElement, name: string, max: number): number {
  const value = Number(attribute(element, name) ?? '1')
  return Number.isInteger(value) && value > 0 ? Math.min(value, max) : 1
}

/** The first row is a header when all its cells are marked as headers, and not all cells below are. */
function headerRows(rows: readonly (readonly Cell[])[]): number {
  const [first, second] = rows
  if (first === undefined || second === undefined) return 0
  const filled = first.filter(({ text }) => text !== '')
  const isHead = filled.length > 0 && filled.every(({ isHeader }) => isHeader)
  return isHead && second.some(({ isHeader }) => !isHeader) ? 1 : 0
}

function asTable(
  element: HtmlElement,
  { rows, headRows, footRows }: Grid,
  width: number,
  base: string | null,
): HtmlTable {
  const caption = element.children.find((child) => child.kind === 'element' && child.name === 'caption')
  const captionText = caption?.kind === 'element' ? elementText(caption, 1_000) : ''
  const headers = headRows === 0 ? null : headerNames(rows.slice(0, headRows), width)
  const body = rows.slice(headRows)
  const targets = headers === null ? { links: null, images: null } : targetsOf(body, headers, base)
  return {
    caption: captionText === '' ? null : captionText,
    id: attribute(element, 'id'),
    headers,
    rows: body.map((row) => {
      const texts = row.map(({ text }) => (text === '' ? null : text))
      if (headers === null) return texts
      const record: JsonObject = {}
      headers.forEach((header, column) => setKey(record, header, texts[column] ?? null))
      return record
    }),
    ...(footRows === 0 ? {} : { footRows }),
    ...(targets.links === null ? {} : { links: targets.links }),
    ...(targets.images === null ? {} : { images: targets.images }),
  }
}

/** Rows of headers joined from top to bottom: `Price` over `net` is `Price net`. */
function headerNames(rows: readonly (readonly Cell[])[], width: number): string[] {
  const used = new Map<string, number>()
  return Array.from({ length: width }, (_, column) => {
    const words = [...new Set(rows.map((row) => row[column]?.text ?? '').filter((text) => text !== ''))]
    const name =
      words.length === 0 ? `column ${column + 1}` : words.join(' ').replace(/\s+/g, ' ').slice(0, 200)
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}

/** A table of names and values; null for any other table. */
function pairsOf(given: readonly (readonly Cell[])[], headRows: number): JsonObject | null {
  if (given.some((row) => row.length !== 2) || (headRows > 0 && !saysValue(given, headRows))) return null
  const rows = given.slice(headRows)
  const marked = rows.filter(
    ([first, second]) => first?.isHeader === true && second?.isHeader === false,
  ).length
  const isPlain = rows.length >= 2 && rows.every(([first]) => /^[^\d]{2,60}$/.test(first?.text ?? ''))
  if (marked < rows.length && !isPlain) return null
  const record: JsonObject = {}
  for (const [name, value] of rows) put(record, name?.text ?? '', value?.text ?? '')
  return Object.keys(record).length === 0 ? null : record
}

/** A head such as `Field | Value` says that what follows are names and values. */
function saysValue(rows: readonly (readonly Cell[])[], headRows: number): boolean {
  const [first, second] = rows[0] ?? []
  if (headRows !== 1 || first === undefined || second === undefined) return false
  return FIELD.test(first.text.trim()) || VALUE.test(second.text.trim())
}

const FIELD =
  /^(?:fields?|propert(?:y|ies)|attributes?|key|parameter|specification|eigenschaft|merkmal|feld|attribut|champ|propriété|caractéristique|campo|propiedad|característica|proprietà|caratteristica|propriedade|veld|eigenschap|kenmerk|egenskap|fält|ominaisuus|właściwość|cecha|pole|vlastnost|tulajdonság|özellik|поле|свойство|характеристика|параметр|項目|属性|项目|항목)$/iu
const VALUE =
  /^(?:values?|details?|wert|angabe|valeur|valor|valore|waarde|värde|verdi|værdi|arvo|wartość|hodnota|érték|valoare|değer|значение|значення|τιμή|値|内容|值|값)$/iu

function definitionsOf(list: HtmlElement, budget: { cells: number }): JsonObject | null {
  const record: JsonObject = {}
  let name = ''
  for (const child of definitionParts(list)) {
    budget.cells -= 1
    if (budget.cells <= 0) break
    if (child.name === 'dt') name = elementText(child, 200)
    else put(record, name, elementText(child, MAX_CELL_CHARS))
  }
  return Object.keys(record).length === 0 ? null : record
}

/** Names and values of a list, which may be in groups. */
function* definitionParts(list: HtmlElement): Generator<HtmlElement> {
  for (const child of list.children) {
    if (child.kind !== 'element') continue
    if (child.name === 'dt' || child.name === 'dd') yield child
    else if (child.name === 'div') {
      for (const part of child.children) {
        if (part.kind === 'element' && (part.name === 'dt' || part.name === 'dd')) yield part
      }
    }
  }
}

/** The name without the colon that pages append; the first value of a name counts. */
function put(record: JsonObject, name: string, value: string): void {
  const key = name
    .trim()
    .replace(/[:：]$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (key !== '' && value !== '' && !Object.hasOwn(record, key)) setKey(record, key, value)
}
