// Writes tables: data tables as GFM with spans flattened; tables that only place things on the page as their content.
import { filledLines } from '#kit/text/text-rules.ts'
import { attribute, elementsOf, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { rowCells, tableRows } from '#parsing/html/table-rows.ts'
import { escapeLineStart } from '#parsing/markdown/escape-text.ts'
import { isBlockCode } from './block-code.ts'
import { cleanHtml } from './clean-html.ts'
import { PLAIN, type MarkdownContext } from './markdown-context.ts'
import { writeInline } from './write-inline.ts'

const MAX_COLUMNS = 60
const MAX_CELLS = 200_000
const MAX_ROWSPAN = 1_000
const MAX_HEADS = 3

/** Not `Math.max(...)`: a table may have more rows than a call may have arguments. */
const widest = (lengths: readonly number[]): number =>
  lengths.reduce((max, length) => Math.max(max, length), 0)

interface Row {
  readonly cells: readonly HtmlElement[]
  readonly head: boolean
}

/**
 * The table as GFM, or as HTML for readers without tables. Null for a layout table without data, whose cells are
 * ordinary blocks.
 */
export function writeTable(table: HtmlElement, context: MarkdownContext): string | null {
  const rows = rowsOf(table)
  if (rows.length === 0 || isLayout(table, rows, context)) return null
  const grid = gridOf(rows, context)
  const columns = widest(grid.map((row) => row.length))
  const used = [...Array(columns).keys()].filter((column) => grid.some((row) => (row[column] ?? '') !== ''))
  if (used.length === 0) return ''
  // A blank line would end the HTML for its reader.
  if (!context.gfm)
    return filledLines(cleanHtml([table], context.skip, context.base, context.dataUrls)).join(' ')
  const line = (row: readonly string[]): string =>
    `| ${used.map((column) => row[column] ?? '').join(' | ')} |`
  const heads = headRows(rows)
  // A cell across the whole table, above the names, is its title.
  const titles = heads > 1 && rows[0]?.cells.length === 1 ? 1 : 0
  const head = joinHeads(grid.slice(titles, heads))
  const marks = `| ${used.map((column) => alignment(rows, column)).join(' | ')} |`
  const title = titles === 0 ? '' : `${escapeLineStart(grid[0]?.[0] ?? '')}\n\n`
  return title + [line(head), marks, ...grid.slice(heads).map((row) => line(row))].join('\n')
}

/** How many rows at the start name the columns; none where only other rows have names. */
function headRows(rows: readonly Row[]): number {
  const heads = rows.findIndex(
    (row, at) => !row.head && !(isNames(row) && (at === 0 || row.cells.length > 1)),
  )
  if (heads > 0) return heads > MAX_HEADS ? 1 : heads
  if (heads < 0) return 1
  return rows.some((row) => row.cells.some((cell) => cell.name === 'th')) ? 0 : 1
}

const isNames = ({ cells }: Row): boolean => cells.every((cell) => cell.name === 'th')

/** GFM has one head row: the names above each other become one, each said once. */
function joinHeads(grid: readonly (readonly string[])[]): string[] {
  return Array.from({ length: widest(grid.map((row) => row.length)) }, (_, column) =>
    [...new Set(grid.map((row) => row[column] ?? ''))].filter((name) => name !== '').join(' / '),
  )
}

/** The caption's own words, to stand above the table. */
export function captionOf(table: HtmlElement): HtmlElement | null {
  for (const child of table.children) if (child.kind === 'element' && child.name === 'caption') return child
  return null
}

const STRUCTURE = new Set(['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'])

/** What stands between rows and cells, which browsers show above the table. */
export function strayNodes(table: HtmlElement): HtmlNode[] {
  const stray: HtmlNode[] = []
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (child.kind === 'text' ? /\S/.test(child.text) : !STRUCTURE.has(child.name)) stray.push(child)
      else if (child.kind === 'element' && ROWS.has(child.name)) visit(child)
    }
  }
  visit(table)
  return stray
}

const ROWS = new Set(['thead', 'tbody', 'tfoot', 'tr'])

