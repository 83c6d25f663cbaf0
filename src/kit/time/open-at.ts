// Whether a place is open at a moment, by its weekly hours on the clock of its own time zone.

/** Minutes after midnight; a closing time after midnight is above 1440. */
interface OpenInterval {
  readonly opensMinute: number
  readonly closesMinute: number
}

/** The part of opening hours that this needs. Weeks are Monday first. */
export interface WeeklyHours {
  /** IANA name. */
  readonly timezone: string | null
  readonly weekly: readonly (readonly OpenInterval[])[] | null
  /** Hours that a later rule of their text replaced: nobody knows whether it is open then. */
  readonly overridden?: readonly (readonly OpenInterval[])[]
}

const MINUTES_A_DAY = 1_440
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * Null: not known, because the hours or the time zone are not. Holidays and single dates are not counted: `closedDays` has
 * them as text.
 */
export function isOpenAt(hours: WeeklyHours | null, instant: Date): boolean | null {
  if (hours === null || hours.weekly === null || hours.timezone === null) return null
  const minute = minuteOfWeek(instant, hours.timezone)
  if (minute === null) return null
  if (isIn(hours.weekly, minute)) return true
  return isIn(hours.overridden ?? [], minute) ? null : false
}

function isIn(week: readonly (readonly OpenInterval[])[], minute: number): boolean {
  return week.some((day, at) =>
    day.some(({ opensMinute, closesMinute }) => {
      const start = at * MINUTES_A_DAY + opensMinute
      const end = at * MINUTES_A_DAY + closesMinute
      return (minute >= start && minute < end) || minute + MINUTES_A_WEEK < end
    }),
  )
}

/** Monday 00:00 is 0; null for a time zone that does not exist. */
function minuteOfWeek(instant: Date, timeZone: string): number | null {
  let parts: Intl.DateTimeFormatPart[]
  try {
    const options = {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const
    parts = new Intl.DateTimeFormat('en-GB', options).formatToParts(instant)
  } catch {
    return null
  }
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const day = WEEKDAYS.indexOf(part('weekday'))
  return day * MINUTES_A_DAY + Number(part('hour')) * 60 + Number(part('minute'))
}
