// `opening_hours` of OpenStreetMap as minutes of a week, where the text says a plain week and nothing else.
import { itemAt } from '#kit/item-at.ts'
import type { OpeningHours } from '#contract/places/place.ts'
import { readHoursRules, type HoursRule, type Interval } from './hours-rules.ts'
import { hoursTokens, type HoursToken } from './hours-tokens.ts'

/**
 * Never a guess: `weekly` is null for anything but weekdays, times and closed days, and for texts that are not valid.
 * `closedDays` holds what the readable parts say is closed. Grammar: wiki.openstreetmap.org/wiki/Key:opening_hours.
 */
export function parseOpeningHours(raw: string): Pick<OpeningHours, 'weekly' | 'closedDays'> {
  const tokens = hoursTokens(raw)
  if (tokens === null || tokens.some((token) => token.kind === 'mark' && token.text === '||')) {
    return { weekly: null, closedDays: [] }
  }
  const parts = splitAtSemicolons(tokens).map(readHoursRules)
  const readable = parts.filter((part): part is HoursRule[] => part !== null).flat()
  const complete = readable.length > 0 && parts.every((part) => part !== null)
  const week = complete ? weeklyHours(readable) : null
  return {
    weekly: week === null ? null : week.map((day) => day.map((interval) => ({ ...interval }))),
    closedDays: closedDays(readable),
  }
}

/** A semicolon at the end starts no empty rule. */
function splitAtSemicolons(tokens: readonly HoursToken[]): HoursToken[][] {
  const parts: HoursToken[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'mark' && token.text === ';') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

type Week = (readonly Interval[])[]

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]
const MINUTES_A_DAY = 1_440
const WHOLE_DAY: readonly Interval[] = [{ opensMinute: 0, closesMinute: MINUTES_A_DAY }]

/**
 * Monday first. Null where the rules hold more than a week (seasons, other hours on holidays, conditions in comments)
 * and where they contradict themselves: a rule that a later one undoes entirely, or replaces by hours that do not even
 * touch it (`Mo-Fr 08:00-12:00; 13:30-18:00`), was most likely meant to stay, though the grammar drops it.
 */
function weeklyHours(rules: readonly HoursRule[]): Week | null {
  const week: Week = ALL_DAYS.map(() => [])
  /** Which rule spoke last on a day; a rule that is nowhere in here in the end was undone. */
  const speakers: Set<HoursRule>[] = ALL_DAYS.map(() => new Set())
  for (const rule of rules) {
    if (isClosedDaysOnly(rule)) continue
    if (rule.bare || (rule.commented && !rule.off)) return null
    if (rule.special.length > 0 && rule.off && rule.times !== null) return null
    if (rule.special.length > 0 && !rule.off && !rule.special.every(isHoliday)) return null
    for (const day of rule.days ?? ALL_DAYS) {
      const after = applied(rule, itemAt(week, day))
      if (after === null) return null
      const keeps = rule.adds || (rule.off && rule.times !== null)
      if (!keeps) speakers[day]?.clear()
      speakers[day]?.add(rule)
      week[day] = after
    }
  }
  const spoken = rules.filter((rule) => !isClosedDaysOnly(rule))
  const isUndone = (rule: HoursRule) => rule.days?.length !== 0 && !speakers.some((day) => day.has(rule))
  if (spoken.some(isUndone)) return null
  const says = spoken.some((rule) => !rule.off) || speakers.every((day) => day.size > 0)
  return says && holidaysAreLikeAnyDay(spoken, week) ? week : null
}

/** Closed times of the text outside of the week: holidays, dates, the first Monday. */
function closedDays(rules: readonly HoursRule[]): string[] {
  return [...new Set(rules.filter((rule) => rule.off && rule.times === null).flatMap((rule) => rule.special))]
}

function isClosedDaysOnly(rule: HoursRule): boolean {
  return rule.off && rule.times === null && rule.special.length > 0 && rule.days?.length === 0
}

function isHoliday(special: string): boolean {
  return special === 'PH' || special === 'SH'
}

/** The day after the rule; null where the rule replaces hours that it does not touch. */
function applied(rule: HoursRule, before: readonly Interval[]): readonly Interval[] | null {
  if (rule.off) {
    if (rule.times === null) return []
    // Past midnight it is open whether the hours of one day or of the next are meant.
    if ([...before, ...rule.times].some((interval) => interval.closesMinute > MINUTES_A_DAY)) return null
    return subtracted(before, rule.times)
  }
  const times = rule.times ?? WHOLE_DAY
  if (rule.adds) return united([...before, ...times])
  const touches = before.some((old) =>
    times.some((t) => t.opensMinute < old.closesMinute && old.opensMinute < t.closesMinute),
  )
  return before.length > 0 && !touches ? null : united(times)
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

/** Hours for holidays say nothing new only where every day of the week has the same ones. */
function holidaysAreLikeAnyDay(rules: readonly HoursRule[], week: Week): boolean {
  return rules
    .filter((rule) => rule.special.length > 0 && !rule.off)
    .every((rule) => {
      const hours = JSON.stringify(united(rule.times ?? WHOLE_DAY))
      return week.every((day) => JSON.stringify(day) === hours)
    })
}
