// The week that rules make, by the grammar of OpenStreetMap: a rule replaces what earlier ones say of its days.
import { itemAt } from '#kit/item-at.ts'
import { MINUTES_A_DAY } from '#kit/time/time-of-day.ts'
import type { HoursRule } from './hours-rules.ts'
import type { Interval } from './hours-times.ts'

/** Monday first; the intervals of a day in order and without overlaps. */
export type Week = readonly (readonly Interval[])[]

/** The hours, and those that a later rule replaced although it leaves them alone. */
export interface WeekOfRules {
  readonly weekly: Week
  /** Of each day what it would be open as well if no rule replaced another: writers often meant both. Null: nothing. */
  readonly overridden: Week | null
}

/** A rule, or its part after midnight, as it applies to one day. */
interface Entry {
  readonly rule: HoursRule
  readonly times: readonly Interval[]
  /** Whether it began on the day before. */
  readonly isSpill: boolean
}

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]
const WHOLE_DAY: readonly Interval[] = [{ opensMinute: 0, closesMinute: MINUTES_A_DAY }]

/**
 * Of rules for weekdays; what they say of holidays and dates is left out. `no_times`: no rule says anything of a week.
 * `ambiguous`: a day is closed that has hours past midnight on one of its sides, as in `19:00-02:00; Mo off`.
 */
export function weekOf(rules: readonly HoursRule[]): WeekOfRules | 'no_times' | 'ambiguous' {
  const says = rules.filter(({ days }) => days === null || days.length > 0)
  if (!says.some(({ off }) => !off) && !ALL_DAYS.every((day) => says.some((rule) => appliesTo(rule, day)))) {
    return 'no_times'
  }
  if (says.some((rule, at) => rule.off && cutsNight(rule, says.slice(0, at)))) return 'ambiguous'
  const days = ALL_DAYS.map((day) => dayOf(rules, day))
  const overridden = days.map((day) => day.overridden)
  return {
    weekly: joinedAtMidnight(days),
    overridden: overridden.some((day) => day.length > 0) ? overridden : null,
  }
}

interface Day {
  readonly open: readonly Interval[]
  /** How long after midnight a rule of the day before may keep it open. */
  readonly spillMinute: number
  readonly overridden: readonly Interval[]
}

function dayOf(rules: readonly HoursRule[], day: number): Day {
  const entries: Entry[] = []
  const replaced: Entry[] = []
  let before: HoursRule | null = null
  for (const rule of rules) {
    if (appliesTo(rule, day)) {
      // By the grammar hours without a day replace only what has no day either.
      const replaces = rule.joined === 'normal' && !rule.off && (rule.days !== null || before?.days === null)
      if (replaces) replaced.push(...entries.splice(0))
      entries.push({ rule, times: sameDay(rule), isSpill: false })
    }
    const spill = nextDay(rule)
    if (spill.length > 0 && appliesTo(rule, (day + 6) % 7)) {
      entries.push({ rule, times: spill, isSpill: true })
    }
    before = rule
  }
  const open = openTimes(entries)
  const lost = replaced.filter(({ rule, times, isSpill }) => !rule.off && (isSpill || !overlap(times, open)))
  return {
    open,
    spillMinute: Math.max(
      0,
      ...entries.map(({ times, isSpill }) => (isSpill ? (times[0]?.closesMinute ?? 0) : 0)),
    ),
    overridden: subtracted(united(lost.flatMap(({ times }) => times)), open),
  }
}

/** Whether `rule` closes past midnight, or one of `earlier` is open at a midnight at which a day of `rule` begins or ends. */
function cutsNight(rule: HoursRule, earlier: readonly HoursRule[]): boolean {
  if (nextDay(rule).length > 0) return true
  const nights = earlier.filter((each) => !each.off && nextDay(each).length > 0)
  return ALL_DAYS.some(
    (day) =>
      appliesTo(rule, day) && nights.some((each) => appliesTo(each, day) || appliesTo(each, (day + 6) % 7)),
  )
}

function appliesTo({ days }: HoursRule, day: number): boolean {
  return days?.includes(day) ?? true
}

function sameDay({ times }: HoursRule): Interval[] {
  return (times ?? WHOLE_DAY).map(({ opensMinute, closesMinute }) => ({
    opensMinute,
    closesMinute: Math.min(closesMinute, MINUTES_A_DAY),
  }))
}

function nextDay({ times }: HoursRule): Interval[] {
  const late = (times ?? []).filter(({ closesMinute }) => closesMinute > MINUTES_A_DAY)
  return late.map(({ closesMinute }) => ({ opensMinute: 0, closesMinute: closesMinute - MINUTES_A_DAY }))
}

function openTimes(entries: readonly Entry[]): readonly Interval[] {
  let open: readonly Interval[] = []
  for (const { rule, times } of entries) {
    if (!rule.off) open = united([...open, ...times])
    else if (rule.joined !== 'fallback') open = subtracted(open, times)
  }
  return open
}

/** `22:00-26:00` where a day is open to midnight and the next one goes on for as long as the rule of the first says. */
function joinedAtMidnight(days: readonly Day[]): Week {
  const takes = ALL_DAYS.map((day) => {
    const [next, last] = [itemAt(days, (day + 1) % 7), itemAt(days, day).open.at(-1)]
    const first = next.open[0]
    const isOne =
      first !== undefined &&
      first.opensMinute === 0 &&
      first.closesMinute <= next.spillMinute &&
      last?.closesMinute === MINUTES_A_DAY &&
      (next.open.length > 1 || first.closesMinute < MINUTES_A_DAY)
    return isOne ? first.closesMinute : 0
  })
  return days.map(({ open }, day) =>
    open
      .filter((_, at) => at > 0 || itemAt(takes, (day + 6) % 7) === 0)
      .map(({ opensMinute, closesMinute }) => ({
        opensMinute,
        closesMinute: closesMinute === MINUTES_A_DAY ? closesMinute + itemAt(takes, day) : closesMinute,
      })),
  )
}

function overlap(some: readonly Interval[], others: readonly Interval[]): boolean {
  return some.some((a) =>
    others.some((b) => a.opensMinute < b.closesMinute && b.opensMinute < a.closesMinute),
  )
}

function united(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.opensMinute - b.opensMinute)) {
    const last = result.at(-1)
    if (last === undefined || next.opensMinute > last.closesMinute) result.push(next)
    else if (next.closesMinute > last.closesMinute) {
      result[result.length - 1] = { opensMinute: last.opensMinute, closesMinute: next.closesMinute }
    }
  }
  return result
}

function subtracted(intervals: readonly Interval[], holes: readonly Interval[]): Interval[] {
  return holes.reduce<Interval[]>(
    (left, hole) =>
      left.flatMap(({ opensMinute, closesMinute }) =>
        [
          { opensMinute, closesMinute: Math.min(closesMinute, hole.opensMinute) },
          { opensMinute: Math.max(opensMinute, hole.closesMinute), closesMinute },
        ].filter((part) => part.opensMinute < part.closesMinute),
      ),
    [...intervals],
  )
}
