// Makes scheduled jobs queued on time: a timer for the next due job. The sweep is the fallback.
import type { Logger } from '#platform/telemetry/logger.ts'
import { createCoalescedTask } from './coalesced-task.ts'

/** Promotes scheduled jobs at their time, not at the next sweep. */
export interface DueTimer {
  /** A job was scheduled: it may be due before all others. */
  check(): void
  stop(): Promise<void>
}

/** For longer waits the sweep is exact enough. */
const FARTHEST_MS = 60_000
/** Another replica is promoting the due jobs: check again after this. */
const HELD_ELSEWHERE_MS = 50

export function createDueTimer(deps: {
  readonly log: Logger
  readonly nextDueInMs: () => Promise<number | null>
  readonly promoteDue: () => Promise<void>
}): DueTimer {
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  const checking = createCoalescedTask(deps.log, 'looking for the next scheduled job', async () => {
    if (stopped) return
    let next = await deps.nextDueInMs()
    if (next !== null && next <= 0) {
      await deps.promoteDue()
      next = await deps.nextDueInMs()
    }
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (stopped || next === null || next > FARTHEST_MS) return
    timer = setTimeout(() => void checking.trigger(), next <= 0 ? HELD_ELSEWHERE_MS : Math.max(1, next))
  })

  return {
    check: () => void checking.trigger(),
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await checking.settled()
    },
  }
}
