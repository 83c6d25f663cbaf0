// The exact form of a limit: the time of each request in the last window. A whole quota may come at once, and never
// more.
import type { RatePolicy, RateVerdict } from './rate-limiter.ts'

/**
 * Larger quotas are counted in this many steps of the window. The count of a step stays until its last request leaves
 * the window.
 */
const MAX_ENTRIES = 1_000

/** The precision of the times, in ms: exact when a window holds no more requests than entries. */
export function stepMs({ quota, windowMs }: RatePolicy): number {
  return quota <= MAX_ENTRIES ? 1 : Math.ceil(windowMs / MAX_ENTRIES)
}

/** The requests of one subject, oldest first. */
export interface RequestLog {
  readonly times: number[]
  readonly counts: number[]
  total: number
}

/** The log of a subject that has sent nothing. */
export function emptyLog(): RequestLog {
  return { times: [], counts: [], total: 0 }
}

/** Drops requests older than a whole window. */
export function dropOld(log: RequestLog, { windowMs }: RatePolicy, now: number): void {
  let gone = 0
  for (const time of log.times) {
    if (time >= now - windowMs) break
    gone += 1
  }
  for (const count of log.counts.splice(0, gone)) log.total -= count
  log.times.splice(0, gone)
}

/** Admits one more request if the window has room. */
export function takeOne(log: RequestLog, policy: RatePolicy, now: number): RateVerdict {
  dropOld(log, policy, now)
  const admitted = log.total < policy.quota
  if (admitted) {
    const step = stepMs(policy)
    const at = step === 1 ? now : Math.ceil(now / step) * step
    const last = log.times.length - 1
    if (log.times[last] === at) log.counts[last] = (log.counts[last] ?? 0) + 1
    else {
      log.times.push(at)
      log.counts.push(1)
    }
    log.total += 1
  }
  const [first = now, latest = now] = [log.times[0], log.times.at(-1)]
  return {
    admitted,
    remaining: Math.max(0, policy.quota - log.total),
    resetMs: Math.max(0, latest + policy.windowMs - now),
    retryAfterMs: admitted ? 0 : Math.floor(first + policy.windowMs - now) + 1,
  }
}
