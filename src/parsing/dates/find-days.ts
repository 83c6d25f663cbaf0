// Finds the days that a line of text names, in the orders, numerals and eras of the languages of most of the web.
import { asciiDigits } from '#parsing/numbers/written-digits.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import { monthInAny } from './month-names.ts'

/** How a page writes days. */
export interface DayStyle {
  /** BCP 47: gives the names of months, and the era where years are counted from another one. */
  readonly language: string | null
  /** Of `03/04/2026`; null leaves it unread. */
  readonly dayFirst: boolean | null
}

/** A day and where it stands in the text. */
export interface FoundDay {
  /** `2026-05-04`. */
  readonly day: string
  readonly start: number
  readonly end: number
}

/** Earlier days are those of events; registers of births and museums have pages for them. */
const MIN_YEAR = 1990

/** A word without digits and marks; `\p{L}{3,16}` takes V8 half a second to compile. */
const WORD = String.raw`([^\s\d,/:;|()<>•·\-–—"]{2,16}?)\.?`
const ORDINAL = String.raw`(?:st|nd|rd|th|er|re|º|ª|a|de|:a)?\.?`
/** Between the parts: `de` and `del` of the Romance languages, `d.` and `den` of the Nordic ones. */
const OF = String.raw`[\s,]{1,2}(?:(?:de|del|of|i)\s)?`

type Reader = (parts: readonly string[], style: DayStyle) => string | null

const byMonth = (year = '', name = '', day = '', { language }: DayStyle): string | null => {
  const month = monthInAny(name, language)
  return month === null ? null : dayOf(commonYear(Number(year), language), month, Number(day))
}

/** In the order in which they are tried; a text that one has read is not read by those below. */
const FORMS: readonly (readonly [RegExp, Reader])[] = [
  // 令和8年5月20日, 2026年03月27日, 2026년 5월 7일, 民國115年4月22日
  [
    /(令和|平成|昭和|民國|民国)?\s?(?<!\d)(\d{1,4}|元)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일號号]?/g,
    ([era = '', year = '', month, day], style) =>
      dayOf(eraYear(era, year, style.language), Number(month), Number(day)),
  ],
  // r8.5.20 on Japanese pages
  [
    /(?<![a-z\d])([rh])(\d{1,2})[./](\d{1,2})[./](\d{1,2})(?![\d])/g,
    ([era, year, month, day], { language }) =>
      isIn(language, 'ja')
        ? dayOf(eraYear(era === 'r' ? '令和' : '平成', year ?? '', language), Number(month), Number(day))
        : null,
  ],
  // 2026-05-07, 2026.05.07, 2026. 03. 11.
  [
    /(?<![\d.,/-])(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?![\d/]|[-.]\d)/g,
    ([year, , month, day], { language }) =>
      dayOf(commonYear(Number(year), language), Number(month), Number(day)),
  ],
  // 115-04-22, counted from the founding of the republic, on pages of Taiwan
  [
    /(?<![\d.,/-])(1\d{2})([-/.])(\d{1,2})\2(\d{1,2})(?![\d/.-])/g,
    ([year, , month, day], { language }) =>
      isTaiwanese(language) ? dayOf(Number(year) + 1911, Number(month), Number(day)) : null,
  ],
  // ngày 5 tháng 5 năm 2026
  [
    /(?<!\d)(\d{1,2})\s(?:tháng|thg)\s(\d{1,2})[\s,]{1,2}(?:năm\s)?(\d{4})(?!\d)/g,
    ([day, month, year]) => dayOf(Number(year), Number(month), Number(day)),
  ],
  // 4 may 2026, 1er février 2026, 18 de marzo de 2026, 5. toukokuuta 2026, 5 กุมภาพันธ์ พ.ศ. 2569, 4-may-2026
  [
    new RegExp(
      String.raw`(?<![\d.,:/])(\d{1,2})${ORDINAL}(?:${OF}|-|\s?ב)(?:d['’])?${WORD}(?:${OF}|-)(?:พ\.ศ\.\s?)?(\d{4})(?![\d])`,
      'g',
    ),
    ([day, month, year], style) => byMonth(year, month, day, style),
  ],
  // may 4th, 2026
  [
    new RegExp(
      String.raw`(?<![^\s(|•·:>,–—"-])${WORD}\s(\d{1,2})${ORDINAL}[\s,]{1,2}(?:de\s)?(\d{4})(?![\d])`,
      'g',
    ),
    ([month, day, year], style) => byMonth(year, month, day, style),
  ],
  // 2026. március 11., 2026 m. kovo 11 d., 2026. gada 11. marts
  [
    new RegExp(String.raw`(?<![\d.,/-])(\d{4})\.?\s(?:m\.\s|жылғы\s|оны\s)?${WORD}\s(\d{1,2})(?![\d:])`, 'g'),
    ([year, month, day], style) => byMonth(year, month, day, style),
  ],
  [
    new RegExp(String.raw`(?<![\d.,/-])(\d{4})\.\sgada\s(\d{1,2})\.\s${WORD}(?![^\s,.;)|])`, 'g'),
    ([year, day, month], style) => byMonth(year, month, day, style),
  ],
  // 09.03.2024 is always day first
  [
    /(?<![\d.,/-])(\d{1,2})(\s?[./-]\s?)(\d{1,2})\2(\d{4})(?![\d/-]|\.\d)/g,
    ([first, mark = '', second, year], style) =>
      numericDay(Number(first), mark.trim(), Number(second), Number(year), style),
  ],
]

