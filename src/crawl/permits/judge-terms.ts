// Whether the terms of a resource allow another permit now, and when they will.
import { slotsAt, spacingAt } from '#kit/pace.ts'

/** The terms a permit is asked under. */
export interface PermitWish {
  readonly resource: string
  readonly concurrency: number
  readonly spacingMs: number
  readonly perDay: number | null
  /** At most so many. */
  readonly count: number
}

/** What is known of the resource, by one clock. */
export interface ResourceState {
  readonly now: Date
  readonly lastGrantAt: Date | null
  readonly closedUntil: Date | null
  readonly rate: number
  /** Permits held now. */
  readonly held: number
  /** When the next of them comes back if nobody renews it. */
  readonly nextExpiryAt: Date | null
  /** When the `perDay`-th newest permit was granted; null where fewer were. */
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
 * Between requests that need no distance a permit need not come back each time: then a busy host costs a call in a
 * second and not one for each request. Longer would keep other workers waiting.
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
  // What keeps a distance or is counted starts one by one.
  const single = spacingMs > 0 || wish.perDay !== null
  return {
    grant: single ? 1 : Math.min(room, wish.count),
    reuseMs: single ? 0 : REUSE_MS,
    retryAfterMs: null,
  }
}
