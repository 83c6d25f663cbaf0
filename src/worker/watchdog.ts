// Kills the process when its event loop is blocked: an operation that never yields cannot be stopped otherwise.
import { Worker } from 'node:worker_threads'

/** A kill needs this many checks in a row without a tick, so that one late tick is not enough. */
const CHECKS = 20

/**
 * Watches from its own thread until disposed of. After `stallMs` without a turn of the event loop, in which the process had a
 * core for half of the time, it kills the process with SIGKILL: the leases of its jobs run out and crawl gives them to
 * other workers. A process that had no core gets four times as long.
 */
export function startWatchdog(stallMs: number): AsyncDisposable {
  const ticks = new Int32Array(new SharedArrayBuffer(4))
  const ticking = setInterval(() => Atomics.add(ticks, 0, 1), stallMs / CHECKS / 2).unref()
  const thread = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: { ticks, stallMs, checks: CHECKS },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
  thread.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await thread.terminate()
    },
  }
}
