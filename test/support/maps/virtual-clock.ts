// A clock that stops until all wait for it, and then jumps: a day passes in seconds, always the same way.
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '#kit/time/clock.ts'

export interface VirtualClock extends Clock {
  /** Moves time on until the work has ended. Nothing else may wait for real time meanwhile. */
  run<T>(work: Promise<T>): Promise<T>
}

interface Sleep {
  readonly at: number
  readonly wake: () => void
}

export function createVirtualClock(): VirtualClock {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const sleeps = new Set<Sleep>()
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve()
        const wake = (): void => {
          sleeps.delete(sleep)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleep: Sleep = { at: now + Math.max(0, ms), wake }
        sleeps.add(sleep)
        signal?.addEventListener('abort', wake, { once: true })
      }),
    async run(work) {
      let ended = false
      const end = (): void => {
        ended = true
      }
      work.then(end, end)
      for (;;) {
        await turn()
        if (ended) return work
        const next = Math.min(...[...sleeps].map(({ at }) => at))
        if (next === Infinity) continue
        now = Math.max(now, next)
        for (const sleep of sleeps) if (sleep.at <= now) sleep.wake()
      }
    },
  }
}
