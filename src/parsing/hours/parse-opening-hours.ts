// Opening hours as people and mappers write them, as minutes of a week, where the text says a plain week.
import type { OpeningHours } from '#contract/places/place.ts'
import { readHoursRules, type HoursRule } from './hours-rules.ts'
import type { Interval } from './hours-times.ts'
import { hoursTokens } from './hours-tokens.ts'
import { weekOf, type Week } from './hours-week.ts'

/** What the text says. `raw` and `timezone` are the caller's. */
export type ParsedHours = Omit<OpeningHours, 'raw' | 'timezone'>

/**
 * Never a guess: `weekly` is null, with a reason, for seasons, the sun, weeks, `Mo[1]`, open ends, conditions, for what may be
 * read in two ways, and for what is not valid. Holidays and single dates do not hide the week: they are kept as text.
 * Grammar: wiki.openstreetmap.org/wiki/Key:opening_hours. Takes time linear in the length of the text.
 */
export function parseOpeningHours(raw: string): ParsedHours {
  const tokens = hoursTokens(raw)
  if (typeof tokens === 'string') return { weekly: null, weeklyReason: tokens, closedDays: [] }
  const { rules, problem } = readHoursRules(tokens)
  const closedDays = [...new Set(rules.filter(isDayOff).flatMap(({ special }) => special))]
  const week = problem ?? weekOf(rules)
  if (typeof week === 'string') return { weekly: null, weeklyReason: week, closedDays }
  const otherDays = rules.filter((rule) => rule.special.length > 0 && !isDayOff(rule)).map(textOf)
  return {
    weekly: mutable(week.weekly),
    closedDays,
    ...(otherDays.length === 0 ? {} : { otherDays }),
    ...(week.overridden === null ? {} : { overridden: mutable(week.overridden) }),
  }
}

function isDayOff({ off, times }: HoursRule): boolean {
  return off && times === null
}

/** `PH 10:00-12:00`: what a rule says of days that no week knows. */
function textOf({ special, times, off }: HoursRule): string {
  const spans = (times ?? []).map(
    ({ opensMinute, closesMinute }) => `${clock(opensMinute)}-${clock(closesMinute)}`,
  )
  return [special.join(','), spans.join(','), off ? 'off' : times === null ? 'open' : '']
    .filter(Boolean)
    .join(' ')
}

function clock(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60]
  return `${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

function mutable(week: Week): Interval[][] {
  return week.map((day) => day.map((interval) => ({ ...interval })))
}
