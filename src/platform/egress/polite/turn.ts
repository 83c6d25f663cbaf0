// The turn that one fetch holds while it goes from hop to hop: never more than one host's at a time.
import type { Deadline } from '#platform/egress/deadline.ts'
import type { HostOutcome, HostPermit, HostPermits } from './host-permits.ts'

export interface Turn {
  /** Waits for a turn at `host` and gives back the one of another host; a redirect within a host rides on what it has. */
  take(host: string, crawlDelayMs: number): Promise<void>
  /** What the host answered; it is told when the turn is given back. */
  saw(outcome: HostOutcome): void
  giveBack(): void
}

const NO_ANSWER: HostOutcome = { status: null, retryAfterMs: null }

export function createTurn(permits: HostPermits, deadline: Deadline): Turn {
  let held: { readonly host: string; readonly permit: HostPermit } | null = null
  let outcome = NO_ANSWER
  const giveBack = (): void => {
    held?.permit.release(outcome)
    held = null
    outcome = NO_ANSWER
  }
  return {
    async take(host, crawlDelayMs) {
      if (held?.host === host) return
      giveBack()
      const wish = { signal: deadline.signal, crawlDelayMs, maxWaitMs: deadline.remainingMs() }
      held = { host, permit: await permits.acquire(host, wish) }
    },
    saw(latest) {
      outcome = latest
    },
    giveBack,
  }
}
