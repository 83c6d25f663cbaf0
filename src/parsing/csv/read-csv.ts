// Foreign CSV: any of four separators, quotes by RFC 4180, with or without a header. Linear in the text.
import { setKey, type JsonObject } from '#parsing/json/json-value.ts'

/** Rows as text; nothing is guessed about types. */
export interface CsvTable {
  readonly delimiter: string
  /** Null when the first row is data like the others. */
  readonly headers: readonly string[] | null
  /** By header, or as lists without one. An empty cell is null. */
  readonly rows: readonly (JsonObject | readonly (string | null)[])[]
  /** True where rows or columns were left out. */
  readonly cut: boolean
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_COLUMNS = 2_000
const MAX_CELLS = 2_000_000
const SAMPLE_ROWS = 20

/** Reads any text, at most `maxRows` rows of it; the separator is found by a sample. */
export function readCsv(source: string, maxRows: number): CsvTable {
  const { delimiter, rows, cut } = readCsvRows(source, maxRows + 1)
  const headers = headersOf(rows)
  const data = headers === null ? rows : rows.slice(1)
  return {
    delimiter,
    headers,
    rows: data.slice(0, maxRows).map((row) => {
      const cells = row.map((cell) => (cell.trim() === '' ? null : cell))
      if (headers === null) return cells
      const record: JsonObject = {}
      headers.forEach((header, column) => setKey(record, header, cells[column] ?? null))
      return record
    }),
    cut: cut || data.length > maxRows,
  }
}

/** The rows as they are, the first one like the others. */
export function readCsvRows(
  source: string,
  maxRows: number,
): { readonly delimiter: string; readonly rows: string[][]; readonly cut: boolean } {
  const text = source.replace(/^\ufeff/, '')
  const delimiter = delimiterOf(text)
  return { delimiter, ...parseRows(text, delimiter, maxRows) }
}

/** The separator that splits the first rows into the same and largest number of columns. */
function delimiterOf(text: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 }
  const sample = text.slice(0, 100_000)
  for (const delimiter of DELIMITERS) {
    const { rows } = parseRows(sample, delimiter, SAMPLE_ROWS)
    const columns = rows[0]?.length ?? 0
    const equal = rows.filter((row) => row.length === columns).length
    const score = columns < 2 ? 0 : (equal / rows.length) * Math.min(columns, 20)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function parseRows(text: string, delimiter: string, max: number): { rows: string[][]; cut: boolean } {
  const rows: string[][] = []
  let row: string[] = []
  let cells = 0
  let cut = false
  let at = 0
  const endRow = (): void => {
    if (row.length > 1 || (row[0] ?? '') !== '') rows.push(row)
    row = []
  }
  while (at < text.length) {
    if (rows.length >= max || cells >= MAX_CELLS) {
      cut = true
      break
    }
    const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter)
    at = cell.end
    cells += 1
    if (row.length < MAX_COLUMNS) row.push(cell.value)
    else cut = true
    const next = text[at]
    if (next === delimiter) {
      at += 1
      // A separator at the very end is followed by an empty cell.
      if (at >= text.length && row.length < MAX_COLUMNS) row.push('')
    } else if (next === '\r' || next === '\n') {
      at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
      endRow()
    }
  }
  endRow()
  return { rows, cut }
}

function plainCell(text: string, start: number, delimiter: string): { value: string; end: number } {
  let end = start
  for (; end < text.length; end += 1) {
    const char = text[end]
    if (char === delimiter || char === '\n' || char === '\r') break
  }
  return { value: text.slice(start, end), end }
}

/** Two quotes inside are one; text between the closing quote and the separator is dropped. */
function quotedCell(text: string, start: number, delimiter: string): { value: string; end: number } {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { value: value + text.slice(from), end: text.length }
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: plainCell(text, quote + 1, delimiter).end }
    value += '"'
    from = quote + 2
  }
}

/** The first row is a header when it names every column uniquely, and no name is a number or a date. */
function headersOf(rows: readonly (readonly string[])[]): string[] | null {
  const [first, second] = rows
  if (first === undefined || second === undefined) return null
  const names = first.map((name) => name.trim())
  const isHeader =
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && !/^[-+]?[\d.,/:\s-]+$/.test(name))
  return isHeader ? names : null
}
