// Reads the tokens of opening hours into rules: which days, which times, open or off, added or overriding.
import { readDaySelection, startsDays, type DaySelection } from './hours-days.ts'
import { isMark, readTimes, startsTimes, type Interval } from './hours-times.ts'
import type { HoursToken } from './hours-tokens.ts'
import { tokenCursor, type TokenCursor } from './token-cursor.ts'

/** Why rules make no week. `not_hours`: nothing that this reader knows. */
export type HoursProblem =
  | 'not_hours'
  | 'ambiguous'
  | 'open_end'
  | 'conditional'
  | 'no_times'
  | 'seasonal'
  | 'weeks'
  | 'nth_weekday'
  | 'sun'

/** One rule of `opening_hours`, as in `Mo-Fr 08:00-18:00` or `PH off`. */
export interface HoursRule {
  /** Monday is 0; null: the text names no day at all, so the rule is for every weekday. */
  readonly days: readonly number[] | null
  /** `PH`, `SH`, `Dec 25`: days that no week knows. */
  readonly special: readonly string[]
  /** Null: the whole day. */
  readonly times: readonly Interval[] | null
  readonly off: boolean
  /** Joined by `,`: adds to the rules before; by `||`: holds where these say closed; else it replaces them on its days. */
  readonly joined: 'normal' | 'additional' | 'fallback'
}

/** The rules, and the first reason why a part of the text gave none. */
export interface HoursRules {
  readonly rules: readonly HoursRule[]
  readonly problem: HoursProblem | null
}

/** Reads part by part, so that a part which is not readable does not hide the days off that others name. */
export function readHoursRules(tokens: readonly HoursToken[]): HoursRules {
  const rules: HoursRule[] = []
  let problem: HoursProblem | null = null
  for (const part of partsOf(tokens)) {
    const read = readPart(tokenCursor(part))
    if (typeof read === 'string') problem ??= problemOf(part, read)
    else rules.push(...read)
  }
  return { rules, problem }
}

/**
 * Between semicolons; a semicolon at the end starts no empty part. Days in brackets, and days that are excepted behind times,
 * are parts of their own: `Mo-Fr 9-17 (Sa, Su closed)`, `9-17 except Su`.
 */
function partsOf(tokens: readonly HoursToken[]): HoursToken[][] {
  const parts: HoursToken[][] = [[]]
  let inBrackets = false
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]?.kind
    const isBeforeDays = next === 'weekdays' || next === 'holiday'
    const opens = isMark(token, '(') && isBeforeDays
    const closes = inBrackets && isMark(token, ')')
    const excepts = token.kind === 'except' && isBeforeDays && tokens[at - 1]?.kind !== 'weekdays'
    if (opens || closes) inBrackets = opens
    if (isMark(token, ';') || opens || closes) parts.push([])
    else if (excepts) parts.push([{ kind: 'off' }])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

function readPart(cursor: TokenCursor): HoursRule[] | HoursProblem {
  const rules: HoursRule[] = []
  let joined: HoursRule['joined'] = 'normal'
  let hasBlank = false
  cursor.mark(':')
  for (;;) {
    const rule = readRule(cursor, joined)
    if (typeof rule === 'string') return rule
    rules.push(rule)
    if (cursor.peek() === undefined) break
    if (cursor.mark(',')) {
      if (cursor.peek() === undefined) break
      // What is added to a fallback holds where that does.
      if (joined !== 'fallback') joined = 'additional'
    } else {
      const isFallback = cursor.mark('||')
      const isParted = isFallback || cursor.mark('/') || cursor.mark('|')
      joined = isFallback ? 'fallback' : 'normal'
      if (!isParted && !startsDays(cursor) && cursor.peek()?.kind !== 'off') return 'not_hours'
      hasBlank ||= !isParted
    }
  }
  // `Mo-Fr 9-17 Sa closed`: with a blank alone, the grammar closes all of these days.
  return hasBlank && rules.some(({ off }) => off) ? 'ambiguous' : rules
}

function readRule(cursor: TokenCursor, joined: HoursRule['joined']): HoursRule | HoursProblem {
  // `closed: Su`, `open Mo-Fr 9-17`, `open 24 hours`
  const next = isMark(cursor.peek(1), ':') ? 2 : 1
  const offFirst = startsDays(cursor, next) && cursor.take('off')
  const openFirst =
    !offFirst && (startsDays(cursor, next) || startsTimes(cursor, next)) && cursor.take('open')
  if (offFirst || openFirst) cursor.mark(':')
  const before = readDaySelection(cursor)
  if (typeof before === 'string') return before
  const daysFirst = hasDaysIn(before)
  if (daysFirst) {
    cursor.mark(':')
    cursor.mark(',')
  }
  const read = startsTimes(cursor) ? readTimes(cursor, daysFirst) : null
  if (typeof read === 'string') return read
  // `9-17 Mo-Fr`
  const selection = daysFirst || read === null ? before : readDaySelection(cursor)
  if (typeof selection === 'string') return selection
  const { days, special } = selection
  const hasDays = hasDaysIn(selection)
  if (hasDays && !daysFirst && startsTimes(cursor)) return 'ambiguous'
  const off = offFirst || (!startsDays(cursor, 1) && cursor.take('off'))
  const open = !off && cursor.take('open')
  if (cursor.take('comment') && !off && !open) return 'conditional'
  if (cursor.peek()?.kind === 'word') return 'not_hours'
  if (read === null && !off && !open) return hasDays ? 'no_times' : 'not_hours'
  return { days: hasDays ? days : null, special, times: read, off, joined }
}

function hasDaysIn({ days, special }: DaySelection): boolean {
  return days.length + special.length > 0
}

/** What a reader would want to know: a season is no mistake of the text. */
function problemOf(part: readonly HoursToken[], problem: HoursProblem): HoursProblem {
  if (problem !== 'not_hours' && problem !== 'no_times') return problem
  for (const token of part) {
    if (token.kind === 'month') return 'seasonal'
    if (token.kind === 'comment') return 'conditional'
    if (token.kind !== 'word') continue
    if (token.text === 'week') return 'weeks'
    return token.text === 'unknown' ? 'conditional' : token.text.startsWith('day') ? problem : 'sun'
  }
  return problem
}
