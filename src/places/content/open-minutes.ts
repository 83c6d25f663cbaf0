// A week of opening hours as one set of minutes, so that the database can test a given moment.
import type { OpeningHours } from '#contract/places/place.ts'

const DAY = 1_440
const WEEK = 7 * DAY

/**
 * The int4multirange of the minutes of the week (Monday 00:00 = 0) at which it is open; null when the hours are not
 * known as a week. An interval past Sunday midnight continues on Monday.
 */
export function openMinutes(hours: OpeningHours | null): string | null {
  if (hours === null || hours.weekly === null || hours.timezone === null) return null
  const ranges = hours.weekly.flatMap((day, weekday) =>
    day.flatMap(({ opensMinute, closesMinute }) => {
      const start = weekday * DAY + opensMinute
      const end = weekday * DAY + closesMinute
      if (end <= start) return []
      return end <= WEEK
        ? [[start, end]]
        : [
            [start, WEEK],
            [0, end - WEEK],
          ]
    }),
  )
  return `{${ranges.map(([start, end]) => `[${start},${end})`).join(',')}}`
}
