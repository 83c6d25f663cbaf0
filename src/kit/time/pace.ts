// How throttling by a host slows all requests to it: halved at once, regained in steps (AIMD).

/** Between the requests to a throttling host, when no configured spacing can be multiplied. */
const PUSHED_BACK_SPACING_MS = 100

/** The share of the configured rate is at most 1 and never below this. */
export const LOWEST_RATE = 1 / 64
/** The share is multiplied by this at each throttled answer. */
export const PUSHED_BACK_FACTOR = 0.5
/** The share grows by this at each good answer. */
export const REGAINED_STEP = 0.1

/** The least time between two starts at this share of the rate. */
export function spacingAt(rate: number, spacingMs: number): number {
  return rate >= 1 ? spacingMs : Math.max(spacingMs, PUSHED_BACK_SPACING_MS) / rate
}

/** How many requests may run at once at this share of the rate. */
export function slotsAt(rate: number, concurrency: number): number {
  return Math.max(1, Math.floor(concurrency * rate))
}
