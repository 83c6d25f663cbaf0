// The whole product on one machine: database, crawl and places in this process, workers in child processes.
import { hkdfSync, randomBytes } from 'node:crypto'
import { childEnvironment } from '#config/child-environment.ts'
import type { SettingName, Settings } from '#config/settings.ts'
import { pepperFrom } from '#platform/keys/pepper.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { migrateServices, ownDatabase } from '#bin/product/database.ts'
import { STOP_MARGIN_MS } from './run-service.ts'
import {
  runWorkerProcesses,
  type WorkerProcesses,
  type WorkerProcessOptions,
} from '#bin/product/worker-processes.ts'

/** How the product is started. */
export interface ProductOptions {
  readonly settings: Settings
  /** `--config FILE`, which the workers read as well. */
  readonly settingsFile: string | null
  readonly log: Logger
  /** The log of the workers: an open file, or the output of this process. */
  readonly workerOutput?: number
  /** Everything opened is added here, so that disposing it stops the product in order. */
  readonly resources: AsyncDisposableStack
  /** Aborts the start. */
  readonly signal: AbortSignal
  /** Registers what even an immediate stop must do, without waiting. */
  onStopNow(stop: () => void): void
}

/** The origins of the services, `http://127.0.0.1:8081`. */
export interface RunningProduct {
  readonly placesUrl: string
  readonly crawlUrl: string
  /** The services that answer nobody without a key. */
  readonly keyed: readonly ('places' | 'crawl')[]
}

/** The secrets that a worker needs; it has no database and manages no keys. */
const SECRETS_OF_WORKERS: readonly SettingName[] = [
  'workerKey',
  'browserUrl',
  'llmUrl',
  'llmKey',
  'doclingServeKey',
  'otlpHeaders',
]

/** Resolves when both services answer. */
export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  const { settings, log, resources, signal } = options
  // The code is loaded while the database starts. Not before: loading leaves no time for anything else.
  const databaseUrl = await ownDatabase(options, () => {
    loadServices().catch(() => undefined)
  })
  await migrateServices(databaseUrl, ['crawl', 'places'], log, signal)
  const [{ composeCrawl, composePlaces }] = await loadServices()
  signal.throwIfAborted()

  const shared = withOwnSecrets(settings, await pepperFrom(settings))
  const composition = { settings: shared, log, resources, databaseUrl, alone: true, signal }
  // Crawl reports to a places that starts after it.
  let placesUrl: string | null = null
  const crawl = await composeCrawl(composition, () => placesUrl)
  signal.throwIfAborted()
  const reachable = { ...shared, crawlUrl: shared.crawlUrl ?? crawl.url }
  // The workers load their code while places starts, and are stopped before it.
  await using starting = new AsyncDisposableStack()
  const workers = starting.use(
    startWorkers(reachable, options, async (instanceId) => {
      try {
        const { lostJobs } = await crawl.workerEnded(instanceId)
        if (lostJobs > 0) log.warn({ lostJobs }, 'the jobs of a worker that ended go to others')
      } catch (error) {
        log.warn({ err: error }, 'a worker ended; its jobs wait for the end of their leases')
      }
    }),
  )
  options.onStopNow(() => workers.killNow())
  const places = await composePlaces({ ...composition, settings: reachable })
  placesUrl = places.url
  signal.throwIfAborted()
  resources.use(starting.move())
  return {
    placesUrl: places.url,
    crawlUrl: crawl.url,
    keyed: [
      ...(places.asksForKey ? ['places' as const] : []),
      ...(crawl.asksForKey ? ['crawl' as const] : []),
    ],
  }
}

async function loadServices() {
  return Promise.all([import('./compose.ts'), import('#crawl/service.ts'), import('#places/service.ts')])
}

/**
 * Places and the workers show keys to crawl, which count only while it requires keys and are new at each start. Crawl
 * signs its reports to places with a secret that stays: a job of before a crash is reported after it.
 */
function withOwnSecrets(settings: Settings, pepper: Buffer): Settings {
  const secret = () => randomBytes(32).toString('base64url')
  const signing = Buffer.from(hkdfSync('sha256', pepper, new Uint8Array(), 'callback secret', 32))
  return {
    ...settings,
    crawlKey: settings.crawlKey ?? secret(),
    workerKey: settings.workerKey ?? secret(),
    callbackSecret: settings.callbackSecret ?? makeSecret(signing),
  }
}

function startWorkers(
  settings: Settings,
  { settingsFile, log, workerOutput }: Pick<ProductOptions, 'settingsFile' | 'log' | 'workerOutput'>,
  onEnded: WorkerProcessOptions['onEnded'],
): WorkerProcesses {
  return runWorkerProcesses({
    count: settings.workers,
    environment: childEnvironment({ ...settings, logLevel: settings.logLevel ?? 'warn' }, SECRETS_OF_WORKERS),
    args: settingsFile === null ? [] : ['--config', settingsFile],
    stopWithinMs: settings.stopGraceMs + STOP_MARGIN_MS / 2,
    output: workerOutput ?? 'inherit',
    onEnded,
    log,
  })
}
