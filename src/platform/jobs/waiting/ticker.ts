// Polls from time to time while a caller waits: the fallback for lost notifications.
import { withJitter } from '#kit/time/backoff.ts'

/** A timer that runs only while it is needed. */
export interface Ticker {
  /** Ticks until no caller is left; a second call changes nothing. */
  ensure(): void
  stop(): void
}

/**
 * Uses ±20 % jitter, so that many replicas do not poll in the same moment. A tick that throws counts as nothing found.
 */
export function createTicker(deps: {
  readonly everyMs: number
  readonly needed: () => boolean
  readonly tick: () => Promise<void>
}): Ticker {
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  function ensure(): void {
    if (timer !== null || stopped || !deps.needed()) return
    timer = setTimeout(() => {
      void deps
        .tick()
        .catch(() => undefined)
        .finally(() => {
          timer = null
          ensure()
        })
    }, withJitter(deps.everyMs))
  }

  return {
    ensure,
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
