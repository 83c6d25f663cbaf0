// A command that starts the product, uses one of its services once, and stops it again; or that uses a running service.
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '#config/load-settings.ts'
import type { Settings } from '#config/settings.ts'
import { createPeer, type Peer } from '#platform/egress/peer.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import { createLogger, type Logger } from '#platform/telemetry/logger.ts'
import { checkSetup, UnreachableError } from './check-setup.ts'
import { startProduct } from './product.ts'
import { announcedProduct, type AnnouncedProduct } from '#bin/product/running-product.ts'
import { STOP_MARGIN_MS } from './run-service.ts'
import { runToEnd } from '#bin/product/run-until-stopped.ts'
import type { ProgressBar } from '#bin/search/progress-bar.ts'
import { EXIT } from '#bin/cli/exit-codes.ts'

/** What a command does with the product, and which product it takes. */
export interface OneShot {
  /** The log file in the data folder has this name. */
  readonly name: string
  readonly settings: Settings
  readonly settingsFile: string | null
  readonly bar: ProgressBar
  readonly service: 'places' | 'crawl'
  /** The URL of the running service; null: the one of the data folder, else a new one. */
  readonly url: string | null
  /** Beside those given, when the product is started; everything it opens is added to `resources`. */
  ownSettings?(resources: AsyncDisposableStack): Promise<Partial<Settings>>
  /** Answers the exit code. `signal` ends the requests under way when the program is stopped. */
  work(service: Peer, signal: AbortSignal): Promise<number>
}

/** Answers the exit code of the work, or that of a stopped program. */
export async function runOneShot(shot: OneShot): Promise<number> {
  const { settings } = shot
  await using output = shot.url === null ? await openLog(shot) : null
  // The services log to a file, because the screen shows the answer.
  const log = output?.log ?? createLogger({ name: shot.name, level: 'silent' })
  return await runToEnd({
    log,
    say: (text) => log.info(text),
    stopWithinMs: settings.stopGraceMs + STOP_MARGIN_MS,
    async work(resources, { signal, onStopNow }) {
      try {
        const workerOutput = output?.fd ?? 2
        const origin = shot.url ?? (await urlOf(shot, { log, resources, signal, onStopNow, workerOutput }))
        const { adminKey } = settings
        const headers: Record<string, string> =
          adminKey === null ? {} : { authorization: `Bearer ${adminKey}` }
        const peer = resources.use(createPeer({ origin, headers }))
        return await shot.work(peer, signal)
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        console.error(error.message)
        return EXIT.unreachable
      }
    },
  })
}

type StartDeps = Pick<
  Parameters<typeof startProduct>[0],
  'log' | 'resources' | 'signal' | 'onStopNow' | 'workerOutput'
>

/** Starts the product on the data folder, unless it runs there already: then that one is used. */
async function urlOf(
  { bar, settings, settingsFile, service, ...shot }: OneShot,
  deps: StartDeps,
): Promise<string> {
  const running = await announcedProduct(settings.dataDir)
  if (running !== null) {
    if (service === 'crawl') return running.crawlUrl
    checkSameMap(settings, running)
    return running.placesUrl
  }
  const own = { ...ownProduct(settings), ...(await shot.ownSettings?.(deps.resources)) }
  await checkSetup({
    settings: own,
    log: deps.log,
    signal: deps.signal,
    readsAll: true,
    // Only a search asks a map.
    network: service === 'places',
    progress: (message, share) => bar.update(message, share),
  })
  bar.update('starting the database, places, crawl and a worker', null)
  const started = await startProduct({ ...deps, settings: own, settingsFile })
  return service === 'crawl' ? started.crawlUrl : started.placesUrl
}

/** Throws SettingsError when the running services would search another map than the requested one. */
function checkSameMap({ dataDir, osmFile }: Settings, running: AnnouncedProduct): void {
  if (osmFile === null || osmFile === running.osmFile) return
  const map = running.osmFile === null ? 'no OSM file' : `the OSM file ${running.osmFile}`
  throw new SettingsError(
    `${running.placesUrl} runs on the data folder ${dataDir} with ${map}. Stop it, or search in another folder: ` +
      '--data-dir DIR.',
  )
}

/** Free ports and the embedded database, but the same data folder, so that the results stay. */
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
  /** The descriptor of the open file, for the workers. */
  readonly fd: number
}

/** `search.log` in the data folder, for this run alone. */
async function openLog({ name, settings }: OneShot): Promise<CommandLog> {
  await makeFolder(settings.dataDir)
  // Opened for appending, because the workers write to it as well.
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
