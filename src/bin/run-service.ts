// `surveyor places`, `surveyor crawl` and `surveyor worker`: one part in a process of its own.
import { loadSettings } from '#config/load-settings.ts'
import { createLogger } from '#platform/telemetry/logger.ts'
import { checkSetup } from './check-setup.ts'
import type { CommandLine } from '#bin/cli/command-line.ts'
import {
  composeCrawl,
  composePlaces,
  composeWorker,
  type RunningService,
  type ServiceComposition,
} from './compose.ts'
import type { ServiceName } from '#bin/product/database.ts'
import { runUntilStopped } from '#bin/product/run-until-stopped.ts'

/** Added to the grace period of running work: for closing connections, and for an embedded database. */
export const STOP_MARGIN_MS = 20_000

/** Runs until a signal stops it. Answers the exit code. */
export async function runPlaces(line: CommandLine): Promise<number> {
  return runService('places', line, composePlaces)
}

/** As `runPlaces`. */
export async function runCrawl(line: CommandLine): Promise<number> {
  return runService('crawl', line, composeCrawl)
}

/** Serves until stopped; an embedded database is shared with the other services of the data folder. */
async function runService(
  service: ServiceName,
  { flags, settingsFile }: CommandLine,
  compose: (composition: ServiceComposition) => Promise<RunningService>,
): Promise<number> {
  const { settings, warnings } = await loadSettings({ flags, file: settingsFile })
  const log = createLogger({ name: service, level: settings.logLevel ?? 'info' })
  for (const warning of warnings) log.warn(warning)
  return runUntilStopped({
    log,
    say: (text) => log.info(text),
    stopWithinMs: settings.stopDelayMs + settings.stopGraceMs + STOP_MARGIN_MS,
    async start(resources, { signal, onStopNow }) {
      // Not imported above: a worker has no database.
      const { anyDatabase, migrateServices } = await import('#bin/product/database.ts')
      const databaseUrl = await anyDatabase({ settings, log, resources, onStopNow })
      await migrateServices(databaseUrl, [service], log, signal)
      const { url } = await compose({ settings, log, resources, databaseUrl, alone: false, signal })
      log.info({ url }, `${service} is ready`)
    },
  })
}

/** As `runPlaces`; it needs no database. */
export async function runWorkerProcess({ flags, settingsFile }: CommandLine): Promise<number> {
  const { settings, warnings } = await loadSettings({ flags, file: settingsFile })
  const log = createLogger({ name: 'worker', level: settings.logLevel ?? 'info' })
  for (const warning of warnings) log.warn(warning)
  return runUntilStopped({
    log,
    say: (text) => log.info(text),
    stopWithinMs: settings.stopGraceMs + STOP_MARGIN_MS,
    async start(resources, { signal, request }) {
      await checkSetup({ settings, log, signal, readsAll: false, network: false })
      const { done, instanceId } = await composeWorker({ settings, log, resources })
      // `surveyor start` sees the end of this process before crawl does. Without it this goes to nobody.
      process.send?.(instanceId, undefined, undefined, () => undefined)
      // Also stops when crawl told it to.
      void done.then(request)
    },
  })
}
