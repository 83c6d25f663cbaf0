// Slots at a host: how many requests run there at once and how far apart they start.
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { LOWEST_RATE, PUSHED_BACK_FACTOR, REGAINED_STEP, slotsAt, spacingAt } from '#kit/time/pace.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

export interface TurnRequest {
  readonly signal: AbortSignal
  /** The delay that robots.txt asks for between two requests; at most 30 s of it is respected. */
  readonly crawlDelayMs: number
  /** A slot that would certainly come later than this is refused at once, so that no worker waits in vain. */
  readonly maxWaitMs: number
}

export interface HostOutcome {
  /** Null without an answer. */
  readonly status: number | null
  /** What the answer asked for, in milliseconds. */
  readonly retryAfterMs: number | null
}

export interface HostPermit {
  /** Must be called once, however the request ended. */
  release(outcome: HostOutcome): void
}

/** One implementation counts slots in this process; another counts them over many processes. */
export interface HostPermits {
  /**
   * Waits for a slot at `host` (name, with a port that is not the default). Throws the reason of the signal, or
   * `target_timeout` with `retryAfterMs` when the slot would come too late.
   */
  acquire(host: string, request: TurnRequest): Promise<HostPermit>
}

/** For the delay in robots.txt. */
export const MAX_CRAWL_DELAY_MS = 30_000
/** Beyond this many hosts, idle ones are forgotten. */
const HOSTS_KEPT = 5000

interface Waiter {
  readonly request: TurnRequest
  readonly giveUpAt: number
  readonly grant: (permit: HostPermit) => void
  readonly refuse: (error: Error) => void
}

interface HostState {
  active: number
  /** Share of the configured rate, at most 1: halved by 429 and 503, regained in steps (AIMD). */
  rate: number
  nextStartAt: number
  closedUntil: number
  readonly waiters: Waiter[]
  wake: AbortController | null
}

export function createHostPermits(deps: {
  readonly concurrency: number
  readonly delayMs: number
  readonly clock?: Clock
}): HostPermits {
  const clock = deps.clock ?? systemClock
  const hosts = new Map<string, HostState>()

  const gapOf = (state: HostState, request: TurnRequest): number => {
    const wantedMs = Math.max(deps.delayMs, Math.min(MAX_CRAWL_DELAY_MS, request.crawlDelayMs))
    return spacingAt(state.rate, wantedMs)
  }
  const hasFreeSlot = (state: HostState): boolean => state.active < slotsAt(state.rate, deps.concurrency)

  const permitFor = (state: HostState): HostPermit => {
    let released = false
    return {
      release(outcome) {
        if (released) return
        released = true
        state.active -= 1
        learn(state, outcome, clock.now())
        pump(state)
      },
    }
  }

  const start = (state: HostState, request: TurnRequest): HostPermit => {
    state.active += 1
    state.nextStartAt = clock.now() + gapOf(state, request)
    return permitFor(state)
  }

  /** Grants every slot that can be granted now; when only time is missing, runs again after that time. */
  const pump = (state: HostState): void => {
    state.wake?.abort()
    state.wake = null
    while (state.waiters.length > 0 && hasFreeSlot(state)) {
      const waitMs = Math.max(state.nextStartAt, state.closedUntil) - clock.now()
      if (waitMs > 0) {
        // An answer may have closed the host for longer than some callers can wait.
        for (const late of state.waiters.filter(({ giveUpAt }) => giveUpAt < clock.now() + waitMs))
          late.refuse(tooLate(waitMs))
        if (state.waiters.length === 0) return
        const wake = new AbortController()
        state.wake = wake
        void clock.sleep(waitMs, wake.signal).then(() => (wake.signal.aborted ? undefined : pump(state)))
        return
      }
      const waiter = state.waiters.shift() as Waiter
      waiter.grant(start(state, waiter.request))
    }
  }

  return {
    async acquire(host, request) {
      request.signal.throwIfAborted()
      const state = stateOf(hosts, host, clock.now())
      const openAt = Math.max(state.nextStartAt, state.closedUntil)
      if (state.waiters.length === 0 && hasFreeSlot(state) && openAt <= clock.now())
        return start(state, request)

      const earliestMs = Math.max(0, openAt - clock.now()) + state.waiters.length * gapOf(state, request)
      if (earliestMs > request.maxWaitMs) {
        throw tooLate(earliestMs)
      }
      return new Promise<HostPermit>((resolve, reject) => {
        const waiter: Waiter = {
          request,
          giveUpAt: clock.now() + request.maxWaitMs,
          grant(permit) {
            request.signal.removeEventListener('abort', leave)
            resolve(permit)
          },
          refuse(error) {
            request.signal.removeEventListener('abort', leave)
            state.waiters.splice(state.waiters.indexOf(waiter), 1)
            reject(error)
          },
        }
        const leave = (): void => {
          waiter.refuse(request.signal.reason as Error)
          pump(state)
        }
        request.signal.addEventListener('abort', leave, { once: true })
        state.waiters.push(waiter)
        pump(state)
      })
    },
  }
}

function tooLate(retryAfterMs: number): SurveyorError {
  return new SurveyorError('target_timeout', 'The turn at the host comes after the deadline.', {
    retryAfterMs: Math.ceil(retryAfterMs),
  })
}

function learn(state: HostState, outcome: HostOutcome, now: number): void {
  const { pushedBack, closedForMs } = feedbackOf(outcome)
  if (pushedBack === true) state.rate = Math.max(LOWEST_RATE, state.rate * PUSHED_BACK_FACTOR)
  else if (pushedBack === false) state.rate = Math.min(1, state.rate + REGAINED_STEP)
  state.closedUntil = Math.max(state.closedUntil, now + closedForMs)
}

/** The feedback of an answer about the rate of its host; null in `pushedBack` means none. */
export function feedbackOf({ status, retryAfterMs }: HostOutcome): {
  readonly pushedBack: boolean | null
  readonly closedForMs: number
} {
  if (status === 429 || status === 503) return { pushedBack: true, closedForMs: retryAfterMs ?? 0 }
  return { pushedBack: status !== null && status < 500 ? false : null, closedForMs: 0 }
}

function stateOf(hosts: Map<string, HostState>, host: string, now: number): HostState {
  const known = hosts.get(host)
  if (known !== undefined) return known
  if (hosts.size >= HOSTS_KEPT) {
    for (const [name, state] of hosts) {
      const busy = state.active > 0 || state.waiters.length > 0
      if (!busy && state.rate >= 1 && Math.max(state.nextStartAt, state.closedUntil) <= now)
        hosts.delete(name)
    }
  }
  const fresh: HostState = { active: 0, rate: 1, nextStartAt: 0, closedUntil: 0, waiters: [], wake: null }
  hosts.set(host, fresh)
  return fresh
}
