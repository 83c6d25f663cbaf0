// The dates of a line of a page, and what each of them is by the words and the names beside it.
import { roleAfter, roleBefore, type DateRole } from '#parsing/dates/date-words.ts'
import { daysIn, hasDigit, plainDateText, type DayStyle } from '#parsing/dates/find-days.ts'
import { dayComesFirst } from '#parsing/dates/read-date.ts'
import { dateOf } from './published-date.ts'
import { datetimeOfPart, MAX_LINE_CHARS, namesOfPart, type LinePart, type PageLine } from './page-lines.ts'

/** A date of a line. */
export interface LineDate {
  /** RFC 3339, or a bare date. */
  readonly value: string
  /** Null where nothing says. */
  readonly role: DateRole | null
  /** Characters of the piece of the line that it stands in. */
  readonly pieceChars: number
}

/** Between what is said of different things. */
const SEPARATOR = /[|•·\n]|\s[-–—/]\s/
const PIECE_END = /[|•·\t]|\s[-–—/]\s/
const RANGE = /^[\s,]*(?:[-–—~〜～]|to|bis|until|al?|au|till|do|по|til|t\/m|až|から)[\s,]*$/
const MAX_LABEL_CHARS = 60
/** Languages that say `am 4. Mai aktualisiert` in this order only. */
const POSTPOSING = /^(?:ja|ko|zh|tr|az|kk|uz|mn|hi|mr|ne|bn|ta|te|hu|fi|et)\b/i

const PUBLISHED_NAME = /publi|posted|pubdate|entry-?date|post-?date|created|issued/i
const UPDATED_NAME = /updat|modif|edited|lastmod|aktualis|mise-?a-?jour/i
const OTHER_NAME =
  /comment|event|expire|deadline|birth|copyright|archive|today|current-?date|termin|(?:^|[\s_-])when|valid/i

/** What the names of an element say of the date in it; WordPress calls one that was never changed both. */
export function roleOfNames(names: string): DateRole | null {
  if (PUBLISHED_NAME.test(names)) return 'published'
  if (UPDATED_NAME.test(names)) return 'updated'
  return OTHER_NAME.test(names) ? 'other' : null
}

/** `before` is the line above it, which says what the date is where the line itself does not. */
export function datesOfLine(line: PageLine, before: PageLine | null, style: DayStyle): LineDate[] {
  const dates = spansOf(line, style)
  if (dates.length === 0) return []
  const text = plainDateText(line.text)
  const label = (index: number): string => {
    const from = dates[index - 1]?.end ?? 0
    return lastPiece(text.slice(from, dates[index]?.start).slice(-MAX_LABEL_CHARS))
  }
  const behind = (index: number): string =>
    (text.slice(dates[index]?.end, dates[index + 1]?.start).split(SEPARATOR)[0] ?? '')
      .trim()
      .slice(0, MAX_LABEL_CHARS)
  // `2026.05.07 입력 2026.05.08 수정`: the words stand behind.
  const postposed =
    POSTPOSING.test(style.language ?? '') &&
    roleOf(label(0)) === null &&
    roleAfter(behind(dates.length - 1)) !== null
  return dates.map(({ value, part }, index) => {
    const between = text.slice(dates[index - 1]?.end ?? 0, dates[index]?.start)
    const role = postposed ? roleAfter(behind(index)) : roleOf(label(index))
    const isRange =
      (index > 0 && RANGE.test(between)) ||
      (index + 1 < dates.length && RANGE.test(text.slice(dates[index]?.end, dates[index + 1]?.start)))
    return {
      value,
      pieceChars: lengthOfPiece(text, dates[index]?.start ?? 0),
      role:
        role ??
        roleOfNames(namesOfPart(part)) ??
        (isRange ? 'other' : index === 0 && label(0).trim() === '' ? roleOfLine(before) : null),
    }
  })
}

/** A line that only says what the next one is: a term of a list, the head of a row. */
const MAX_LABEL_LINE = 40

function roleOfLine(line: PageLine | null): DateRole | null {
  if (line === null || line.text.length > MAX_LABEL_LINE || /\d/.test(line.text)) return null
  return roleOf(plainDateText(line.text))
}

