// Reads the days of a rule from tokens: `Mo-Fr`, `Sa,Su,PH`, `Dec 24-26`.
import { itemAt } from '#kit/item-at.ts'
import { isMark } from './hours-times.ts'
import type { HoursToken } from './hours-tokens.ts'
import type { TokenCursor } from './token-cursor.ts'

/** The days that a rule names. */
export interface DaySelection {
  /** Monday is 0. */
  readonly days: readonly number[]
  /** `PH`, `SH`, `Dec 25`: days that no week knows. */
  readonly special: readonly string[]
}

/** Why days make no week. */
export type DaysProblem = 'not_hours' | 'nth_weekday' | 'seasonal'

/** A selection while it is read. */
interface ReadDays {
  readonly days: number[]
  readonly special: string[]
}

/** Longer ranges of dates are a season. */
const MAX_EXCEPTION_DAYS = 14
/** The days before each month; February as in most years. */
const MONTH_STARTS = {
  Jan: 0,
  Feb: 31,
  Mar: 59,
  Apr: 90,
  May: 120,
  Jun: 151,
  Jul: 181,
  Aug: 212,
  Sep: 243,
  Oct: 273,
  Nov: 304,
  Dec: 334,
}
const DAYS_A_YEAR = 365

/** Whether days are named `ahead` tokens further on. A year only before a month: any other number starts nothing. */
export function startsDays(cursor: TokenCursor, ahead = 0): boolean {
  const token = cursor.peek(ahead)
  if (token?.kind === 'number') return token.text.length === 4 && cursor.peek(ahead + 1)?.kind === 'month'
  return token?.kind === 'weekdays' || token?.kind === 'holiday' || token?.kind === 'month'
}

/** All days at the cursor but those that are excepted; empty where there are none. */
export function readDaySelection(cursor: TokenCursor): DaySelection | DaysProblem {
  const named = readNamedDays(cursor)
  if (typeof named === 'string' || named.days.length === 0 || !cursor.take('except')) return named
  const excepted = readNamedDays(cursor)
  if (typeof excepted === 'string') return excepted
  const days = named.days.filter((day) => !excepted.days.includes(day))
  return excepted.days.length === 0 || days.length === 0 ? 'not_hours' : { ...named, days }
}

/** Joined by commas or slashes, weekdays by blanks too. */
function readNamedDays(cursor: TokenCursor): DaySelection | DaysProblem {
  const selection: ReadDays = { days: [], special: [] }
  while (startsDays(cursor)) {
    const first = cursor.peek()?.kind
    const read = first === 'weekdays' ? readWeekdays : first === 'holiday' ? readHoliday : readDate
    const problem = read(cursor, selection)
    if (problem !== null) return problem
    const isJoined = isMark(cursor.peek(), ',') || isMark(cursor.peek(), '/') || isMark(cursor.peek(), '+')
    if (isJoined && startsDays(cursor, 1)) cursor.skip()
    else if (first !== 'weekdays' || cursor.peek()?.kind !== 'weekdays') break
  }
  return selection
}

/** `Mo`, `Mo-Fr`, `daily`. `Mo[1]` is in no week. */
function readWeekdays(cursor: TokenCursor, { days }: ReadDays): DaysProblem | null {
  const first = daysOf(cursor.peek())
  cursor.skip()
  if (isMark(cursor.peek(), '[')) return 'nth_weekday'
  const last = daysOf(cursor.peek(1))
  if (first.length !== 1 || last.length !== 1 || !cursor.mark('-')) {
    days.push(...first)
    return null
  }
  cursor.skip()
  const [from, to] = [itemAt(first, 0), itemAt(last, 0)]
  for (let day = from; ; day = (day + 1) % 7) {
    days.push(day)
    if (day === to) return null
  }
}

function daysOf(token: HoursToken | undefined): readonly number[] {
  return token?.kind === 'weekdays' ? token.days : []
}

/** `PH`, `SH`, `easter`, `PH +1 day`. */
function readHoliday(cursor: TokenCursor, { special }: ReadDays): DaysProblem | null {
  const token = cursor.peek()
  if (token?.kind !== 'holiday') return 'not_hours'
  cursor.skip()
  // In `PH-Su` and `PH + Su` the sign joins two days.
  const isShift = cursor.peek(1)?.kind === 'number' && cursor.peek(2)?.kind === 'word'
  const sign = !isShift ? null : cursor.mark('+') ? '+' : cursor.mark('-') ? '-' : null
  if (sign === null) {
    special.push(token.text)
    return null
  }
  special.push(`${token.text} ${sign}${cursor.number() ?? ''} day`)
  return cursor.word('day', 'days') ? null : 'not_hours'
}

/** `Dec 25`, `Dec 25,26`, `Dec 24-Jan 01`, with an optional year before the month. A month alone is a season. */
function readDate(cursor: TokenCursor, { special }: ReadDays): DaysProblem | null {
  const year = cursor.number()
  if (year !== null && !/^(?:19|20)\d\d$/.test(year)) return 'not_hours'
  const month = cursor.peek()
  if (month?.kind !== 'month') return 'not_hours'
  cursor.skip()
  for (;;) {
    const day = readDay(cursor)
    if (day === null) return 'seasonal'
    const until = readDateEnd(cursor, month.text, day)
    if (typeof until !== 'object') return until
    special.push((year === null ? '' : `${year} `) + `${month.text} ${pad(day)}${until.text}`)
    const next = cursor.peek(1)
    if (next?.kind !== 'number' || next.text.length > 2 || isMark(cursor.peek(2), '-') || !cursor.mark(','))
      return null
  }
}

/** The end of a range of dates: `-26`, `-Jan 01`; '' without one. */
function readDateEnd(
  cursor: TokenCursor,
  month: string,
  day: number,
): { readonly text: string } | DaysProblem {
  const isRange = isMark(cursor.peek(), '-')
  if (!isRange) return { text: '' }
  cursor.skip()
  const other = cursor.peek()
  if (other?.kind === 'month') cursor.skip()
  const last = readDay(cursor)
  if (last === null) return 'not_hours'
  const days = dayOfYear(other?.kind === 'month' ? other.text : month, last) - dayOfYear(month, day)
  const length = days < 0 ? days + DAYS_A_YEAR : days
  if (length >= MAX_EXCEPTION_DAYS) return 'seasonal'
  return { text: `-${other?.kind === 'month' ? `${other.text} ` : ''}${pad(last)}` }
}

function readDay(cursor: TokenCursor): number | null {
  const token = cursor.peek()
  if (token?.kind !== 'number' || token.text.length > 2) return null
  const day = Number(token.text)
  if (day < 1 || day > 31) return null
  cursor.skip()
  return day
}

function dayOfYear(month: string, day: number): number {
  const start = Object.entries(MONTH_STARTS).find(([name]) => name === month)?.[1] ?? 0
  return start + day
}

function pad(day: number): string {
  return String(day).padStart(2, '0')
}
