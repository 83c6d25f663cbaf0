// Looks again from time to time while somebody waits: the polling behind the notices.

export interface Ticker {
  /** Ticks until nobody is left; calling it again changes nothing. */
  ensure(): void
  stop(): void
}

/** With ±20 % jitter, lest many replicas look in the same moment. A tick that throws is taken as nothing found. */
export function createTicker(deps: {
  readonly everyMs: number
  readonly needed: () => boolean
  readonly tick: () => Promise<void>
}): Ticker {
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  function ensure(): void {
    if (timer !== null || stopped || !deps.needed()) return
    timer = setTimeout(
      () => {
        void deps
          .tick()
          .catch(() => undefined)
          .finally(() => {
            timer = null
            ensure()
          })
      },
      deps.everyMs * (0.8 + Math.random() * 0.4),
    )
  }

  return {
    ensure,
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
