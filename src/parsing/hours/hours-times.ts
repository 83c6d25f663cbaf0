// Reads times of day from tokens: `08:00-12:00,13:00-17:00`, `9-17`, `9:30 am - 5 pm`, `0900-1700`, `24 h`.
import { MINUTES_A_DAY } from '#kit/time/time-of-day.ts'
import type { HoursToken } from './hours-tokens.ts'
import type { TokenCursor } from './token-cursor.ts'

/** Minutes after midnight of the day; a closing time after midnight is above 1440. */
export interface Interval {
  readonly opensMinute: number
  readonly closesMinute: number
}

/** `open_end`: `18:00+`. `ambiguous`: a person may read it in two ways, as `9-5` or `1-5 pm`. */
export type TimesProblem = 'open_end' | 'ambiguous' | 'not_hours'

/** One end of a span as it is written. */
interface Clock {
  readonly hour: number
  readonly minute: number
  /** Written without minutes. */
  readonly isBare: boolean
  readonly isAfternoon: boolean | null
  /** `noon` and `midnight`, which no half of the day makes clearer. */
  readonly isWord: boolean
}

const NOON_HOUR = 12
/** The grammar lets a closing time run to 48:00, the next midnight but one. */
const MAX_MINUTE = 2_880
const COMPACT = /^(\d{1,2})(\d{2})$/
const YEAR = /^(?:19|20)\d\d$/

/** Whether times begin at the cursor, `ahead` tokens further on. A number alone does only before a dash. */
export function startsTimes(cursor: TokenCursor, ahead = 0): boolean {
  const token = cursor.peek(ahead)
  switch (token?.kind) {
    case 'time':
    case 'noon':
    case 'midnight':
    case 'always':
      return true
    case 'number': {
      const next = cursor.peek(ahead + 1)
      return next?.kind === 'half' || (isMark(next, '-') && isClock(cursor.peek(ahead + 2)))
    }
    default:
      return false
  }
}

/** The spans at the cursor, joined by commas, slashes or nothing. `hasDays`: a rule that names days, so that 2021 is no year. */
export function readTimes(cursor: TokenCursor, hasDays: boolean): Interval[] | TimesProblem {
  if (cursor.take('always')) return [{ opensMinute: 0, closesMinute: MINUTES_A_DAY }]
  const spans: Interval[] = []
  let hasBare = false
  for (;;) {
    const from = readClock(cursor, hasDays)
    if (from === null) return 'not_hours'
    if (cursor.mark('+')) return 'open_end'
    if (!cursor.mark('-')) return 'not_hours'
    const to = readClock(cursor, hasDays)
    if (to === null) return 'not_hours'
    if (isMark(cursor.peek(), '+')) return 'open_end'
    const span = intervalOf(from, to)
    if (typeof span === 'string') return span
    hasBare ||= from.isBare || to.isBare
    const before = spans.at(-1)
    // Afternoon hours of a clock with twelve of them: `8-12, 1-5`.
    if (hasBare && before !== undefined && span.opensMinute < before.opensMinute) return 'ambiguous'
    spans.push(span)
    const isJoined = isMark(cursor.peek(), ',') || isMark(cursor.peek(), '/') || isMark(cursor.peek(), '|')
    const next = isJoined ? 1 : 0
    if (!startsTimes(cursor, next) || cursor.peek(next)?.kind === 'always') return spans
    if (isJoined) cursor.skip()
  }
}

function isClock(token: HoursToken | undefined): boolean {
  return (
    token?.kind === 'time' || token?.kind === 'number' || token?.kind === 'noon' || token?.kind === 'midnight'
  )
}

function readClock(cursor: TokenCursor, hasDays: boolean): Clock | null {
  const token = cursor.peek()
  cursor.skip()
  switch (token?.kind) {
    case 'noon':
      return { hour: NOON_HOUR, minute: 0, isBare: false, isAfternoon: null, isWord: true }
    case 'midnight':
      return { hour: 0, minute: 0, isBare: false, isAfternoon: null, isWord: true }
    case 'time':
      // Other minutes are as likely the month of a date.
      if (token.hasDot && token.minute % 15 !== 0) return null
      return writtenClock(cursor, token)
    case 'number': {
      if (token.text.length <= 2) {
        return { ...writtenClock(cursor, { hour: Number(token.text), minute: 0 }), isBare: true }
      }
      const [, hour, minute] = COMPACT.exec(token.text) ?? []
      if (hour === undefined || Number(minute) > 59 || (!hasDays && YEAR.test(token.text))) return null
      return writtenClock(cursor, { hour: Number(hour), minute: Number(minute) })
    }
    default:
      return null
  }
}

/** With `am` or `pm` where one follows. */
function writtenClock(cursor: TokenCursor, { hour, minute }: Pick<Clock, 'hour' | 'minute'>): Clock {
  const half = cursor.peek()
  const isAfternoon = half?.kind === 'half' ? half.isAfternoon : null
  if (isAfternoon !== null) cursor.skip()
  return { hour, minute, isBare: false, isAfternoon, isWord: false }
}

/** A closing time that is not after the opening time is on the next day. */
function intervalOf(from: Clock, to: Clock): Interval | TimesProblem {
  const wanted = sameClock(from, to)
  if (wanted === 'ambiguous') return wanted
  const opensMinute = minuteOf(wanted.from)
  const end = minuteOf(wanted.to)
  if (opensMinute === null || end === null || opensMinute >= MINUTES_A_DAY) return 'not_hours'
  // By the grammar `00:00-00:00` is a whole day; `1 am - 1 am` is most likely a slip.
  if (end === opensMinute && from.isAfternoon !== null) return 'ambiguous'
  const closesMinute = end <= opensMinute ? end + MINUTES_A_DAY : end
  return closesMinute > MAX_MINUTE ? 'not_hours' : { opensMinute, closesMinute }
}

/** Both ends by the same clock, where one of them alone says am or pm, or none does. */
function sameClock(from: Clock, to: Clock): { readonly from: Clock; readonly to: Clock } | 'ambiguous' {
  const isTwelve = ({ hour, isWord }: Clock) => !isWord && hour >= 1 && hour <= NOON_HOUR
  const isBackwards = to.hour * 60 + to.minute <= from.hour * 60 + from.minute
  if (from.isAfternoon === null && to.isAfternoon === null) {
    const isBare = from.isBare || to.isBare
    const isUnclear = isBare && isBackwards && isTwelve(from) && (isTwelve(to) || to.isWord)
    return isUnclear ? 'ambiguous' : { from, to }
  }
  if (from.isAfternoon === null && isTwelve(from)) {
    // `9-5 pm` begins in the morning; `1-5 pm` may begin at one at night or after noon.
    const isMorning = to.isAfternoon === true && from.hour < NOON_HOUR && from.hour > to.hour % NOON_HOUR
    return isMorning ? { from: { ...from, isAfternoon: false }, to } : 'ambiguous'
  }
  if (to.isAfternoon === null && isTwelve(to)) return 'ambiguous'
  return { from, to }
}

function minuteOf({ hour, minute, isAfternoon }: Clock): number | null {
  if (isAfternoon === null) return hour * 60 + minute > MAX_MINUTE ? null : hour * 60 + minute
  if (hour > NOON_HOUR) return null
  return ((hour % NOON_HOUR) + (isAfternoon ? NOON_HOUR : 0)) * 60 + minute
}

/** Whether the token is this punctuation mark; false behind the last token. */
export function isMark(token: HoursToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text
}
