// How a host's push-back slows everything that is asked of it: halved at once, regained in steps (AIMD).

/** Between the requests to a host that pushed back, where no spacing is configured to be multiplied. */
const PUSHED_BACK_SPACING_MS = 100

/** The share of the configured pace is 1 at best and never below this. */
export const LOWEST_RATE = 1 / 64
/** What each push-back leaves of the share. */
export const PUSHED_BACK_FACTOR = 0.5
/** What each good answer gives back of it. */
export const REGAINED_STEP = 0.1

/** The least time between two starts at this share of the pace. */
export function spacingAt(rate: number, spacingMs: number): number {
  return rate >= 1 ? spacingMs : Math.max(spacingMs, PUSHED_BACK_SPACING_MS) / rate
}

/** How many may run at once at this share of the pace. */
export function slotsAt(rate: number, concurrency: number): number {
  return Math.max(1, Math.floor(concurrency * rate))
}
