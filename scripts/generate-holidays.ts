// Writes src/kit/time/data/public-holidays.json, the public holidays of all countries that date-holidays knows: `npm ci
// --ignore-scripts` in holidays/, then `node scripts/generate-holidays.ts`. The same package and years give the same bytes.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const FROM = 2025
const TO = 2037
const DAY_MS = 86_400_000
/** No holiday is longer: what is has no known end. */
const MAX_DAYS = 20

interface Holiday {
  readonly type: string
  readonly date: string
  readonly start: Date
  readonly end: Date
}
interface Calendar {
  getHolidays(year: number): readonly Holiday[]
  getCountries(): Record<string, string>
  getStates(country: string): Record<string, string> | null | undefined
  getRegions(country: string, state: string): Record<string, string> | null | undefined
}
const Calendar = createRequire(new URL('holidays/package.json', import.meta.url))('date-holidays') as new (
  ...of: string[]
) => Calendar

const known = new Calendar()
const years = Array.from({ length: TO - FROM + 1 }, (_, at) => FROM + at)
const countries: Record<string, string> = {}
for (const country of Object.keys(known.getCountries()).sort()) {
  const parts = Object.keys(known.getStates(country) ?? {}).flatMap((state) => [
    [country, state],
    ...Object.keys(known.getRegions(country, state) ?? {}).map((region) => [country, state, region]),
  ])
  countries[country] = lineOf(years.map((year) => daysOf(year, new Calendar(country), parts)))
}
const file = new URL('../src/kit/time/data/public-holidays.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ from: FROM, to: TO, countries }, null, 2)}\n`)

/** `0501` of the whole country, `-0106` of a part of it. */
function daysOf(year: number, whole: Calendar, parts: readonly string[][]): readonly string[] {
  const all = publicDays(whole, year)
  const some = new Set<string>()
  for (const part of parts) for (const day of publicDays(new Calendar(...part), year)) some.add(day)
  return [...all, ...[...some].filter((day) => !all.has(day)).map((day) => `-${day}`)].sort()
}

function publicDays(calendar: Calendar, year: number): Set<string> {
  const days = new Set<string>()
  for (const { type, date, start, end } of calendar.getHolidays(year)) {
    if (type !== 'public') continue
    const count = Math.min(MAX_DAYS, Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS)))
    const first = Date.parse(date.slice(0, 10))
    for (let at = 0; at < count; at += 1) {
      const day = new Date(first + at * DAY_MS).toISOString()
      if (day.startsWith(String(year))) days.add(day.slice(5, 10).replace('-', ''))
    }
  }
  return days
}

/** First the days of every year, then the others of each year. */
function lineOf(byYear: readonly (readonly string[])[]): string {
  const every = (byYear[0] ?? []).filter((day) => byYear.every((days) => days.includes(day)))
  const rest = byYear.map((days) => days.filter((day) => !every.includes(day)).join(' '))
  return [every.join(' '), ...rest].join('|')
}
