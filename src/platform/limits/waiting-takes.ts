// Waits for slots that are not free yet: tries again when one is released, and when the policy allows the next.
import type { Clock } from '#kit/time/clock.ts'
import type { TakenSlots, TakeRequest } from './limiter.ts'

export interface Grant extends TakenSlots {
  /** When the first held slot becomes free if it is not renewed; null: none does by itself. */
  readonly nextExpiryMs: number | null
}

export interface WaitingTakes {
  /** Waits up to `waitMs` for the first slot. When `signal` aborts, slots granted meanwhile are released. */
  take(request: TakeRequest, waitMs: number, signal: AbortSignal): Promise<TakenSlots>
  /** Slots of these keys were released; without keys, perhaps of any. */
  wake(keys?: readonly string[]): void
}

export function createWaitingTakes(deps: {
  /** Takes what is free now. */
  readonly take: (request: TakeRequest) => Grant | Promise<Grant>
  readonly giveBack: (slots: readonly string[]) => void | Promise<void>
  /** How long to rely on being woken. */
  readonly recheckMs: number
  readonly clock: Clock
}): WaitingTakes {
  const { recheckMs, clock } = deps
  const waiting = new Map<string, Set<{ woken: AbortController }>>()

  return {
    async take(request, waitMs, signal) {
      const until = clock.now() + waitMs
      const waiter = { woken: new AbortController() }
      const others = waiting.get(request.key) ?? new Set()
      waiting.set(request.key, others.add(waiter))
      const onAbort = (): void => waiter.woken.abort()
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        for (;;) {
          // Before the slots are looked at, so that no release is missed in between.
          waiter.woken = new AbortController()
          const { slots, reuseMs, retryAfterMs, nextExpiryMs } = await deps.take(request)
          if (signal.aborted) {
            await deps.giveBack(slots)
            return { slots: [], reuseMs, retryAfterMs }
          }
          const left = until - clock.now()
          if (slots.length > 0 || left <= 0 || (retryAfterMs ?? 0) > left)
            return { slots, reuseMs, retryAfterMs }
          const recheck = retryAfterMs ?? Math.min(recheckMs, nextExpiryMs ?? recheckMs)
          await clock.sleep(Math.min(left, recheck), waiter.woken.signal)
        }
      } finally {
        signal.removeEventListener('abort', onAbort)
        others.delete(waiter)
        if (others.size === 0) waiting.delete(request.key)
      }
    },
    wake(keys = [...waiting.keys()]) {
      for (const key of keys) for (const { woken } of waiting.get(key) ?? []) woken.abort()
    },
  }
}
