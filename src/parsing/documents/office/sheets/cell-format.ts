// What the value of a cell means: a number, a moment, a length of time, by its number format (ECMA-376 part 1, 18.8.30).
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, intAttr } from '#parsing/xml/xml-tree.ts'
import { DAY_MS } from '#kit/time/clock.ts'

export type CellKind = 'number' | 'date' | 'duration'

/** The built-in formats for dates and times. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 34, 35, 36, 45, 47, 50, 51, 52, 53, 54, 55, 56, 57,
  58,
])
const BUILT_IN_DURATION = 46
/** Day 0 of the two calendars; the first one counts a 29 February 1900 that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const MAX_DAY = 2_958_466

/** The number format of a cell style. */
export interface CellFormat {
  readonly id: number
  /** As the workbook writes it; null for a built-in one. */
  readonly code: string | null
  readonly kind: CellKind
}

/** What a cell says, by the index of its style. */
export interface CellTexts {
  number(value: string, style: number): string
  /** A moment of a strict workbook, which writes it in ISO 8601. */
  moment(value: string, style: number): string
  text(value: string, style: number): string
  boolean(value: boolean): string
}

/** The format of each cell style by its index. */
export function cellFormats(styles: XmlElement | null): CellFormat[] {
  const formats = new Map<number, string>()
  for (const format of elementsIn(at(styles, 'numFmts'), 'numFmt'))
    formats.set(intAttr(format, 'numFmtId') ?? -1, attr(format, 'formatCode') ?? '')
  return elementsIn(at(styles, 'cellXfs'), 'xf').map((style) => {
    const id = intAttr(style, 'numFmtId') ?? 0
    return cellFormatOf(id, formats.get(id))
  })
}

/** `code`: as the workbook writes the format; absent for a built-in one. */
export function cellFormatOf(id: number, code: string | undefined): CellFormat {
  if (code !== undefined) return { id, code, kind: kindOf(code) }
  return {
    id,
    code: null,
    kind: id === BUILT_IN_DURATION ? 'duration' : BUILT_IN_DATES.has(id) ? 'date' : 'number',
  }
}

/** Cells as their values, as docling gives them: `2024-01-01 00:00:00`, `0.07`, `True`. */
export function valueTexts(formats: readonly CellFormat[], is1904: boolean): CellTexts {
  return {
    number: (value, style) => numberText(value, formats[style]?.kind ?? 'number', is1904),
    moment: momentText,
    text: (value) => value,
    boolean: (value) => (value ? 'True' : 'False'),
  }
}

/** By the letters of its first section outside of quotes, colours and escapes. */
function kindOf(code: string): CellKind {
  const letters = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(letters)) return 'duration'
  return /[dmyhs]/i.test(
    letters
      .replace(/\[[^\]]{0,255}\]/g, '')
      .replace(/general/i, '')
      .replace(/e[+-]/gi, ''),
  )
    ? 'date'
    : 'number'
}

/** A stored number as text: `2024-01-01 00:00:00`, `4.3`, `5`. */
function numberText(value: string, kind: CellKind, is1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (kind === 'duration') return durationText(Math.round(number * 86_400))
  if (kind !== 'date' || number < 0 || number >= MAX_DAY) return String(number)
  const ms = Math.round(number * 86_400) * 1_000
  // A time without a day counts from 0.
  if (number < 1 && !is1904) return new Date(ms).toISOString().slice(11, 19)
  // Before March 1900 the days of the calendar are one too many.
  const shift = !is1904 && number < 60 ? DAY_MS : 0
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + ms + shift).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** A moment of a strict workbook, which writes it in ISO 8601, as `numberText` writes that of others. */
function momentText(value: string): string {
  const [, date, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z?)?$/.exec(value) ?? []
  return date === undefined ? value : `${date} ${time}`
}

function durationText(seconds: number): string {
  const sign = seconds < 0 ? '-' : ''
  const all = Math.abs(seconds)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${sign}${Math.floor(all / 3_600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`
}
