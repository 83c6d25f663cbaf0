// Retry-After in either of its forms (RFC 9110 10.2.3).

/** A server cannot delay us for longer than this, unless the caller allows it. */
const HOUR_MS = 3_600_000

/** The wait in milliseconds, at most `maxMs`; null when the header is absent or invalid. */
export function retryAfterMs(
  header: string | undefined,
  nowMs: number,
  maxMs: number = HOUR_MS,
): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Math.min(maxMs, Number(text) * 1000)
  // Date.parse accepts bare numbers and fragments; an HTTP-date begins with the name of a day.
  const at = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.min(maxMs, Math.max(0, at - nowMs))
}
