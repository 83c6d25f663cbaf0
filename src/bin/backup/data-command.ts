// What a backup and a restore have in common: their work on the database, which can be stopped in order, and what they tell.
import type { Settings } from '#config/settings.ts'
import { runToEnd, type Stopping } from '#bin/product/run-until-stopped.ts'
import { createLogger, type Logger } from '#platform/telemetry/logger.ts'

/** What the command gets. */
export interface DataCommand extends Pick<Stopping, 'signal' | 'onStopNow'> {
  readonly log: Logger
  /** Closed when the work has ended, backwards. */
  readonly resources: AsyncDisposableStack
}

const STOP_WITHIN_MS = 30_000

/** Answers the exit code: that of the work, or of a stopped program. Throws what the work throws. */
export async function runDataCommand(
  name: string,
  { logLevel }: Settings,
  work: (command: DataCommand) => Promise<number>,
): Promise<number> {
  const log = createLogger({ name, level: logLevel ?? 'warn' })
  return runToEnd({
    log,
    say: (text) => log.info(text),
    stopWithinMs: STOP_WITHIN_MS,
    work: async (resources, { signal, onStopNow }) => work({ log, resources, signal, onStopNow }),
  })
}

/** `1 row`, `12,345 rows` */
export function countText(count: number, of: string): string {
  return `${count.toLocaleString('en')} ${of}${count === 1 ? '' : 's'}`
}

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** `512 bytes`, `1.3 MB` */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit: string | undefined
  for (const next of UNITS) {
    if (value < 1_000) break
    value /= 1_000
    unit = next
  }
  return unit === undefined ? countText(bytes, 'byte') : `${value.toFixed(1)} ${unit}`
}
