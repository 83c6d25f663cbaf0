// A command that works on the database for as long as it takes, and can be stopped in order.
import type { Settings } from '#config/settings.ts'
import { runUntilStopped } from '#bin/product/run-until-stopped.ts'
import { createLogger, type Logger } from '#platform/telemetry/logger.ts'

/** What the command gets. */
export interface DataCommand {
  readonly log: Logger
  /** Closed when the work has ended, backwards. */
  readonly resources: AsyncDisposableStack
  /** Aborts when the program is told to stop. */
  readonly signal: AbortSignal
  /** Called when the program must end without waiting. */
  onStopNow(stop: () => void): void
}

const STOP_WITHIN_MS = 30_000
const EXIT_STOPPED = 130

/** Answers the exit code: 0, or that of a stopped program. Throws what the work throws. */
export async function runDataCommand(
  name: string,
  { logLevel }: Settings,
  work: (command: DataCommand) => Promise<void>,
): Promise<number> {
  const log = createLogger({ name, level: logLevel ?? 'warn' })
  const stopNow: (() => void)[] = []
  let exitCode = EXIT_STOPPED
  await runUntilStopped({
    log,
    say: (text) => log.info(text),
    stopWithinMs: STOP_WITHIN_MS,
    stopNow: () => {
      for (const stop of stopNow) stop()
    },
    async start(resources, stopping) {
      await work({
        log,
        resources,
        signal: stopping.signal,
        onStopNow: (stop) => void stopNow.push(stop),
      })
      exitCode = 0
      stopping.request()
    },
  })
  return exitCode
}
