// Whether the terms of a resource allow another slot now, and when they will.
import { slotsAt, spacingAt } from '#kit/pace.ts'

/** The terms of a slot request. */
export interface PermitWish {
  readonly resource: string
  readonly concurrency: number
  readonly spacingMs: number
  readonly perDay: number | null
  /** At most this many slots. */
  readonly count: number
}

/** The known state of the resource, by one clock. */
export interface ResourceState {
  readonly now: Date
  readonly lastGrantAt: Date | null
  readonly closedUntil: Date | null
  readonly rate: number
  /** Slots held now. */
  readonly held: number
  /** When the next of them becomes free if it is not renewed. */
  readonly nextExpiryAt: Date | null
  /** When the `perDay`-th newest slot was granted; null when fewer were granted. */
  readonly dayBeganAt: Date | null
}

export interface Judgement {
  readonly grant: number
  /** See PermitsAnswer. */
  readonly reuseMs: number
  readonly retryAfterMs: number | null
}

export const DAY_MS = 24 * 3_600_000
/**
 * When requests need no spacing, a slot may be reused for this long, so that a busy host costs one call in a second and
 * not one for each request. A longer time would make other workers wait.
 */
const REUSE_MS = 1_000

export function judgeTerms(wish: PermitWish, state: ResourceState): Judgement {
  const now = state.now.getTime()
  const spacingMs = spacingAt(state.rate, wish.spacingMs)
  const openAt = Math.max(
    state.closedUntil?.getTime() ?? 0,
    state.lastGrantAt === null ? 0 : state.lastGrantAt.getTime() + spacingMs,
    wish.perDay === null || state.dayBeganAt === null ? 0 : state.dayBeganAt.getTime() + DAY_MS,
  )
  if (openAt > now) return { grant: 0, reuseMs: 0, retryAfterMs: Math.ceil(openAt - now) }
  const room = slotsAt(state.rate, wish.concurrency) - state.held
  if (room <= 0) return { grant: 0, reuseMs: 0, retryAfterMs: null }
  // Requests with spacing or a daily count start one by one.
  const single = spacingMs > 0 || wish.perDay !== null
  return {
    grant: single ? 1 : Math.min(room, wish.count),
    reuseMs: single ? 0 : REUSE_MS,
    retryAfterMs: null,
  }
}
