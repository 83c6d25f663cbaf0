// The opening hours of a place by their numbers alone: the texts beside them are in the language of the request.
import type { OpeningHours } from '#contract/places/place.ts'
import { MINUTES_A_DAY, timeOfDay } from '#kit/time/time-of-day.ts'
import { asCount, asList, asText, pick, valueAt } from '#extractors/maps/providers/google/payload/at.ts'
import { HOURS, PLACE } from '#extractors/maps/providers/google/payload/paths.ts'
import type { PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'

type Interval = NonNullable<OpeningHours['weekly']>[number][number]

/** One weekday: when it is open; none for a closed day. */
interface Day {
  /** 0 is Monday. */
  readonly weekday: number
  readonly open: readonly Interval[]
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
/** The state of a row: open, closed. */
const CLOSED = 2
const ZONE = /^[A-Z][A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/
const MAX_SLOTS = 20

/**
 * `weekly` needs all seven days; fewer, as the thin tier has them, stay in `raw`, which is written in the notation of
 * OpenStreetMap (`Mo 12:30-22:00; Tu off`). Null where no day can be read.
 */
export function readHours(place: PlaceArray): OpeningHours | null {
  const days = pick(place, PLACE.hours, daysIn) ?? daysBySight(place)
  if (days === null) return null
  const weekly = DAYS.map((_, weekday) => days.find((day) => day.weekday === weekday)?.open)
  const known = weekly.filter((day) => day !== undefined)
  return {
    raw: days
      .toSorted((a, b) => a.weekday - b.weekday)
      .map(written)
      .join('; '),
    timezone: pick(place, PLACE.timezone, asZone) ?? zoneBySight(place),
    weekly:
      known.length === DAYS.length ? known.map((day) => day.map((interval) => ({ ...interval }))) : null,
    closedDays: [],
  }
}

/** Rows of hours at another position: a list within a slot, or a list within that. */
function daysBySight(place: PlaceArray): readonly Day[] | null {
  for (const slot of place) {
    const days = daysIn(slot) ?? daysIn(valueAt(slot, [0])) ?? daysIn(valueAt(slot, [1]))
    if (days !== null) return days
  }
  return null
}

/** Null for a list in which any entry is no row of hours. Rows whose hours cannot be read are left out. */
function daysIn(value: unknown): readonly Day[] | null {
  const rows = asList(value)
  if (rows === null || rows.length === 0 || rows.length > DAYS.length || !rows.every(isRow)) return null
  const days = rows.flatMap((row) => dayOf(row) ?? [])
  return days.length === 0 ? null : days
}

function isRow(row: unknown): boolean {
  const weekday = pick(row, HOURS.weekday, asCount)
  const date = pick(row, HOURS.date, asList)
  return (
    asText(valueAt(row, [0])) !== null &&
    weekday !== null &&
    weekday >= 1 &&
    weekday <= DAYS.length &&
    date?.length === 3 &&
    pick(row, HOURS.slots, asList) !== null
  )
}

function dayOf(row: unknown): Day | null {
  const weekday = (pick(row, HOURS.weekday, asCount) ?? 0) - 1
  const slots = (pick(row, HOURS.slots, asList) ?? []).slice(0, MAX_SLOTS)
  const numeric = slots.filter((slot) => asList(valueAt(slot, [1])) !== null)
  if (numeric.length === 0) return pick(row, HOURS.state, asCount) === CLOSED ? { weekday, open: [] } : null
  const open = numeric.map(intervalOf)
  if (numeric.length < slots.length || open.includes(null)) return null
  const known = open.filter((interval) => interval !== null)
  return { weekday, open: known.toSorted((a, b) => a.opensMinute - b.opensMinute) }
}

/** `[text, [[17,30],[22]]]`; an end that is not after its start is on the next day, and `[]` is midnight. */
function intervalOf(slot: unknown): Interval | null {
  const opensMinute = minuteOf(valueAt(slot, [1, 0]))
  const closes = minuteOf(valueAt(slot, [1, 1]))
  if (opensMinute === null || closes === null || opensMinute >= MINUTES_A_DAY) return null
  return { opensMinute, closesMinute: closes > opensMinute ? closes : closes + MINUTES_A_DAY }
}

function minuteOf(value: unknown): number | null {
  const parts = asList(value)
  if (parts === null || parts.length > 2) return null
  const hour = parts[0] === undefined || parts[0] === null ? 0 : asCount(parts[0])
  const minute = parts[1] === undefined || parts[1] === null ? 0 : asCount(parts[1])
  if (hour === null || minute === null || hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null
  return hour * 60 + minute
}

function written({ weekday, open }: Day): string {
  if (open.length === 0) return `${DAYS[weekday]} off`
  return `${DAYS[weekday]} ${open.map(({ opensMinute, closesMinute }) => `${timeOfDay(opensMinute)}-${timeOfDay(closesMinute)}`).join(',')}`
}

function asZone(value: unknown): string | null {
  const text = asText(value)
  return text !== null && text.length < 64 && ZONE.test(text) ? text : null
}

/** Only a name that no other text looks like. */
function zoneBySight(place: PlaceArray): string | null {
  for (const slot of place) {
    const zone = asZone(slot)
    if (zone !== null && AREAS.has(zone.slice(0, zone.indexOf('/')))) return zone
  }
  return null
}

const AREAS: ReadonlySet<string> = new Set(
  'Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific Etc'.split(' '),
)
