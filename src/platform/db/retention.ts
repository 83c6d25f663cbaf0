// Deletes expired rows and does other upkeep periodically. Any replica may do it, also several at once.
import { isStorageUnavailable } from '#contract/surveyor-error.ts'
import { withJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** What is deleted, and how often. */
export interface RetentionDeps {
  readonly log: Logger
  readonly everyMs: number
  /** Each task answers how many rows of its kind were deleted. Its name is that of the log line. */
  readonly tasks: Readonly<Record<string, () => Promise<number>>>
  /** The log line of a task that did something, for upkeep that does not delete. */
  readonly done?: string
}

/** Runs all tasks at once and then every `everyMs` (±20 %, so that replicas drift apart), until it is disposed. */
export function startRetention(deps: RetentionDeps): AsyncDisposable {
  const { log, everyMs, tasks } = deps
  const closing = new AbortController()

  const { done = 'deleted what is not kept any longer' } = deps

  async function runOne(what: string, task: () => Promise<number>): Promise<void> {
    try {
      const count = await task()
      if (count > 0) log.info({ what, count }, done)
    } catch (error) {
      const away = isStorageUnavailable(error)
      log[away ? 'warn' : 'error']({ err: error, what }, 'a periodic task failed')
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      for (const [what, task] of Object.entries(tasks)) {
        if (!closing.signal.aborted) await runOne(what, task)
      }
      await systemClock.sleep(withJitter(everyMs), closing.signal)
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}

/**
 * Repeats `batch` until one finds less than its limit, so that no transaction is long. Each answers how many rows it deleted;
 * the answer is their sum.
 */
export async function inBatches(limit: number, batch: () => Promise<number>): Promise<number> {
  for (let sum = 0; ;) {
    const count = await batch()
    sum += count
    if (count < limit) return sum
  }
}

/** The time before which nothing is kept. */
export function keptSince(keepMs: number): Date {
  return new Date(Date.now() - keepMs)
}
