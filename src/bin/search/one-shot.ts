// A command that starts the product, asks it for one thing, and stops it again; or asks a places that runs elsewhere.
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '#config/load-settings.ts'
import type { Settings } from '#config/settings.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { createLogger, type Logger } from '#platform/log/logger.ts'
import { checkSetup, UnreachableError } from '#bin/check-setup.ts'
import { startProduct } from '#bin/product.ts'
import { announcedProduct, type AnnouncedProduct } from '#bin/running-product.ts'
import { STOP_MARGIN_MS } from '#bin/run-service.ts'
import { runUntilStopped } from '#bin/run-until-stopped.ts'
import { createPlacesClient, type PlacesClient } from './places-client.ts'
import type { ProgressBar } from './progress-bar.ts'
import { EXIT } from './run-search.ts'

export interface OneShot {
  /** In the log, which is a file of this name in the data folder. */
  readonly name: string
  readonly settings: Settings
  readonly settingsFile: string | null
  readonly bar: ProgressBar
  /** A places that runs already; null: the one of the data folder, or where none runs one of its own. */
  readonly placesUrl: string | null
  /** Called where the product is started; what it opens goes onto `resources`. */
  ownSettings(resources: AsyncDisposableStack): Promise<Partial<Settings>>
  /** Answers the exit code. */
  work(places: PlacesClient): Promise<number>
}

const EXIT_STOPPED = 130

/** Answers the exit code of the work, or that of a program that was told to stop. */
export async function runOneShot(shot: OneShot): Promise<number> {
  const { settings } = shot
  await using output = shot.placesUrl === null ? await openLog(shot) : null
  // What the services have to say is for a file: the screen belongs to the answer.
  const log = output?.log ?? createLogger({ name: shot.name, level: 'silent' })
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
      const deps = {
        log,
        resources,
        signal: stopping.signal,
        onStopNow: (stop: () => void) => void stopNow.push(stop),
      }
      try {
        const origin = shot.placesUrl ?? (await placesOf(shot, { ...deps, workerOutput: output?.fd ?? 2 }))
        const { adminKey } = settings
        const headers: Record<string, string> =
          adminKey === null ? {} : { authorization: `Bearer ${adminKey}` }
        const places = resources.use(createPeer({ origin, headers }))
        exitCode = await shot.work(createPlacesClient(places, stopping.signal))
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        console.error(error.message)
        exitCode = EXIT.unreachable
      }
      stopping.request()
    },
  })
  return exitCode
}

type StartDeps = Pick<
  Parameters<typeof startProduct>[0],
  'log' | 'resources' | 'signal' | 'onStopNow' | 'workerOutput'
>

/** Starts the product on the data folder, unless it runs there already: then that one is asked. */
async function placesOf({ bar, settings, settingsFile, ...shot }: OneShot, deps: StartDeps): Promise<string> {
  const running = await announcedProduct(settings.dataDir)
  if (running !== null) {
    checkSameMap(settings, running)
    return running.placesUrl
  }
  const own = { ...ownProduct(settings), ...(await shot.ownSettings(deps.resources)) }
  await checkSetup({
    settings: own,
    log: deps.log,
    signal: deps.signal,
    readsAll: true,
    network: true,
    progress: (message, share) => bar.update(message, share),
  })
  bar.update('starting the database, places, crawl and a worker', null)
  return (await startProduct({ ...deps, settings: own, settingsFile })).placesUrl
}

/** Throws SettingsError where the running services would search another map than the one asked for. */
function checkSameMap({ dataDir, osmFile }: Settings, running: AnnouncedProduct): void {
  if (osmFile === null || osmFile === running.osmFile) return
  const map = running.osmFile === null ? 'no OSM file' : `the OSM file ${running.osmFile}`
  throw new SettingsError(
    `${running.placesUrl} runs on the data folder ${dataDir} with ${map}. Stop it, or search in another folder: ` +
      '--data-dir DIR.',
  )
}

/** Everything of its own but the data folder: free ports and the embedded database, so that what was found stays. */
function ownProduct(settings: Settings): Settings {
  return {
    ...settings,
    databaseUrl: null,
    placesPort: 0,
    crawlPort: 0,
    crawlUrl: null,
    placesUrl: null,
    host: '127.0.0.1',
    workers: 1,
  }
}

interface CommandLog extends AsyncDisposable {
  readonly log: Logger
  /** Of the open file, for the workers. */
  readonly fd: number
}

/** `search.log` in the data folder, of this run alone. */
async function openLog({ name, settings }: OneShot): Promise<CommandLog> {
  await mkdir(settings.dataDir, { recursive: true })
  // Appended to, since the workers write to it as well.
  const file = await open(join(settings.dataDir, `${name}.log`), 'a')
  await file.truncate()
  const stream = file.createWriteStream()
  return {
    fd: file.fd,
    log: createLogger({ name, level: settings.logLevel ?? 'warn', stream }),
    async [Symbol.asyncDispose]() {
      stream.end()
      await once(stream, 'close')
    },
  }
}