/** Whether a text has a digit of any script: no date is without. */
export function hasDigit(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII begins at NUL
  return /\d/.test(text) || (/[^\x00-\x7f]/.test(text) && /\p{Nd}/u.test(text))
}

/** `daysIn` reads what this gives: lower case, ASCII digits, blanks alone between the words. */
export function plainDateText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII begins at NUL
  const plain = /[^\x00-\x7f]/.test(text)
    ? asciiDigits(text.normalize('NFKC').replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''))
    : text
  // The dot that Turkish `İ` leaves would part a word.
  return plain
    .replace(/[ \u00a0\u3000]+/g, ' ')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
}

/** The days that a `plainDateText` names, in its order; none that is before 1990, to come, or in doubt. */
export function daysIn(text: string, style: DayStyle): FoundDay[] {
  // Each of the forms has one of them, and most texts have none.
  if (!/\d{4}|[年년]|1\d\d[-/.]\d|[rh]\d{1,2}[./]\d/.test(text)) return []
  const found: FoundDay[] = []
  for (const [form, read] of FORMS) {
    for (const match of text.matchAll(form)) {
      const start = match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && other.start < end)) continue
      const day = read(match.slice(1), style)
      if (day !== null) found.push({ day, start, end })
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

function numericDay(
  first: number,
  mark: string,
  second: number,
  year: number,
  { language, dayFirst }: DayStyle,
): string | null {
  const known = commonYear(year, language)
  const [asDay, asMonth] = [dayOf(known, second, first), dayOf(known, first, second)]
  if (mark === '.' || asMonth === null) return asDay
  if (asDay === null || asDay === asMonth) return asMonth
  return dayFirst === null ? null : dayFirst ? asDay : asMonth
}

/** Thai years are counted from the death of the Buddha. */
function commonYear(year: number, language: string | null): number {
  return isIn(language, 'th') && year > 2500 && year < 2700 ? year - 543 : year
}

/** The year before the first of each era. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 }

function eraYear(era: string, year: string, language: string | null): number {
  const number = year === '元' ? 1 : Number(year)
  const start = ERAS[era]
  if (start !== undefined) return start + number
  return number > 80 && number < 200 && isTaiwanese(language) ? number + 1911 : number
}

const isIn = (language: string | null, wanted: string): boolean =>
  language !== null && new RegExp(`^${wanted}(?:[-_]|$)`, 'i').test(language)

const isTaiwanese = (language: string | null): boolean =>
  language !== null && /^zh[-_](?:hant\b|tw\b)/i.test(language)

function dayOf(year: number, month: number, day: number): string | null {
  const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const time = year < MIN_YEAR || year > 9999 ? Number.NaN : Date.parse(`${written}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written) return null
  return time > Date.now() + DAY_MS ? null : written
}
