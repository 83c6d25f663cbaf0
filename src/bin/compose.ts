// The composition root: makes each part of the product from the settings.
import { flagOf, SETTINGS, type Settings } from '#config/settings.ts'
import { SERVICE as CRAWL } from '#crawl/self-description.ts'
import { callbackUrl } from '#contract/places/callback.ts'
import { SERVICE as PLACES } from '#places/self-description.ts'
import type { RunningCrawl } from '#crawl/service.ts'
import type { Database } from '#platform/db/database.ts'
import type { RunningWorker } from '#worker/run-worker.ts'
import { uuidV7 } from '#kit/ids.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import { errorCode } from '#kit/unknown-values.ts'
import { createPeer, type Peer } from '#platform/egress/peer.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { artifactSettings, openBlobs } from '#bin/compose/open-blobs.ts'
import { loadExtractors } from '#bin/compose/load-extractors.ts'
import { searchCheck } from '#bin/compose/search-check.ts'
import { composeTracer, type TracedProcess } from '#bin/compose/compose-tracer.ts'
import type { ServiceName } from '#bin/product/database.ts'
import {
  cacheSettings,
  diskSettings,
  extractorSettings,
  jobSettings,
  numbersByKind,
  processName,
  webhookSettings,
  workerSettings,
} from '#bin/product/part-settings.ts'
import { productCommit } from '#bin/product/product-version.ts'
import { serviceKeys } from '#bin/product/service-keys.ts'

/** The inputs of a part; everything it opens is added to `resources`. */
export interface Composition {
  readonly settings: Settings
  readonly log: Logger
  readonly resources: AsyncDisposableStack
}

/** What a service needs besides the settings. */
export interface ServiceComposition extends Composition {
  readonly databaseUrl: string
  /**
   * Whether one process serves everything: then it made the keys of workers and places itself, and counts requests
   * alone.
   */
  readonly alone: boolean
  /** Aborts the start. */
  readonly signal: AbortSignal
}

/** Most websites are read in seconds; a busy crawl takes longer, and asking costs little. */
const CHECK_CALLBACK_MS = 60_000

/** A service that answers. */
export interface RunningService {
  readonly url: string
  /** False while it answers this machine without a key. */
  readonly asksForKey: boolean
}

/**
 * Serves crawl until `resources` are disposed. `placesUrl`: the origin of places, once it is known; by default that of
 * the settings.
 */
export async function composeCrawl(
  composition: ServiceComposition,
  placesUrl: () => string | null = () => placesOrigin(composition.settings),
): Promise<RunningService & Pick<RunningCrawl, 'workerEnded'>> {
  const { settings, log, resources, alone } = composition
  const [{ startCrawl }, extractors] = await Promise.all([import('#crawl/service.ts'), loadExtractors()])
  const db = await serviceDatabase('crawl', composition)
  const keys = await serviceKeys({ service: 'crawl', db, log, settings, ownKeys: alone })
  const starting = startCrawl({
    db,
    blobs: resources.use(await openBlobs(composition)),
    log,
    ...composeTracer(traced('surveyor-crawl'), composition),
    commit: await productCommit(),
    placesCallback: () => {
      const url = placesUrl()
      return url === null ? null : callbackUrl(url)
    },
    extractors,
    settings: {
      host: settings.host,
      port: settings.crawlPort,
      trustProxy: settings.trustProxy,
      corsOrigins: settings.corsOrigins,
      // A single process need not wait for load balancers to turn to another one.
      stopDelayMs: alone ? 0 : settings.stopDelayMs,
      replicated: !alone,
      ...keys,
      jobs: jobSettings(settings),
      webhooks: await webhookSettings(settings),
      disk: diskSettings(settings),
      queueLimits: numbersByKind(settings.queueLimit),
      artifacts: artifactSettings(settings),
      cache: cacheSettings(settings),
      discovery: numbersByKind(settings.discovery),
    },
  })
  const service = await explainPort(starting, 'crawlPort', settings)
  resources.defer(async () => service.stop())
  return { url: service.url, asksForKey: !keys.open, workerEnded: service.workerEnded }
}

