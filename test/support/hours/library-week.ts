// What opening_hours.js answers for a text: the judge of our own reader of opening hours.
import opening_hours from 'opening_hours'

/** A stretch of the week in minutes, Monday 00:00 = 0, the end excluded. */
export type WeekRange = readonly [from: number, to: number]

/** The answer of the library for an ordinary week. */
export interface LibraryWeek {
  /** What most weeks of a year have, sorted and without overlaps. */
  readonly open: readonly WeekRange[]
  /** The library itself calls every week the same, and knows of each moment whether it is open. */
  readonly isStable: boolean
}

/** Germany and Bavaria have tables of public and of school holidays. */
const SOMEWHERE = { lat: 48.1, lon: 11.6, address: { country_code: 'de', state: 'Bayern' } }
/** 5 January 2026 is a Monday. */
const FIRST_DAY = 5
/** Every fourth week of a year, so that no holiday and no season is in most of them. */
const WEEK_STARTS = Array.from({ length: 13 }, (_, at) => FIRST_DAY + 28 * at)
const MINUTES_A_WEEK = 10_080

/** Null when the library refuses the text. */
export function libraryWeek(text: string): LibraryWeek | null {
  let hours: opening_hours
  try {
    hours = new opening_hours(text, SOMEWHERE)
  } catch {
    return null
  }
  const weeks = new Map<string, { readonly open: readonly WeekRange[]; count: number }>()
  let hasUnknown = false
  for (const start of WEEK_STARTS) {
    const from = new Date(2026, 0, start)
    const intervals = hours.getOpenIntervals(from, new Date(2026, 0, start + 7))
    hasUnknown ||= intervals.some(([, , unknown]) => unknown)
    const open = mergedRanges(
      intervals
        .filter(([, , unknown]) => !unknown)
        .map(([start, end]): WeekRange => [minuteOf(start, from), minuteOf(end, from)]),
    )
    const same = weeks.get(JSON.stringify(open))
    if (same === undefined) weeks.set(JSON.stringify(open), { open, count: 1 })
    else same.count += 1
  }
  const [usual] = [...weeks.values()].toSorted((a, b) => b.count - a.count)
  return { open: usual?.open ?? [], isStable: hours.isWeekStable() && weeks.size === 1 && !hasUnknown }
}

/** The same of our own intervals, where each day may run past midnight. */
export function rangesOfWeek(
  weekly: readonly (readonly { readonly opensMinute: number; readonly closesMinute: number }[])[],
): WeekRange[] {
  return mergedRanges(
    weekly.flatMap((day, at) =>
      day.flatMap(({ opensMinute, closesMinute }): WeekRange[] => {
        const [from, to] = [at * 1_440 + opensMinute, at * 1_440 + closesMinute]
        return to <= MINUTES_A_WEEK
          ? [[from, to]]
          : [
              [from, MINUTES_A_WEEK],
              [0, to - MINUTES_A_WEEK],
            ]
      }),
    ),
  )
}

/** By the clock on the wall: a day of 23 or 25 hours has 1440 minutes as well. */
function minuteOf(date: Date, monday: Date): number {
  const day = Math.round(
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) -
      Date.UTC(monday.getFullYear(), monday.getMonth(), monday.getDate())) /
      86_400_000,
  )
  return day * 1_440 + date.getHours() * 60 + date.getMinutes()
}

function mergedRanges(ranges: readonly WeekRange[]): WeekRange[] {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
