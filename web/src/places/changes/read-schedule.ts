// A schedule in words.
import type { Schedule } from '#contract/places/schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNITS = [
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
] as const

/** `each day`, `every 90 minutes`, `0 6 * * 1 (Europe/Vaduz)`. */
export function rhythmOf({
  cron,
  everyMs,
  timezone,
}: Pick<Schedule, 'cron' | 'everyMs' | 'timezone'>): string {
  if (cron !== null) return `${cron} (${timezone})`
  if (everyMs === null) return '–'
  const [name, size] = UNITS.find(([, ms]) => everyMs % ms === 0) ?? ['second', 1_000]
  const count = everyMs / size
  return count === 1 ? `each ${name}` : `every ${count} ${name}s`
}

/** Where the repeated search looks, as it was asked; null: it names no place, or a shape. */
export function placeOf(search: unknown): string | null {
  if (typeof search !== 'object' || search === null || !('location' in search)) return null
  return typeof search.location === 'string' ? search.location : null
}
