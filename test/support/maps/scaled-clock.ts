// A clock that runs faster than the wall: real sockets, and yet fifteen seconds are over in milliseconds.
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '#kit/time/clock.ts'

/** `factor` seconds of this clock pass in one second of the wall. */
export function createScaledClock(factor: number): Clock {
  const startedAt = Date.now()
  const startMs = performance.now()
  return {
    now: () => startedAt + (performance.now() - startMs) * factor,
    async sleep(ms, signal) {
      try {
        await delay(ms / factor, undefined, signal === undefined ? {} : { signal })
      } catch {
        // An abort only ends the wait.
      }
    },
  }
}
