// Cells as a reader of the workbook sees them: each by the number format of its style (ECMA-376 part 1, 18.8.30-31).
import { addLocale, format, getFormatFromId, getLocale, isValidFormat } from 'numfmt'
import { DAY_MS } from '#kit/time/clock.ts'
import { valueTexts, type CellFormat, type CellTexts } from './cell-format.ts'

/** Excel takes no longer format, and no longer text is made by one. */
const MAX_CODE_CHARS = 255
const MAX_SHOWN_CHARS = 255
/** More than Excel takes, and fewer than the library keeps, so that none is taken apart for each cell again. */
const MAX_FORMATS = 400
/** The last format that Excel has built in. */
const MAX_BUILT_IN = 58
/** A format writes the text of a cell as often as it has the mark for it. */
const MAX_TEXT_MARKS = 2
const DAYS_TO_1904 = 1_462
const DAYS_TO_1970 = 25_569

/** Excel's codes for languages in which the name of a month after a day has another case. */
const GENITIVE: Readonly<Record<string, string>> = {
  FC05: 'cs',
  FC15: 'pl',
  FC19: 'ru',
  FC1A: 'hr',
  FC1B: 'sk',
  FC22: 'uk',
  FC23: 'be',
  FC27: 'lt',
}
/** A territory that no workbook names, for names of months in that case. */
const GENITIVE_TERRITORY = 'ZZ'
/** Spanish of Spain as Excel calls it, which the library knows by its older code alone. */
const SPANISH = /\[\$-0?C0A\]/gi

/** What no format shows is given as its value: a code that is no format, a date before 1900. */
export function shownTexts(formats: readonly CellFormat[], is1904: boolean): CellTexts {
  const values = valueTexts(formats, is1904)
  const codes = codesOf(formats)
  const shown = (value: number, style: number, days: number): string | null => {
    const code = codes[style] ?? 'General'
    const moment = formats[style]?.kind === 'date' ? value + days : value
    return code === UNKNOWN || !Number.isFinite(value) ? null : formatted(code, moment)
  }
  return {
    number: (value, style) =>
      (value.trim() === '' ? null : shown(Number(value), style, is1904 ? DAYS_TO_1904 : 0)) ??
      values.number(value, style),
    moment(value, style) {
      const days = daysOf(value)
      return (days === null ? null : shown(days, style, 0)) ?? values.moment(value, style)
    },
    text(value, style) {
      const code = codes[style] ?? UNKNOWN
      return changesText(code) && value.length <= MAX_SHOWN_CHARS ? (formatted(code, value) ?? value) : value
    },
    boolean: (value) => (value ? 'TRUE' : 'FALSE'),
  }
}

/** Stands for a format that cannot be shown. */
const UNKNOWN = ''

/** As the library takes them, by the index of the style. */
function codesOf(formats: readonly CellFormat[]): string[] {
  const known = new Map<string, string>()
  return formats.map(({ id, code, kind }) => {
    const written = code ?? (id <= MAX_BUILT_IN ? getFormatFromId(id, 'en') : 'General')
    let taken = known.get(`${kind} ${written}`)
    if (taken === undefined) {
      taken = known.size < MAX_FORMATS && written.length <= MAX_CODE_CHARS ? codeOf(written, kind) : UNKNOWN
      known.set(`${kind} ${written}`, taken)
    }
    return taken
  })
}

/** A language names days and months; the separators of numbers are those of the reader's system in any language. */
function codeOf(written: string, kind: CellFormat['kind']): string {
  const code =
    kind === 'date'
      ? written
          .replace(SPANISH, '[$-40A]')
          .replace(/\[\$-(FC[0-9A-F]{2})\]/gi, (_, each: string) => `[$-${genitiveOf(each)}]`)
      : written.replace(/\[\$([^\][-]{0,20})-[^\][]{0,20}\]/g, (_, sign: string) =>
          sign === '' ? '' : `[$${sign}]`,
        )
  return isValidFormat(code) ? code : UNKNOWN
}

/** The name of a locale whose months have the case that they have after a day; the code itself where none is known. */
function genitiveOf(code: string): string {
  const language = GENITIVE[code.toUpperCase()]
  if (language === undefined) return code
  const locale = `${language}-${GENITIVE_TERRITORY}`
  const writer = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const month = (at: number): string =>
    writer.formatToParts(Date.UTC(2024, at)).find(({ type }) => type === 'month')?.value ?? ''
  const first = [month(0), month(1), month(2), month(3), month(4), month(5)] as const
  const last = [month(6), month(7), month(8), month(9), month(10), month(11)] as const
  addLocale({ ...getLocale(language), mmmm: [...first, ...last] }, locale)
  return locale
}

/** Whether a format has a section for texts, or one that hides them. */
const changesText = (code: string): boolean =>
  code !== '@' &&
  (code.includes('@') ? code.split('@').length - 1 <= MAX_TEXT_MARKS : code.split(';').length > 3)

/** Null where the format cannot show it. */
function formatted(code: string, value: number | string): string | null {
  try {
    const text = format(code, value, { dateSpanLarge: false, dateErrorThrows: true })
    // What fills a column or keeps a place free is some space.
    return text.length > 2 * MAX_SHOWN_CHARS
      ? null
      : typeof value === 'number'
        ? text.replace(/\s+/g, ' ').trim()
        : text.trim()
  } catch {
    return null
  }
}

/** Days since 1900 of a moment in ISO 8601; null for any other text. */
function daysOf(value: string): number | null {
  const [, date, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d{1,9})?)Z?)?$/.exec(value) ?? []
  const ms = date === undefined ? NaN : Date.parse(`${date}T${time}Z`)
  return Number.isNaN(ms) ? null : ms / DAY_MS + DAYS_TO_1970
}