const rowsOf = (table: HtmlElement): Row[] =>
  [...tableRows(table)]
    .map((row) => ({ cells: rowCells(row), head: row.parent?.name === 'thead' }))
    .filter(({ cells }) => cells.length > 0)

const HEAVY = new Set('table h1 h2 h3 h4 h5 h6 blockquote pre article section figure hr dl form'.split(' '))

/** One column, one row, nested tables or whole sections in cells: the table is there for the looks. */
function isLayout(table: HtmlElement, rows: readonly Row[], context: MarkdownContext): boolean {
  const role = attribute(table, 'role')
  if (role === 'presentation' || role === 'none') return true
  const columns = widest(rows.map((row) => row.cells.length))
  if (columns < 2 || columns > MAX_COLUMNS) return true
  const headed = rows.some((row) => row.head || row.cells.some((cell) => cell.name === 'th'))
  if (rows.length < 2 && !headed) return true
  for (const { cells } of rows) {
    for (const cell of cells) {
      let paragraphs = 0
      for (const element of elementsOf(cell)) {
        if (
          element !== cell &&
          HEAVY.has(element.name) &&
          !(headed && /^h\d$/.test(element.name)) &&
          !context.skip(element)
        )
          return true
        if (element.name === 'p') paragraphs += 1
      }
      if (paragraphs > 3 && !headed) return true
    }
  }
  return false
}

function gridOf(rows: readonly Row[], context: MarkdownContext): string[][] {
  const grid: string[][] = rows.map(() => [])
  const columns = widest(rows.map((row) => row.cells.length))
  let cells = 0
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of row.cells) {
      const line = grid[y] ?? []
      while (line[x] !== undefined) x += 1
      if (x >= MAX_COLUMNS || cells > MAX_CELLS) break
      const width = span(cell, 'colspan', MAX_COLUMNS - x)
      const height = span(cell, 'rowspan', Math.min(rows.length - y, MAX_ROWSPAN))
      const text = context.skip(cell) ? '' : cellText(cell, context)
      // A value that covers several rows holds for each of them; a title across the whole table is said once.
      for (let dy = 0; dy < height; dy += 1) {
        for (let dx = 0; dx < width; dx += 1) {
          cells += 1
          const covered = grid[y + dy]
          if (covered !== undefined)
            covered[x + dx] = dx === 0 || (width < columns && row.cells.length > 1) ? text : ''
        }
      }
      x += width
    }
  })
  return grid.map((line) => Array.from(line, (text) => text ?? ''))
}

function span(cell: HtmlElement, name: string, max: number): number {
  const value = Number.parseInt(attribute(cell, name) ?? '1', 10)
  return Math.max(1, Math.min(Number.isFinite(value) ? value : 1, max))
}

/** A cell on one line: its blocks and list items are separated by `<br>`, which GFM shows as line ends. */
function cellText(cell: HtmlElement, context: MarkdownContext): string {
  const lines: string[] = []
  let run: HtmlElement['children'] = []
  const flush = (): void => {
    const text = filledLines(writeInline(run, context, { ...PLAIN, table: true })).join('<br>')
    if (text !== '') lines.push(text)
    run = []
  }
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (child.kind === 'text' || !context.isBlock(child) || isBlockCode(child)) run.push(child)
      else if (!context.skip(child)) {
        flush()
        const before = lines.length
        visit(child)
        flush()
        const first = lines[before]
        if (child.name === 'li' && first !== undefined) lines[before] = `• ${first}`
      }
    }
  }
  visit(cell)
  flush()
  return lines.join('<br>')
}

function alignment(rows: readonly Row[], column: number): string {
  const votes = { left: 0, right: 0, center: 0 }
  for (const { cells } of rows.slice(0, 50)) {
    const cell = cells[column]
    const style =
      cell === undefined
        ? null
        : (/text-align\s*:\s*(left|right|center)/i.exec(attribute(cell, 'style') ?? '')?.[1] ??
          attribute(cell, 'align'))
    const value = style?.toLowerCase()
    if (value === 'left' || value === 'right' || value === 'center') votes[value] += 1
  }
  if (votes.right > rows.length / 2) return '---:'
  return votes.center > rows.length / 2 ? ':---:' : '---'
}
