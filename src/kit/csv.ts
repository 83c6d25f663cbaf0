// CSV (RFC 4180) that a spreadsheet opens as data: no cell can start a formula.

/**
 * What Excel, LibreOffice and Google Sheets may take for the start of a formula, behind any white space, invisible
 * character or apostrophe (OWASP "CSV injection"; full-width forms are folded by some locales).
 */
const FORMULA_START = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}']*[=+\-@|%＝＋－＠])/u
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
/** Most cells: nothing in them looks like a formula or needs quotes, and one look tells. */
const PLAIN = /^[a-z0-9](?:[\w .:;/()-]*[\w.:;/()-])?$/i

export interface CsvOptions {
  /** Leaves text as it is, for programs; a spreadsheet may then run what a stranger wrote. */
  readonly raw?: boolean
}

/**
 * One cell. Null and undefined are empty; dates are RFC 3339; objects and arrays are JSON. Text that looks like a
 * formula gets a leading `'`, which a reader takes off again: a cell that starts with `'` and, without it, still looks
 * like a formula had it added.
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
  // The commas of empty cells, most of them in many files, are written together.
  let line = ''
  let commas = 0
  for (let index = 0; index < values.length; index += 1) {
    const cell = csvCell(values[index], options)
    if (cell !== '') {
      line += commas === 1 ? `,${cell}` : ','.repeat(commas) + cell
      commas = 0
    }
    commas += 1
  }
  return `${line}${','.repeat(Math.max(0, commas - 1))}\r\n`
}