/** Serves places until `resources` are disposed. */
export async function composePlaces(composition: ServiceComposition): Promise<RunningService> {
  const { settings, log, resources, alone } = composition
  const { startPlaces } = await import('#places/service.ts')
  const db = await serviceDatabase('places', composition)
  const keys = await serviceKeys({ service: 'places', db, log, settings, ownKeys: alone })
  const starting = startPlaces({
    db,
    log,
    ...composeTracer(traced('surveyor-places'), composition),
    commit: await productCommit(),
    crawl: resources.use(crawlPeer(settings, settings.crawlKey)),
    checkSearch: await searchCheck(settings, alone),
    settings: {
      host: settings.host,
      port: settings.placesPort,
      trustProxy: settings.trustProxy,
      corsOrigins: settings.corsOrigins,
      stopDelayMs: alone ? 0 : settings.stopDelayMs,
      replicated: !alone,
      ...keys,
      jobs: jobSettings(settings),
      webhooks: await webhookSettings(settings),
      disk: diskSettings(settings),
      workerName: processName(),
      cellConcurrency: settings.cellConcurrency,
      searchMaxSeconds: settings.searchMaxSeconds,
      openReviews: settings.mangroveUrl !== null,
      mapTiles:
        settings.mapTilesUrl === null
          ? null
          : { url: settings.mapTilesUrl, attribution: settings.mapTilesAttribution },
      callbackSecret: settings.callbackSecret,
      // A single process tells crawl itself where it listens.
      ownUrl: alone ? null : placesOrigin(settings),
      checkCallbackMs: CHECK_CALLBACK_MS,
      keepPayloadsMs: settings.keepPayloadsDays === null ? null : settings.keepPayloadsDays * DAY_MS,
      keepSessionsMs: settings.keepSessionsDays === null ? null : settings.keepSessionsDays * DAY_MS,
    },
  })
  const service = await explainPort(starting, 'placesPort', settings)
  resources.defer(async () => service.stop())
  return { url: service.url, asksForKey: !keys.open }
}

/** Works for crawl until `resources` are disposed; `done` resolves earlier when crawl told the worker to stop. */
export async function composeWorker(
  composition: Composition,
): Promise<Pick<RunningWorker, 'done'> & { instanceId: string }> {
  const { settings, log, resources } = composition
  const [
    { runWorker },
    { createRefusalCounts },
    { createSlotCalls },
    { createAttachments },
    { createRemoteLimiter },
    { composeEgress },
  ] = await Promise.all([
    import('#worker/run-worker.ts'),
    import('#worker/refusal-counts.ts'),
    import('#worker/limits/slot-calls.ts'),
    import('#platform/jobs/worker/attachments.ts'),
    import('#platform/limits/remote-backend.ts'),
    import('#bin/compose/compose-egress.ts'),
  ])
  const extractors = await loadExtractors()
  const crawl = resources.use(crawlPeer(settings, settings.workerKey))
  const attachments = createAttachments()
  // The process that sees this one end tells crawl by it which jobs were lost.
  const instanceId = uuidV7()
  const limiter = resources.use(
    createRemoteLimiter({ calls: createSlotCalls(crawl, attachments, instanceId), log }),
  )
  const refusals = createRefusalCounts()
  const { egress, peerFetch } = await composeEgress({
    ...composition,
    limiter,
    onRefused: refusals.count,
  })
  const worker = await runWorker({
    crawl,
    egress,
    limiter,
    attachments,
    instanceId,
    refusals,
    log,
    ...composeTracer(traced('surveyor-worker'), composition),
    extractors,
    settings: workerSettings(settings, CRAWL.version),
    host: {
      dataDir: settings.dataDir,
      settings: extractorSettings(settings),
      peerFetch,
    },
  })
  resources.defer(async () => worker.stop())
  return { done: worker.done, instanceId }
}

/**
 * Called when the code is loaded: on a busy machine that holds the process for longer than a connection may take, which
 * would then count as failed.
 */
async function serviceDatabase(
  service: ServiceName,
  { settings, log, resources, databaseUrl, signal }: ServiceComposition,
): Promise<Database> {
  // Not imported above: a worker has no database.
  const { openWhenReachable } = await import('#bin/product/database.ts')
  const options = {
    url: databaseUrl,
    schema: service,
    maxConnections: settings.databaseConnections,
    applicationName: `surveyor ${service}`,
    log,
  }
  return resources.use(await openWhenReachable(options, signal))
}

/** Names the setting to change when the port is taken or not allowed. */
async function explainPort<T>(
  starting: Promise<T>,
  setting: 'placesPort' | 'crawlPort',
  settings: Settings,
): Promise<T> {
  try {
    return await starting
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const reason = code === 'EACCES' ? 'is not allowed for this user' : 'is taken by another program'
    throw new Error(
      `Port ${settings[setting]} on ${settings.host} ${reason}. ` +
        `Choose another one: --${flagOf(setting)} PORT or ${SETTINGS[setting].env}.`,
      { cause: error },
    )
  }
}

/** The crawl that the settings name, or the one on this machine. */
function crawlPeer(settings: Settings, key: string | null): Peer {
  return createPeer({
    origin: settings.crawlUrl ?? localUrl(settings.host, settings.crawlPort),
    name: 'The crawl service',
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    unavailableCode: 'crawl_unavailable',
  })
}

/** The address of places when it and crawl are separate processes: both must take the same one. */
function placesOrigin({ placesUrl, host, placesPort }: Settings): string {
  return placesUrl ?? localUrl(host, placesPort)
}

/** The address of a service on this machine, from this machine. */
function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** The service name of the spans; a worker is a part of crawl. */
function traced(name: TracedProcess['name']): TracedProcess {
  const version = name === 'surveyor-places' ? PLACES.version : CRAWL.version
  return { name, version, instance: processName() }
}
