// CSV (RFC 4180) that a spreadsheet opens as data: no cell can start a formula.

/**
 * Text that Excel, LibreOffice and Google Sheets may take for the start of a formula, after any white space, invisible
 * character or apostrophe (OWASP "CSV injection"; some locales fold full-width forms).
 */
const FORMULA_START = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}']*[=+\-@|%＝＋－＠])/u
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
/** Matches most cells: they neither look like a formula nor need quotes, and one test shows that. */
const PLAIN = /^[a-z0-9](?:[\w .:;/()-]*[\w.:;/()-])?$/i

/** How cells are written. */
export interface CsvOptions {
  /** Leaves text unchanged, for programs; a spreadsheet may then run foreign formulas. */
  readonly raw?: boolean
}

/**
 * One cell. Null and undefined are empty; dates are RFC 3339; objects and arrays are JSON. Text that looks like a
 * formula gets a leading `'`, which a reader can remove: if a cell starts with `'` and the rest looks like a formula,
 * the `'` was added.
 */
export function csvCell(value: unknown, options: CsvOptions = {}): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  const text =
    typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
  if (PLAIN.test(text)) return text
  const safe =
    options.raw !== true && FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its CRLF. */
export function csvRow(values: readonly unknown[], options: CsvOptions = {}): string {
  return createCsvRows(options)(values)
}

/** Writes the lines of a table. Many cells are the same as in the line before: those keep their text. */
export function createCsvRows(options: CsvOptions = {}): (values: readonly unknown[]) => string {
  const before: unknown[] = []
  const cells: string[] = []
  const cellAt = (index: number, value: unknown): string => {
    if (value === null || value === undefined) return ''
    // An object may have changed and be the same.
    if (before[index] !== value || typeof value === 'object') {
      before[index] = value
      cells[index] = csvCell(value, options)
    }
    return cells[index] ?? ''
  }
  return (values) => {
    // The commas of empty cells, which are most cells in many files, are written together.
    let line = ''
    let commas = 0
    for (let index = 0; index < values.length; index += 1) {
      const cell = cellAt(index, values[index])
      if (cell !== '') {
        line += commas === 1 ? `,${cell}` : ','.repeat(commas) + cell
        commas = 0
      }
      commas += 1
    }
    return `${line}${','.repeat(Math.max(0, commas - 1))}\r\n`
  }
}
