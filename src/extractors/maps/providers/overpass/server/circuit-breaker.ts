// Stops asking a server that gives no answer: an outage counts once, and the first request after each pause is its probe.
import type { Clock } from '#kit/time/clock.ts'

/** One request, counted from before it waits; disposed of without an outcome it has no effect on the breaker. */
export interface Attempt extends Disposable {
  /** It goes out now: a failure that was known by then is another one than its own. */
  sent(): void
  /** The server answers, whatever it says. */
  answered(): void
  /** It gave no answer that could be used. */
  failed(): void
}

/** Whether a server may be asked. Each request is reported to the attempt that `begin` answers. */
export interface CircuitBreaker {
  /** When a request may be sent, by the clock; in the past where one may be sent now. */
  readonly retryAt: number
  readonly isFailing: boolean
  begin(): Attempt
  /** Resolves at `retryAt`, earlier when an attempt brings news, and when the signal aborts. */
  untilRetry(signal: AbortSignal): Promise<void>
}

/** The pauses of an outage: a server that is back is noticed after at most this. */
const FIRST_PAUSE_MS = 15_000
const MAX_PAUSE_MS = 120_000
/** While a probe is in flight there is no news; waiting callers check again after this long. */
const PROBE_WAIT_MS = 15_000

/** A breaker that is closed: the server has not failed yet. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let pauses = 0
  /** Requests and failures in their order: times alone may be equal. */
  let order = 0
  let lastFailure = 0
  let pausedUntil = -Infinity
  let probe: Attempt | null = null
  let changed = Promise.withResolvers<void>()

  const change = (): void => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const retryAt = (): number => (probe === null ? pausedUntil : clock.now() + PROBE_WAIT_MS)

  return {
    get retryAt() {
      return retryAt()
    },
    get isFailing() {
      return pauses > 0
    },
    begin() {
      let sent = (order += 1)
      let isOver = false
      const end = (report: () => void): void => {
        if (isOver) return
        isOver = true
        if (probe === attempt) probe = null
        report()
        change()
      }
      const attempt: Attempt = {
        sent() {
          sent = order += 1
        },
        answered: () =>
          end(() => {
            pauses = 0
            pausedUntil = -Infinity
          }),
        failed: () =>
          end(() => {
            // It was under way when the outage was noticed: that is the same outage.
            if (pauses > 0 && sent < lastFailure) return
            pauses += 1
            lastFailure = order += 1
            pausedUntil = clock.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (pauses - 1))
          }),
        [Symbol.dispose]: () => end(() => undefined),
      }
      if (pauses > 0) probe ??= attempt
      return attempt
    },
    async untilRetry(signal) {
      const woken = new AbortController()
      const both = AbortSignal.any([signal, woken.signal])
      await Promise.race([changed.promise, clock.sleep(retryAt() - clock.now(), both)])
      woken.abort()
    },
  }
}
