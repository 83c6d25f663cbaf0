// Callers that wait for claimable jobs, without a database connection. They are woken by notifications, with slow
// polling as the fallback.
import { startWait } from '#kit/time/wait.ts'

/** Wakes waiting claims. A wake-up does not promise a job. */
export interface WakeUps {
  /**
   * Waits for jobs of these types (null: any). Call this first and look for jobs afterwards, so that no job is missed
   * in between. `woken` resolves at a wake-up, when `waitMs` is over, or when `signal` aborts.
   */
  wait(
    types: readonly string[] | null,
    waitMs: number,
    signal?: AbortSignal,
  ): { readonly woken: Promise<void>; stop(): void }
  /**
   * What `look` finds: at once, or after a wake-up for one of the types. Empty when `waitMs` is over, when `signal` aborts,
   * and once closed; a last look comes before that.
   */
  untilFound<Found>(request: Awaited, look: () => Promise<Found[]>): Promise<Found[]>
  /** Wakes the callers that wait for one of the types; null wakes all. */
  wake(types: readonly string[] | null): void
  readonly anyone: boolean
  /** The types that are waited for, each once; null when someone waits for any. */
  readonly awaited: readonly string[] | null
  /** Wakes all for good. */
  close(): void
}

/** Whose jobs a caller waits for, null: any type, and how long. */
interface Awaited {
  readonly types: readonly string[] | null
  readonly waitMs: number
  readonly signal?: AbortSignal | undefined
}

interface Waiter {
  readonly types: ReadonlySet<string> | null
  readonly wake: () => void
}

/** `onFirst` is called when the first caller begins to wait. */
export function createWakeUps(onFirst: () => void): WakeUps {
  const waiters = new Set<Waiter>()
  let closed = false

  const startWaiting: WakeUps['wait'] = (types, waitMs, signal) => {
    const wait = startWait(waitMs, signal)
    const waiter = { types: types === null ? null : new Set(types), wake: wait.end }
    if (closed) wait.end()
    waiters.add(waiter)
    if (waiters.size === 1) onFirst()
    return {
      woken: wait.over,
      stop() {
        wait[Symbol.dispose]()
        waiters.delete(waiter)
      },
    }
  }

  return {
    wait: startWaiting,
    async untilFound({ types, waitMs, signal }, look) {
      const until = performance.now() + waitMs
      for (;;) {
        const wait = startWaiting(types, Math.max(0, until - performance.now()), signal)
        try {
          const found = await look()
          const isOver = closed || signal?.aborted === true || performance.now() >= until
          if (found.length > 0 || isOver) return found
          await wait.woken
        } finally {
          wait.stop()
        }
      }
    },
    wake(types) {
      for (const waiter of waiters) {
        if (types === null || waiter.types === null || types.some((type) => waiter.types?.has(type)))
          waiter.wake()
      }
    },
    get anyone() {
      return waiters.size > 0
    },
    get awaited() {
      const types = new Set<string>()
      for (const waiter of waiters) {
        if (waiter.types === null) return null
        for (const type of waiter.types) types.add(type)
      }
      return [...types]
    },
    close() {
      closed = true
      for (const waiter of waiters) waiter.wake()
    },
  }
}