/** What stands nearest behind a comma says more than what stands before it. */
function roleOf(label: string): DateRole | null {
  const comma = label.lastIndexOf(',')
  return (comma < 0 ? null : roleBefore(label.slice(comma + 1))) ?? roleBefore(label)
}

const lastPiece = (text: string): string => text.split(SEPARATOR).at(-1) ?? ''

function lengthOfPiece(text: string, at: number): number {
  const before = text.slice(0, at).split(PIECE_END).at(-1) ?? ''
  const behind = text.slice(at).split(PIECE_END)[0] ?? ''
  return before.length + behind.length
}

interface Span {
  readonly value: string
  readonly part: LinePart
  readonly start: number
  readonly end: number
}

/** Offsets are those of the plain text, which may be shorter than the line; parts are found in it by their own text. */
function spansOf(line: PageLine, style: DayStyle): Span[] {
  const times = new Map(line.parts.map((part) => [part, dateOf(datetimeOfPart(part))]))
  const isRead = line.text.length < MAX_LINE_CHARS && hasDigit(line.text)
  if (!isRead && times.values().every((time) => time === null)) return []
  const text = plainDateText(line.text)
  const days = isRead ? daysIn(text, style) : []
  if (days.length === 0 && times.values().every((time) => time === null)) return []
  const spans: Span[] = []
  let from = 0
  for (const part of line.parts) {
    const own = plainDateText(line.text.slice(part.start, part.end)).trim()
    const at = Math.max(from, text.indexOf(own, from))
    const until = at + own.length
    from = until
    const inside = days.filter((day) => day.start >= at && day.start < until)
    const given = times.get(part) ?? null
    if (given === null) for (const { day, start, end } of inside) spans.push({ value: day, part, start, end })
    // `<time>updated 16:55</time>`: what it says of itself stands in it.
    else if (spans.at(-1)?.value !== given)
      spans.push({ value: given, part, start: inside[0]?.start ?? until, end: inside[0]?.end ?? until })
  }
  return spans
}

const NUMERIC = /(?<![\d.,/-])(\d{1,2})\s?([/-])\s?(\d{1,2})\2(\d{4})(?!\d)/g
const DAY_FIRST_HOST = /\.(?:uk|ie|au|nz|in|za|sg|hk|my|ng|ke|pk|lk|gh)$/i
const MONTH_FIRST_HOST = /\.(?:us|gov|mil)$/i
const MAX_SAMPLES = 20

/**
 * Whether `03/04/2026` begins with the day: by another date of the page that shows it, by the day in its address or its head,
 * by the country of its host, by its language; null where none decides.
 */
export function dayComesFirstOn(
  lines: readonly PageLine[],
  language: string | null,
  pageUrl: string | null,
  publishedAt: string | null,
): boolean | null {
  const url = pageUrl === null ? null : URL.parse(pageUrl)
  const known = new Set([
    publishedAt?.slice(0, 10),
    /\/(\d{4}\/\d{2}\/\d{2})\//.exec(url?.pathname ?? '')?.[1]?.replaceAll('/', '-'),
  ])
  let samples = 0
  for (const { text } of lines) {
    if (
      samples >= MAX_SAMPLES ||
      text.length >= MAX_LINE_CHARS ||
      !hasDigit(text) ||
      !/\p{Nd}[/-]\p{Nd}/u.test(text)
    )
      continue
    for (const [, first = '', , second = '', year = ''] of plainDateText(text).matchAll(NUMERIC)) {
      samples += 1
      if (Number(first) > 12) return true
      if (Number(second) > 12) return false
      const [a, b] = [first.padStart(2, '0'), second.padStart(2, '0')]
      if (a === b) continue
      if (known.has(`${year}-${b}-${a}`)) return true
      if (known.has(`${year}-${a}-${b}`)) return false
    }
  }
  const host = url?.hostname ?? ''
  if (DAY_FIRST_HOST.test(host)) return true
  return MONTH_FIRST_HOST.test(host) ? false : dayComesFirst(language)
}
