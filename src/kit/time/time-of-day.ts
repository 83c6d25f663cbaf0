// A minute of a day as people write it.

/** The days of the week in their order, Monday first (ISO 8601). */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export const MINUTES_A_DAY = 1_440

/** `HH:MM` of minutes since midnight; 1440 is `24:00`, and above that it is a time of the next day. */
export function timeOfDay(minute: number): string {
  const within = minute > MINUTES_A_DAY ? minute - MINUTES_A_DAY : minute
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}
