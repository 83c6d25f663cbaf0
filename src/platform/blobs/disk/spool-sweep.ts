// Periodically removes partial files of killed processes.
import type { Logger } from '#platform/telemetry/logger.ts'
import { sweepSpool } from './spool.ts'

/** A put that is older than this was killed: uploads end within minutes. */
const ABANDONED_MS = 3_600_000
const SWEEP_EVERY_MS = 3_600_000

/** Runs once now and then every hour until it is disposed. */
export async function startSpoolSweep(folder: string, log: Logger): Promise<AsyncDisposable> {
  const sweep = async (): Promise<void> => {
    try {
      const count = await sweepSpool(folder, ABANDONED_MS)
      if (count > 0) log.info({ count }, 'took out files that a killed process had begun to write')
    } catch (error) {
      log.warn({ err: error }, 'files that were begun could not be swept')
    }
  }
  await sweep()
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
    },
  }
}
