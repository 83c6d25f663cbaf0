// Whether a place is open at a moment or on a day, on its own clock: by its week, and on public holidays by what its hours say of them.
import { holidaysAround } from '#kit/time/public-holidays.ts'
import { WEEKDAYS } from '#kit/time/time-of-day.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { PlaceQuery } from './place-query.ts'

const HOUR = 60
const DAY = 24 * HOUR

const isGone = sql`p.status in ('temporarily_closed', 'permanently_closed')`

/** Until this hour the doors may be open since the evening before, whose day is the one that counts. */
const MORNING_HOUR = 6

/**
 * The moment as a minute of the week in the time zone of the place. Each place is in exactly one of the three states.
 * Single dates are not counted.
 */
export function openCondition(instant: Date, state: PlaceQuery['openState'] = 'open'): Sql {
  const local = sql`timezone(p.timezone, ${instant}::timestamptz)`
  const minute = sql`((extract(isodow from ${local})::integer - 1) * 1440 + extract(hour from ${local})::integer * 60
    + extract(minute from ${local})::integer)`
  const isOpen = sql`coalesce(p.open_minutes @> ${minute}, false)`
  const isKnown = sql`(p.open_minutes is not null and p.timezone is not null
    and (${isOpen} or not coalesce(p.unsure_minutes @> ${minute}, false)))`
  const holiday = onHoliday(instant, { local, isOpen })
  switch (state) {
    case 'open':
      return sql`(not ${isGone} and ${isOpen} and ${holiday} is null)`
    case 'closed':
      return sql`(${isGone} or ${isKnown} and not ${isOpen} and ${holiday} is null or coalesce(${holiday} = 'off', false))`
    case 'unknown':
      return sql`(not ${isGone} and coalesce(${holiday} = 'unsure', not ${isKnown}))`
  }
}

/** Whether a place is open at some time of a day of each week, holidays aside. */
export function openOnCondition(day: (typeof WEEKDAYS)[number]): Sql {
  const midnight = WEEKDAYS.indexOf(day) * DAY
  const hours = sql`int4range(${midnight + MORNING_HOUR * HOUR}, ${midnight + DAY})`
  return sql`(not ${isGone} and coalesce(p.open_minutes && ${hours}, false))`
}

/**
 * `off` where the hours of the place say that it is closed on public holidays, and it is one of the whole country; `unsure`
 * where they say anything of holidays that may count; null where the week counts. Contents are read only where the day may
 * be a holiday.
 */
function onHoliday(instant: Date, { local, isOpen }: { readonly local: Sql; readonly isOpen: Sql }): Sql {
  const { whole, part, known } = holidaysAround(instant)
  const day = (at: Sql) => sql`(p.country_code || to_char(${at}, ' YYYY-MM-DD'))`
  const today = day(local)
  const before = day(sql`${local} - interval '1 day'`)
  const isKnown = sql`coalesce(p.country_code = any(${known}::text[]), false)`
  const isNight = sql`extract(hour from ${local}) < ${MORNING_HOUR}`
  const days = [...whole, ...part]
  const hours = sql`(p.content -> 'openingHours')`
  const isOff = sql`coalesce(${hours} ->> 'closedDays' like '%"PH"%', false)`
  const differs = sql`coalesce(${hours} ->> 'otherDays' like '%PH%', false)`
  return sql`(case
    when p.open_minutes is null or p.timezone is null then null
    when ${isKnown} and not ${today} = any(${days}::text[])
      and not (${isNight} and ${before} = any(${days}::text[])) then null
    -- Looking for a text takes a fraction of parsing the content.
    when position('PH' in p.content::text) = 0 then null
    when ${isOff} and not ${isNight} and ${today} = any(${whole}::text[]) then 'off'
    when ${isOff} and ${isOpen} or ${differs} then 'unsure'
  end)`
}
