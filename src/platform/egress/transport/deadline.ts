// One absolute deadline for network work: a timer and the signal of the caller, joined in one signal.

/** Must be ended, or its timer keeps the process. */
export interface Deadline {
  /**
   * Aborts with the error of the deadline when the time is over, or with the reason of the caller when the caller
   * aborts.
   */
  readonly signal: AbortSignal
  /** Milliseconds left, never below 0. */
  remainingMs(): number
  /** Stops the timer and detaches from the signal of the caller. To be called once the work has ended. */
  end(): void
}

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** `onTime` makes the error of a missed deadline; it is called only then. */
export function startDeadline(ms: number, caller: AbortSignal | undefined, onTime: () => Error): Deadline {
  const controller = new AbortController()
  const endsAt = performance.now() + ms
  const timer = setTimeout(() => controller.abort(onTime()), Math.min(Math.max(ms, 0), MAX_TIMER_MS))
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
