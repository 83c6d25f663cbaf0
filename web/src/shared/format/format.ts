// Numbers, times and sizes for people, in the language of the browser.

const number = new Intl.NumberFormat()
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** What is not known is a dash, never 0. */
export const UNKNOWN = '–'

/** `12,345`. */
export const formatNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? UNKNOWN : number.format(value)

/** A timestamp of the wire in local time. */
export const formatTime = (timestamp: string | null | undefined): string =>
  timestamp === null || timestamp === undefined ? UNKNOWN : dateTime.format(new Date(timestamp))

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

/** `12 kB`. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return UNKNOWN
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `1 place`, `2 places`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`
