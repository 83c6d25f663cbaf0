// The XML of a worksheet (ECMA-376): every text is typed as text, so no cell can be a formula and no number loses a digit.
import { escapeHtmlText } from '#kit/text/text-rules.ts'

/** What Excel takes in one cell; longer text is cut. */
export const MAX_CELL_CHARS = 32_767
/** The rows of a sheet, the header included. */
export const MAX_SHEET_ROWS = 1_048_576

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
/** The first row stays in view. */
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

export const SHEET_START = `${HEAD}${FROZEN}<sheetData>`
export const SHEET_END = '</sheetData></worksheet>'

/** A row; `number` counts from 1, `letters` are those of its columns. Null is an empty cell. */
export function rowXml(
  number: number,
  values: readonly (string | number | null)[],
  letters: readonly string[],
): string {
  let cells = ''
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (value === null || value === undefined || value === '') continue
    const place = `${letters[index]}${number}`
    cells +=
      typeof value === 'number'
        ? `<c r="${place}"><v>${value}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${textXml(value)}</t></is></c>`
  }
  return `<row r="${number}">${cells}</row>`
}

const NEEDS_ESCAPES = /[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x[0-9a-f]{4}_/iu
const CONTROL = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu
const FIRST_LEGAL = 0x20
const LAST_LEGAL = 0xfffd

/**
 * Text content. XML has no form for most control characters: `_x0001_` is how ECMA-376 (22.9.2.19) writes them, and
 * `_x005F_` the underscore of a text that only looks like that.
 */
export function textXml(text: string): string {
  const fitting = text.length > MAX_CELL_CHARS ? text.slice(0, MAX_CELL_CHARS) : text
  if (!NEEDS_ESCAPES.test(fitting)) return fitting
  const legal = fitting.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replace(CONTROL, escapedCharacter)
  return escapeHtmlText(legal).replaceAll('\r', '&#13;').toWellFormed()
}

function escapedCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code >= FIRST_LEGAL && code <= LAST_LEGAL) return character
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`
}

/** The names of the first `count` columns: `A`, …, `Z`, `AA`, … */
export function columnLetters(count: number): string[] {
  const names: string[] = []
  for (let index = 0; index < count; index += 1) {
    const before = index < 26 ? '' : (names[Math.floor(index / 26) - 1] ?? '')
    names.push(before + String.fromCharCode(65 + (index % 26)))
  }
  return names
}
