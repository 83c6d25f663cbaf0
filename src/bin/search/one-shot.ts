// A command that starts the product, asks it for one thing, and stops it again; or asks a places that runs elsewhere.
import { join } from 'node:path'
import type { Settings } from '#config/settings.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { createLogger } from '#platform/log/logger.ts'
import { startProduct } from '#bin/product.ts'
import { STOP_MARGIN_MS } from '#bin/run-service.ts'
import { runUntilStopped } from '#bin/run-until-stopped.ts'
import { createPlacesClient, type PlacesClient } from './places-client.ts'
import type { ProgressBar } from './progress-bar.ts'

export interface OneShot {
  /** In the log, and of the folder that its data has below the usual one. */
  readonly name: string
  readonly settings: Settings
  readonly settingsFile: string | null
  readonly bar: ProgressBar
  /** A places that runs already; null: one of its own, as `ownSettings` says. */
  readonly placesUrl: string | null
  /** Called where the product is started; what it opens goes onto `resources`. */
  ownSettings(resources: AsyncDisposableStack): Promise<Partial<Settings>>
  /** Answers the exit code. */
  work(places: PlacesClient): Promise<number>
}

const EXIT_STOPPED = 130

/** Answers the exit code of the work, or that of a program that was told to stop. */
export async function runOneShot(shot: OneShot): Promise<number> {
  const { name, settings, settingsFile, bar } = shot
  const log = createLogger({ name, level: settings.logLevel ?? 'error' })
  const stopNow: (() => void)[] = []
  let exitCode = EXIT_STOPPED
  await runUntilStopped({
    log,
    say: (text) => log.info(text),
    stopWithinMs: settings.stopGraceMs + STOP_MARGIN_MS,
    stopNow: () => {
      for (const stop of stopNow) stop()
    },
    async start(resources, stopping) {
      let origin = shot.placesUrl
      if (origin === null) {
        bar.update('starting the database, places, crawl and a worker', { done: 0, total: null })
        const own = { ...ownProduct(settings, name), ...(await shot.ownSettings(resources)) }
        const { placesUrl } = await startProduct({
          settings: own,
          settingsFile,
          log,
          resources,
          signal: stopping.signal,
          onStopNow: (stop) => void stopNow.push(stop),
        })
        origin = placesUrl
      }
      const { adminKey } = settings
      const headers: Record<string, string> = adminKey === null ? {} : { authorization: `Bearer ${adminKey}` }
      const places = resources.use(createPeer({ origin, headers }))
      exitCode = await shot.work(createPlacesClient(places, stopping.signal))
      stopping.request()
    },
  })
  return exitCode
}

/**
 * Everything of its own: a data folder below the usual one, free ports, the embedded database. Whatever else runs on this
 * machine is not touched.
 */
function ownProduct(settings: Settings, name: string): Settings {
  return {
    ...settings,
    dataDir: join(settings.dataDir, name),
    databaseUrl: null,
    placesPort: 0,
    crawlPort: 0,
    crawlUrl: null,
    placesUrl: null,
    host: '127.0.0.1',
    workers: 1,
  }
}
