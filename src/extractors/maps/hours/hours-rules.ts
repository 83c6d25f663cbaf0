// Reads the tokens of `opening_hours` into rules: which days, which times, open or off, added or overriding.
import { readDaySelection } from './day-selectors.ts'
import type { HoursToken } from './hours-tokens.ts'
import { isMark, tokenCursor, type TokenCursor } from './token-cursor.ts'

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
