// The slot that one fetch holds from hop to hop: never at more than one host at a time.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Deadline } from '#platform/egress/transport/deadline.ts'
import { turnTooLate, type HostOutcome, type HostPace, type HostSlot, type HostSlots } from './host-slots.ts'

/** To be given back when the fetch has ended. */
export interface Turn {
  /** Waits for a slot at `host` and releases the slot of another host. A redirect within a host keeps the slot. */
  take(host: string, crawlDelayMs: number, pace?: HostPace): Promise<void>
  /** The outcome at the host; it is reported when the slot is released. */
  saw(outcome: HostOutcome): void
  giveBack(): void
}

/** For a caller with other work to do meanwhile. */
export interface TurnWait {
  /**
   * The longest wait for the first slot. After it `target_busy` is thrown, with `retryAfterMs` when the time of the
   * slot is known.
   */
  readonly maxWaitMs: number
  /** Called when the wait for the first slot has become long, and when it is over. */
  readonly onWaiting: (waiting: boolean) => void
}

const NO_ANSWER: HostOutcome = { status: null, retryAfterMs: null }
/** Most slots come sooner. */
const LONG_WAIT_MS = 250

/** Waits end with the deadline. */
export function createTurn(slots: HostSlots, deadline: Deadline, waitLimit?: TurnWait): Turn {
  let held: { readonly host: string; readonly slot: HostSlot } | null = null
  let outcome = NO_ANSWER
  let isFirst = true

  const giveBack = (): void => {
    held?.slot.release(outcome)
    held = null
    outcome = NO_ANSWER
  }
  const requestOf = (crawlDelayMs: number, maxWaitMs: number, pace?: HostPace) => ({
    signal: deadline.signal,
    crawlDelayMs,
    maxWaitMs,
    ...(pace === undefined ? {} : { pace }),
  })
  return {
    async take(host, crawlDelayMs, pace) {
      if (held?.host === host) return
      giveBack()
      const remainingMs = deadline.remainingMs()
      try {
        const slot =
          isFirst && waitLimit !== undefined && waitLimit.maxWaitMs < remainingMs
            ? await acquireWithin(slots, host, requestOf(crawlDelayMs, waitLimit.maxWaitMs, pace), waitLimit)
            : await slots.acquire(host, requestOf(crawlDelayMs, remainingMs, pace))
        held = { host, slot }
      } catch (error) {
        // The deadline speaks of an answer of the target, which was not asked.
        throw error === deadline.signal.reason && isTimeout(error) ? turnTooLate(error) : error
      }
      isFirst = false
    },
    saw(latest) {
      outcome = latest
    },
    giveBack,
  }
}

async function acquireWithin(
  slots: HostSlots,
  host: string,
  request: Parameters<HostSlots['acquire']>[1],
  { onWaiting }: TurnWait,
): Promise<HostSlot> {
  let isLong = false
  const timer = setTimeout(() => {
    isLong = true
    onWaiting(true)
  }, LONG_WAIT_MS)
  try {
    return await slots.acquire(host, request)
  } catch (error) {
    if (!isTimeout(error)) throw error
    const { retryAfterMs } = error
    throw new SurveyorError('target_busy', 'Others keep the host of the target busy; the turn comes later.', {
      cause: error,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  } finally {
    clearTimeout(timer)
    if (isLong) onWaiting(false)
  }
}

const isTimeout = (error: unknown): error is SurveyorError =>
  error instanceof SurveyorError && error.code === 'target_timeout'
