// One absolute end for a piece of network work: a timer and the caller's own signal, joined in one signal.

export interface Deadline {
  /** Aborts with the deadline's error when the time is over, or with the caller's reason when the caller gives up. */
  readonly signal: AbortSignal
  /** Milliseconds that are left, never below 0. */
  remainingMs(): number
  /** Stops the timer and lets go of the caller's signal; to be called once the work has ended. */
  end(): void
}

/** A longer timer would go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** `onTime` makes the error of a deadline that was missed; it is only called then. */
export function startDeadline(ms: number, caller: AbortSignal | undefined, onTime: () => Error): Deadline {
  const controller = new AbortController()
  const endsAt = performance.now() + ms
  const timer = setTimeout(() => controller.abort(onTime()), Math.min(ms, LONGEST_TIMER_MS))
  // On a busy thread the caller's own timer may fire first, though this time was over before.
  const follow = (): void => controller.abort(performance.now() >= endsAt ? onTime() : caller?.reason)
  if (caller?.aborted === true) follow()
  else caller?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', follow)
    },
  }
}
