// Work that must happen some time after each of many events; one run serves all events before it.
import { isStorageUnavailable } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** One run serves all triggers before it. */
export interface CoalescedTask {
  /** Resolves when a run that began after this call has ended, successful or not. */
  readonly trigger: () => Promise<void>
  readonly settled: () => Promise<void>
}

/** Never two runs at a time. A failed run is logged and not repeated, because the sweep does the same work. */
export function createCoalescedTask(log: Logger, what: string, run: () => Promise<void>): CoalescedTask {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function runOnce(): Promise<void> {
    try {
      await run()
    } catch (error) {
      const away = isStorageUnavailable(error)
      log[away ? 'debug' : 'warn']({ err: error }, `${what} failed; the sweep will do it`)
    }
  }

  async function begin(): Promise<void> {
    running = runOnce()
    await running
    running = null
  }

  async function trigger(): Promise<void> {
    if (running === null) return begin()
    next ??= running.then(async () => {
      next = null
      return begin()
    })
    return next
  }

  return {
    trigger,
    async settled() {
      await (next ?? running)
    },
  }
}
