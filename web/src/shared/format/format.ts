// Numbers, times and sizes for people, in the language of the browser.

const number = new Intl.NumberFormat()
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** What is not known is a dash, never 0. */
export const UNKNOWN = '–'

/** `12,345`. */
export const formatNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? UNKNOWN : number.format(value)

/** The day of a timestamp. */
export const formatDay = (timestamp: string | null): string =>
  timestamp === null ? UNKNOWN : day.format(new Date(timestamp))

/** A timestamp of the wire in local time. */
export const formatTime = (timestamp: string | null | undefined): string =>
  timestamp === null || timestamp === undefined ? UNKNOWN : dateTime.format(new Date(timestamp))

/** The time of day, to the second: of events that follow each other. */
export const formatClock = (timestamp: string): string => clock.format(new Date(timestamp))

/** A message of the service with the timestamps in it as times of day. What only looks like one stays as it is. */
export const withLocalTimes = (message: string): string =>
  message.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z/g, (timestamp) =>
    Number.isNaN(Date.parse(timestamp)) ? timestamp : formatClock(timestamp),
  )

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 minutes ago`. */
export function formatAgo(timestamp: string | null | undefined, now = Date.now()): string {
  if (timestamp === null || timestamp === undefined) return UNKNOWN
  const seconds = (Date.parse(timestamp) - now) / 1_000
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return relative.format(Math.round(seconds), 'second')
}

/** `1.2 s`, `340 ms`, `3 min`. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return UNKNOWN
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`
}

/** `12 kB`, `1.1 GB`. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return UNKNOWN
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** `1 place`, `2 places`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`

/** A share of 0 to 1 in percent; null is not known. */
export const formatShare = (share: number | null): string =>
  share === null ? UNKNOWN : `${Math.round(share * 1_000) / 10} %`
