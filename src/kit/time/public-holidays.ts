// The public holidays of the world around a moment, for hours that differ on them.
import { DAY_MS } from './clock.ts'
import table from '#kit/time/data/public-holidays.json' with { type: 'json' }

/** Days are `DE 2026-12-25`, on the calendar of the country. */
export interface HolidaysAround {
  /** Holidays of a whole country. */
  readonly whole: readonly string[]
  /** Those of a part of one, such as a state. */
  readonly part: readonly string[]
  /** The countries whose holidays are known at that time. */
  readonly known: readonly string[]
}

/** Somewhere it is the day before or the next one, and a night belongs to the evening before it. */
const DAYS_AROUND = [-2, -1, 0, 1]

/** Of all days that a clock may show at `instant`, and of the day before each. */
export function holidaysAround(instant: Date): HolidaysAround {
  const days = DAYS_AROUND.map((by) => new Date(instant.getTime() + by * DAY_MS).toISOString().slice(0, 10))
  const years = days.map((day) => Number(day.slice(0, 4)))
  // Before the first year and behind the last one nothing is known.
  if (years.some((year) => !(year >= table.from && year <= table.to)))
    return { whole: [], part: [], known: [] }
  const whole: string[] = []
  const part: string[] = []
  for (const [country, line] of Object.entries(table.countries)) {
    const [every = '', ...byYear] = line.split('|')
    for (const [at, day] of days.entries()) {
      const short = day.slice(5).replace('-', '')
      const holidays = `${every} ${byYear[(years[at] ?? 0) - table.from] ?? ''}`.split(' ')
      if (holidays.includes(short)) whole.push(`${country} ${day}`)
      else if (holidays.includes(`-${short}`)) part.push(`${country} ${day}`)
    }
  }
  return { whole, part, known: Object.keys(table.countries) }
}
