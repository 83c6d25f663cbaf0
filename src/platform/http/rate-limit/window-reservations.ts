// Limits of single keys over many processes: each request is counted in the store; concurrent requests share a
// statement.
import { itemAt } from '#kit/item-at.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { RatePolicy, RateVerdict } from './rate-limiter.ts'

/** The rest of a subject's quota in the window that all processes share. */
export interface WindowAnswer {
  readonly granted: number
  readonly left: number
  /** Until the oldest request leaves the window, and until the latest does. */
  readonly nextMs: number
  readonly resetMs: number
}

/** Where the requests of all processes are counted. */
export interface WindowStore {
  /** Admits up to `want` requests: never more than the quota in any `windowMs + heldMs`. */
  reserveInWindow(subject: string, want: number, policy: RatePolicy, heldMs: number): Promise<WindowAnswer>
}

interface Waiting {
  readonly policy: RatePolicy
  readonly resolve: (verdict: RateVerdict) => void
  readonly reject: (error: unknown) => void
}

interface Line {
  readonly waiting: Waiting[]
  /** The last answer, and how long it is used when it had no room. */
  answer: WindowAnswer
  emptyUntil: number
  asking: boolean
}

const NOTHING_YET: WindowAnswer = { granted: 0, left: 0, nextMs: 0, resetMs: 0 }

/** Asks the store once for all requests of a subject that wait at the same time. */
export function createWindowReservations(deps: {
  readonly store: WindowStore
  /** An answer that takes longer must not be used. */
  readonly heldMs: number
  /** How long a process assumes that there is no room. */
  readonly emptyMs: number
  readonly now: () => number
}): { take(subject: string, policy: RatePolicy): Promise<RateVerdict> } {
  const { store, heldMs, emptyMs, now } = deps
  const lines = new Map<string, Line>()

  async function ask(subject: string, line: Line): Promise<void> {
    line.asking = true
    while (line.waiting.length > 0) {
      const batch = line.waiting.splice(0)
      try {
        const { policy } = itemAt(batch, -1)
        const sentAt = now()
        const answer = await store.reserveInWindow(subject, batch.length, policy, heldMs)
        if (now() - sentAt > heldMs)
          throw new SurveyorError('storage_unavailable', 'The store is too slow to count this request.')
        line.answer = answer
        if (answer.granted < batch.length) line.emptyUntil = now() + Math.min(emptyMs, answer.nextMs)
        for (const [index, { resolve }] of batch.entries()) resolve(verdict(answer, index < answer.granted))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    line.asking = false
    if (line.emptyUntil <= now()) lines.delete(subject)
  }

  return {
    take(subject, policy) {
      const line = lines.get(subject) ?? { waiting: [], answer: NOTHING_YET, emptyUntil: 0, asking: false }
      if (now() < line.emptyUntil) return Promise.resolve(verdict(line.answer, false))
      lines.set(subject, line)
      const { promise, resolve, reject } = Promise.withResolvers<RateVerdict>()
      line.waiting.push({ policy, resolve, reject })
      if (!line.asking) void ask(subject, line)
      return promise
    },
  }
}

function verdict({ left, nextMs, resetMs }: WindowAnswer, admitted: boolean): RateVerdict {
  return {
    admitted,
    remaining: admitted ? left : 0,
    resetMs,
    retryAfterMs: admitted ? 0 : Math.max(1, Math.ceil(nextMs)),
  }
}
