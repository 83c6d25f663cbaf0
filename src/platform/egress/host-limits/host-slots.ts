// The slots of a host: its policy from the settings and its robots.txt, and what its answers say about its rate.
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Feedback, Limiter } from '#platform/limits/limiter.ts'

/** What was learned of a host beyond the settings: it is asked less often than they allow, never more. */
export interface HostPace {
  readonly minDelayMs?: number
  readonly concurrency?: number
}

/** How a slot is waited for; times in milliseconds. */
export interface TurnRequest {
  readonly signal: AbortSignal
  /** The delay that robots.txt asks for between two requests; at most 30 s of it is respected. */
  readonly crawlDelayMs: number
  /** A slot that would certainly come later than this is refused at once, so that no worker waits for nothing. */
  readonly maxWaitMs: number
  readonly pace?: HostPace
}

/** What an answer says about the rate that its host takes. */
export interface HostOutcome {
  /** Null without an answer. */
  readonly status: number | null
  /** What the answer asked for, in milliseconds. */
  readonly retryAfterMs: number | null
}

/** The right to one request at a host. */
export interface HostSlot {
  /** Must be called once, however the request ended. */
  release(outcome: HostOutcome): void
}

/** The hosts of a process, each with its own pace. */
export interface HostSlots {
  /**
   * Waits for a slot at `host` (name, with a port that is not the default). Throws the reason of the signal, or
   * `target_timeout` when the slot would come too late, with `retryAfterMs` when its time is known.
   */
  acquire(host: string, request: TurnRequest): Promise<HostSlot>
}

/** For the delay in robots.txt. */
const MAX_CRAWL_DELAY_MS = 30_000

/** A host that throttles is asked half as often, and more again in steps. */
export function createHostSlots(deps: {
  readonly limiter: Limiter
  readonly concurrency: number
  readonly delayMs: number
  readonly clock?: Clock
}): HostSlots {
  const { limiter, concurrency, delayMs, clock = systemClock } = deps
  return {
    async acquire(host, { crawlDelayMs, maxWaitMs, signal, pace = {} }) {
      const asked = Math.max(crawlDelayMs, pace.minDelayMs ?? 0)
      const intervalMs = Math.max(delayMs, Math.min(MAX_CRAWL_DELAY_MS, asked))
      const giveUpAt = clock.now() + maxWaitMs
      try {
        const slot = await limiter.acquire(`host ${host}`, {
          concurrency: Math.min(concurrency, pace.concurrency ?? concurrency),
          intervalMs,
          perDay: null,
          maxWaitMs,
          signal,
        })
        return { release: (outcome) => slot.release(feedbackOf(outcome)) }
      } catch (error) {
        // A time that must pass is refused before the end of the wait; how long a holder takes is unknown.
        throw asHostError(error, clock.now() < giveUpAt)
      }
    },
  }
}

function feedbackOf({ status, retryAfterMs }: HostOutcome): Feedback {
  if (status === 429 || status === 503) return { throttled: true, closedForMs: retryAfterMs ?? 0 }
  return { throttled: status !== null && status < 500 ? false : null }
}

/** `target_timeout` of a caller whose time was over before it had a slot. */
export function turnTooLate(cause: unknown, retryAfterMs?: number): SurveyorError {
  return new SurveyorError('target_timeout', 'The turn at the host comes after the deadline.', {
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** The errors that HostSlots documents. */
function asHostError(error: unknown, isTimeKnown: boolean): unknown {
  if (!(error instanceof SurveyorError) || error.code !== 'rate_limited') return error
  return turnTooLate(error, isTimeKnown ? error.retryAfterMs : undefined)
}
