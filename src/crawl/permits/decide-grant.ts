// Whether the terms of a resource allow another slot now, and when they will.
import { slotsAt, spacingAt } from '#kit/time/pace.ts'

/** The terms of a slot request. */
export interface PermitRequest {
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

export interface GrantDecision {
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

export function decideGrant(request: PermitRequest, state: ResourceState): GrantDecision {
  const now = state.now.getTime()
  const spacingMs = spacingAt(state.rate, request.spacingMs)
  const openAt = Math.max(
    state.closedUntil?.getTime() ?? 0,
    state.lastGrantAt === null ? 0 : state.lastGrantAt.getTime() + spacingMs,
    request.perDay === null || state.dayBeganAt === null ? 0 : state.dayBeganAt.getTime() + DAY_MS,
  )
  if (openAt > now) return { grant: 0, reuseMs: 0, retryAfterMs: Math.ceil(openAt - now) }
  const free = slotsAt(state.rate, request.concurrency) - state.held
  if (free <= 0) return { grant: 0, reuseMs: 0, retryAfterMs: null }
  // Requests with spacing or a daily count start one by one.
  const single = spacingMs > 0 || request.perDay !== null
  return {
    grant: single ? 1 : Math.min(free, request.count),
    reuseMs: single ? 0 : REUSE_MS,
    retryAfterMs: null,
  }
}
