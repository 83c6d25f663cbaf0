// Reads the tokens of `opening_hours` into rules: which days, which times, open or off, added or overriding.
import type { HoursToken } from './hours-tokens.ts'

/** Reads tokens from the left. `mark`, `word` and `number` move on only when they find what they look for. */
interface TokenCursor {
  /** The token `ahead` places further on, without taking it. */
  peek(ahead?: number): HoursToken | undefined
  skip(): void
  /** Takes the mark if it is next. */
  mark(text: string): boolean
  /** Takes the word if one of `texts` is next. */
  word(...texts: string[]): boolean
  /** Takes a number if one is next. */
  number(): string | null
}

/** The days that a rule names. */
interface DaySelection {
  /** Monday is 0. */
  readonly days: number[]
  /** `PH`, `SH`, `Dec 25`, `Mo[1]`: days that no week knows. */
  readonly special: string[]
}

const DAY_CODES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Minutes after midnight of the day; a closing time after midnight is above 1440. */
export interface Interval {
  readonly opensMinute: number
  readonly closesMinute: number
}

/** One rule of `opening_hours`, as in `Mo-Fr 08:00-18:00` or `PH off`. */
export interface HoursRule {
  /** Monday is 0; null: the text names no day at all, so the rule is for every weekday. */
  readonly days: readonly number[] | null
  /** `PH`, `SH`, `Dec 25`, `Mo[1]`: days that no week knows. */
  readonly special: readonly string[]
  /** Null: the whole day. */
  readonly times: readonly Interval[] | null
  readonly off: boolean
  /** Said without hours and without a word (`Mo-Fr`): the grammar reads it as all day, people do not. */
  readonly bare: boolean
  /** Joined by a comma: adds to the previous rule. Joined by a semicolon: replaces it. */
  readonly adds: boolean
  /** Carries a comment, so it says more than hours. */
  readonly commented: boolean
}

const MINUTES_A_DAY = 1_440

/** The rules of one part between semicolons; null when it is invalid or not supported. */
export function readHoursRules(tokens: readonly HoursToken[]): HoursRule[] | null {
  const cursor = tokenCursor(tokens)
  const rules: HoursRule[] = []
  for (;;) {
    const rule = readRule(cursor, rules.length > 0)
    if (rule === null) return null
    rules.push(rule)
    if (cursor.peek() === undefined) return rules
    if (!cursor.mark(',')) return null
  }
}

function readRule(cursor: TokenCursor, adds: boolean): HoursRule | null {
  const always = cursor.word('24/7')
  const selection = always ? { days: [], special: [] } : readDaySelection(cursor)
  if (selection === null) return null
  const { days, special } = selection
  const selects = days.length + special.length > 0
  if (selects) cursor.mark(':')
  const hasTimes = cursor.peek()?.kind === 'time'
  const times = hasTimes ? readTimes(cursor) : null
  if (hasTimes && times === null) return null
  const off = cursor.word('off', 'closed')
  const open = !off && cursor.word('open')
  const commented = cursor.peek()?.kind === 'comment'
  if (commented) cursor.skip()
  const bare = !always && times === null && !off && !open
  if (bare && !selects) return null
  return { days: selects ? days : null, special, times, off, bare, adds, commented }
}

/** `08:00-12:00,13:00-17:00`; a comma that is not followed by a time belongs to the next rule. */
function readTimes(cursor: TokenCursor): Interval[] | null {
  const spans: Interval[] = []
  do {
    const from = cursor.peek()
    cursor.skip()
    if (from?.kind !== 'time' || !cursor.mark('-')) return null
    const to = cursor.peek()
    cursor.skip()
    if (to?.kind !== 'time' || isMark(cursor.peek(), '+') || isMark(cursor.peek(), '/')) return null
    const span = interval(from.minute, to.minute)
    if (span === null) return null
    spans.push(span)
  } while (cursor.peek(1)?.kind === 'time' && cursor.mark(','))
  return spans
}

/** A closing time before the opening time is on the next day; a span of nothing or of over a day is an error. */
function interval(open: number, closes: number): Interval | null {
  if (open >= MINUTES_A_DAY || closes === open) return null
  const end = closes < open ? closes + MINUTES_A_DAY : closes
  return end - open > MINUTES_A_DAY ? null : { opensMinute: open, closesMinute: end }
}

/** All selectors at the cursor, joined by commas; null where one of them is broken. */
function readDaySelection(cursor: TokenCursor): DaySelection | null {
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

/** A cursor before the first of `tokens`. */
function tokenCursor(tokens: readonly HoursToken[]): TokenCursor {
  let at = 0
  const taken = (isWanted: boolean): boolean => {
    if (isWanted) at += 1
    return isWanted
  }
  return {
    peek: (ahead = 0) => tokens[at + ahead],
    skip: () => {
      at += 1
    },
    mark: (text) => taken(isMark(tokens[at], text)),
    word(...texts) {
      const token = tokens[at]
      return taken(token?.kind === 'word' && texts.includes(token.text))
    },
    number() {
      const token = tokens[at]
      return token?.kind === 'number' && taken(true) ? token.text : null
    },
  }
}

/** Whether the token is this punctuation mark; false behind the last token. */
function isMark(token: HoursToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text
}
