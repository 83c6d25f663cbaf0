// Which days a rule of `opening_hours` is for: weekdays, holidays, dates.
import type { HoursToken } from './hours-tokens.ts'
import type { TokenCursor } from './token-cursor.ts'

/** The days that a rule names. */
export interface DaySelection {
  /** Monday is 0. */
  readonly days: number[]
  /** `PH`, `SH`, `Dec 25`, `Mo[1]`: days that no week knows. */
  readonly special: string[]
}

const DAY_CODES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** All selectors at the cursor, joined by commas; null where one of them is broken. */
export function readDaySelection(cursor: TokenCursor): DaySelection | null {
  const selection: DaySelection = { days: [], special: [] }
  while (startsSelector(cursor.peek(), cursor.peek(1))) {
    const first = cursor.peek()?.kind
    const read = first === 'weekday' ? weekday : first === 'holiday' ? holiday : date
    if (!read(cursor, selection)) return null
    if (!startsSelector(cursor.peek(1), cursor.peek(2)) || !cursor.mark(',')) break
  }
  return selection
}

/** A year only before a month: any other number starts nothing. */
function startsSelector(token: HoursToken | undefined, next: HoursToken | undefined): boolean {
  if (token?.kind === 'number') return token.text.length === 4 && next?.kind === 'month'
  return token?.kind === 'weekday' || token?.kind === 'holiday' || token?.kind === 'month'
}

/** `Mo`, `Mo-Fr`, `Mo[1]`. */
function weekday(cursor: TokenCursor, { days, special }: DaySelection): boolean {
  const first = dayOf(cursor.peek())
  if (first === null) return false
  cursor.skip()
  if (cursor.mark('[')) {
    const nth = [cursor.number()]
    while (cursor.mark(',')) nth.push(cursor.number())
    if (nth.some((n) => n === null || !/^[1-5]$/.test(n)) || !cursor.mark(']')) return false
    special.push(`${DAY_CODES[first]}[${nth.join(',')}]`)
    return true
  }
  const last = dayOf(cursor.peek(1))
  if (last === null || !cursor.mark('-')) {
    days.push(first)
    return true
  }
  cursor.skip()
  for (let day = first; ; day = (day + 1) % 7) {
    days.push(day)
    if (day === last) return true
  }
}

function dayOf(token: HoursToken | undefined): number | null {
  return token?.kind === 'weekday' ? token.day : null
}

/** `PH`, `SH`, `easter`, `PH +1 day`. */
function holiday(cursor: TokenCursor, { special }: DaySelection): boolean {
  const token = cursor.peek()
  if (token?.kind !== 'holiday') return false
  cursor.skip()
  const sign = cursor.mark('+') ? '+' : cursor.mark('-') ? '-' : null
  if (sign === null) {
    special.push(token.text)
    return true
  }
  const count = cursor.number()
  special.push(`${token.text} ${sign}${count ?? ''} day`)
  return count !== null && cursor.word('day', 'days')
}

/** `Dec 25`, `Dec 25,26`, `Dec 24-Jan 01`, `Jul-Aug`, with an optional year before the month. */
function date(cursor: TokenCursor, { special }: DaySelection): boolean {
  const year = cursor.number()
  if (year !== null && !/^(?:19|20)\d\d$/.test(year)) return false
  const month = cursor.peek()
  if (month?.kind !== 'month') return false
  cursor.skip()
  let day = cursor.number()
  for (;;) {
    if (day !== null && !isDay(day)) return false
    const until = dateUntil(cursor, day !== null)
    if (until === null) return false
    special.push(
      (year === null ? '' : `${year} `) + month.text + (day === null ? '' : ` ${pad(day)}`) + until,
    )
    const next = cursor.peek(1)
    if (day === null || next?.kind !== 'number' || next.text.length > 2 || !cursor.mark(',')) return true
    day = cursor.number()
  }
}

/** The end of a range of dates: `-26`, `-Jan 01`, `-Aug`; '' without one, null when it is malformed. */
function dateUntil(cursor: TokenCursor, hasDay: boolean): string | null {
  if (!cursor.mark('-')) return ''
  const month = cursor.peek()
  if (month?.kind === 'month') cursor.skip()
  else if (!hasDay) return null
  const day = hasDay ? cursor.number() : null
  if (hasDay && (day === null || !isDay(day))) return null
  return `-${[month?.kind === 'month' ? month.text : null, day === null ? null : pad(day)].filter((p) => p !== null).join(' ')}`
}

function isDay(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 31
}

function pad(day: string): string {
  return day.padStart(2, '0').slice(-2)
}
