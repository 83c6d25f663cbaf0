// The state machine of a limit: what may start now, and what starts and feedback change. Pure; every backend applies it.
import { DAY_MS } from '#kit/time/clock.ts'
import type { Feedback, LimitPolicy } from './limiter.ts'

/** What is remembered of a key, in milliseconds of one clock. */
export interface LimitState {
  /** Share of the configured rate, at most 1: halved by throttling, restored in steps (AIMD). */
  readonly rate: number
  /** `Retry-After`, and what else asks for a pause; null: never closed. */
  readonly closedUntil: number | null
  /** Null: nothing started yet. */
  readonly lastStartAt: number | null
  /** The rate at that start. */
  readonly lastStartRate: number
}

/** What is counted at a key now. */
export interface LimitUsage {
  readonly held: number
  /** When the `perDay`-th newest slot was granted; null when fewer were granted. */
  readonly dayBeganAt: number | null
}

export interface Decision {
  /** How many slots may start now. */
  readonly grant: number
  /** See TakenSlots. */
  readonly reuseMs: number
  readonly retryAfterMs: number | null
}

export const UNUSED: LimitState = { rate: 1, closedUntil: null, lastStartAt: null, lastStartRate: 1 }

const MIN_RATE = 1 / 64
const THROTTLED_FACTOR = 0.5
const RESTORED_STEP = 0.1
/** Between the starts at a throttling key whose policy has no interval that could be multiplied. */
const THROTTLED_INTERVAL_MS = 100
/**
 * When starts need no interval, a slot may be reused for this long, so that a busy host costs one call in a second and
 * not one for each request. A longer time would make other workers wait.
 */
const REUSE_MS = 1_000

/** How many of `count` slots the policy allows at `now`, and when it will allow one. */
export function decideSlots(
  { policy, count }: { readonly policy: LimitPolicy; readonly count: number },
  state: LimitState,
  { held, dayBeganAt }: LimitUsage,
  now: number,
): Decision {
  const intervalMs = intervalAt(Math.min(state.rate, state.lastStartRate), policy.intervalMs)
  // A start further ahead than its interval is one of before the clock was set back: nobody knows how long ago it was.
  const startedAt =
    state.lastStartAt === null || state.lastStartAt > now + intervalMs ? -Infinity : state.lastStartAt
  const openAt = Math.max(
    state.closedUntil ?? -Infinity,
    startedAt + intervalMs,
    policy.perDay === null || dayBeganAt === null ? -Infinity : dayBeganAt + DAY_MS,
  )
  if (openAt > now) return { grant: 0, reuseMs: 0, retryAfterMs: Math.ceil(openAt - now) }
  const free = Math.max(1, Math.floor(policy.concurrency * state.rate)) - held
  if (free <= 0) return { grant: 0, reuseMs: 0, retryAfterMs: null }
  // Starts with an interval or a budget of the day are granted one by one.
  const isSingle = intervalMs > 0 || policy.perDay !== null
  return {
    grant: isSingle ? 1 : Math.min(free, count),
    reuseMs: isSingle ? 0 : REUSE_MS,
    retryAfterMs: null,
  }
}

/** A slot was granted at `now`. The interval after it follows the slower of its own rate and the newest. */
export function afterStart(state: LimitState, now: number): LimitState {
  return { ...state, lastStartAt: now, lastStartRate: state.rate }
}

/** Answers the state itself when the feedback changes nothing. */
export function afterFeedback(state: LimitState, feedback: Feedback, now: number): LimitState {
  const { closedForMs = 0, throttled = null } = feedback
  const rate = rateAfter(state.rate, throttled)
  const closedUntil =
    closedForMs > 0 ? Math.max(state.closedUntil ?? -Infinity, now + closedForMs) : state.closedUntil
  return rate === state.rate && closedUntil === state.closedUntil ? state : { ...state, rate, closedUntil }
}

function rateAfter(rate: number, throttled: boolean | null): number {
  if (throttled === null) return rate
  if (throttled) return Math.max(MIN_RATE, rate * THROTTLED_FACTOR)
  const restored = rate + RESTORED_STEP
  // Sums of tenths miss 1 by a rounding error, which would cost a slot.
  return restored > 1 - Number.EPSILON * 8 ? 1 : restored
}

function intervalAt(rate: number, intervalMs: number): number {
  return rate >= 1 ? intervalMs : Math.max(intervalMs, THROTTLED_INTERVAL_MS) / rate
}
