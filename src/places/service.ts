// The places service: assembles its parts, serves and works until it is stopped.
import { callbackUrl } from '#contract/places/callback.ts'
import { PLACES_WEBHOOKS } from '#contract/places/webhooks.ts'
import { ENRICHMENT_WEBHOOK_EVENTS, OWN_WEBHOOK_EVENTS, SEARCH_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import { OWN_WEBHOOKS } from '#contract/webhook-event.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { closeGracefully } from '#platform/http/server/graceful-close.ts'
import { listen } from '#platform/http/server/listen.ts'
import { createOpenWaits } from '#platform/http/server/open-waits.ts'
import { addMetricsRoute } from '#platform/http/server/metrics-route.ts'
import { registerDiskMetrics } from '#platform/health/disk-check.ts'
import { serviceHealthRoute } from '#platform/health/service-health.ts'
import { openRateLimiter } from '#platform/http/rate-limit/open-rate-limiter.ts'
import type { PageOptions } from '#platform/http/pages/page-routes.ts'
import { createHttpServer } from '#platform/http/server/server.ts'
import type { ServiceSettings } from '#platform/service-settings.ts'
import { createJobEngine, type JobSubmission } from '#platform/jobs/job-engine.ts'
import { registerJobMetrics } from '#platform/jobs/job-metrics.ts'
import { startLocalWorkers } from '#platform/jobs/worker/local-worker.ts'
import { jobEventsRoute } from '#platform/jobs/job-events-route.ts'
import { traceWaits } from '#platform/jobs/trace-waits.ts'
import { mcpRoute } from '#platform/mcp/mcp-route.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { registerEgressMetrics } from '#platform/telemetry/egress-metrics.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { keptSince, startRetention } from '#platform/db/retention.ts'
import type { DeleteSessionDeps } from '#places/deletion/delete-session.ts'
import { sumPlaceCounts } from '#places/places/place-counts.ts'
import { purgeEnrichments, purgePayloads, purgeSessions } from '#places/deletion/retention.ts'
import { registerTraceMetrics } from '#platform/telemetry/trace-metrics.ts'
import { passingTracer, type Tracer } from '#platform/telemetry/tracer.ts'
import { callbackSecrets } from '#platform/webhooks/secrets/callback-secret.ts'
import { webhookRoutes } from '#platform/webhooks/webhook-routes.ts'
import { createWebhooks } from '#platform/webhooks/webhooks.ts'
import { basemapRoute } from '#places/basemap/basemap-route.ts'
import { understandRoute } from '#places/understanding/understand-route.ts'
import { createMapSource } from '#places/searches/running/map-source.ts'
import { INSTRUCTIONS, PLACE_TOOLS } from '#places/assistants/place-tools.ts'
import { browseRoutes } from '#places/browse/browse-routes.ts'
import { createCrawlClient } from '#places/crawl-calls/crawl-client.ts'
import { CANCEL_JOB, CHECK_JOB, SEND_JOB } from '#places/enrichment/running/enrichment-jobs.ts'
import { cancelInCrawl, enrichmentHooks } from '#places/enrichment/running/cancel-enrichment.ts'
import { readExclusions } from '#places/enrichment/exclusions/kept-exclusions.ts'
import { removeExcluded } from '#places/enrichment/exclusions/remove-excluded.ts'
import { enrichmentRoutes } from '#places/enrichment/enrichment-routes.ts'
import { enrichmentWebhookRoute, incomingEvents } from '#places/enrichment/enrichment-webhook.ts'
import { checkEnrichment, sendEnrichment, type Callback } from '#places/enrichment/running/send-enrichment.ts'
import { DETAIL_JOB } from '#places/details/detail-jobs.ts'
import { runDetails } from '#places/details/running/run-details.ts'
import { exportRoutes } from '#places/exports/export-routes.ts'
import { JOB_MAKERS, jobRoutes } from '#places/queue/job-routes.ts'
import { historyRoutes } from '#places/history/history-routes.ts'
import { createCompare, FIND_JOB, runFind } from '#places/merges/merge-jobs.ts'
import { mergeRoutes } from '#places/merges/merge-routes.ts'
import { placeRoutes } from '#places/places/place-routes.ts'
import { queueRoutes } from '#places/queue/queue-routes.ts'
import { REPARSE_JOB, runReparse } from '#places/reparse/reparse-job.ts'
import { reparseRoutes } from '#places/reparse/reparse-routes.ts'
import { bringForward } from '#places/schedules/follow-clock.ts'
import { runDue } from '#places/schedules/run-schedules.ts'
import { scheduleRoutes } from '#places/schedules/schedule-routes.ts'
import { cellRoutes } from '#places/searches/cells/cell-routes.ts'
import { searchRoutes } from '#places/searches/search-routes.ts'
import { joinedIds } from '#places/identity/existing-id.ts'
import { GROUPS, selfDescription, SERVICE } from './self-description.ts'
import { knownTimezones } from '#places/identity/known-timezones.ts'
import { estimateSearch } from '#places/searches/running/estimate-search.ts'
import { planSearch } from '#places/searches/running/plan-search.ts'
import { runCell } from '#places/searches/running/run-cell.ts'
import { searchHooks } from '#places/searches/running/search-hooks.ts'
import { CELL_JOB, COMPARE_JOB, PLAN_JOB } from '#places/searches/search-jobs.ts'
import { mapDataCheck } from '#places/searches/sources/map-data-check.ts'
import type { CheckSearch } from '#places/searches/create-search.ts'
import { openSearchWaits } from '#places/searches/wait-for-search.ts'
import type { HealthCheck } from '#contract/health.ts'

const CRAWL_TIMEOUT_MS = 2_000

/** The settings of one process. Times are milliseconds. */
export interface PlacesSettings extends ServiceSettings {
  /** The name of this process in the list of workers. */
  readonly workerName: string
  /** For how many cells of all searches this process calls crawl at the same time. */
  readonly cellConcurrency: number
  /** How long a search without its own budget may run. */
  readonly searchMaxSeconds: number
  /** Whether the workers have a server of open reviews; they do not where absent. */
  readonly openReviews?: boolean
  /** The secret that crawl signs its reports with; null: no report is accepted. */
  readonly callbackSecret: string | null
  /** The origin by which crawl reaches this service; null: that of the socket. */
  readonly ownUrl: string | null
  /** How long after a request without a report crawl is asked for its end. */
  readonly checkCallbackMs: number
  /** How often the exclusions of crawl are read; half a minute where absent. */
  readonly followExclusionsMs?: number
  /** How long payloads of providers and sessions without searches are kept; null: for ever. */
  readonly keepPayloadsMs: number | null
  readonly keepSessionsMs: number | null
  /** Raster tiles for the map of the page: a URL with {z}, {x} and {y}. Null or absent: none. */
  readonly mapTiles?: { readonly url: string; readonly attribution: string } | null
}

/** What the service works with. The caller closes what it opened. */
export interface PlacesDeps {
  /** Migrated with the modules jobs, keys, webhooks and places. */
  readonly db: Database
  readonly log: Logger
  readonly settings: PlacesSettings
  readonly crawl: Peer
  /** Refuses a request that no provider could serve. By default the job that plans the search reports that. */
  readonly checkSearch?: CheckSearch
  /** When absent, trace contexts are passed on and nothing is recorded. */
  readonly tracer?: Tracer
  /** The commit of the program, for its metrics. */
  readonly commit?: string
}

const WEBHOOK_ROUTES = {
  events: [...SEARCH_WEBHOOK_EVENTS, ...ENRICHMENT_WEBHOOK_EVENTS, ...OWN_WEBHOOK_EVENTS],
  receives: true,
} as const
const FOLLOW_EXCLUSIONS_MS = 30_000
const PLAN_CONCURRENCY = 4
/** Calls to crawl that only submit or look: the websites are visited by its workers. */
const ENRICH_CONCURRENCY = 8
/** For each key, and for each address without a key. */
const REQUESTS = { quota: 30_000, windowMs: 60_000 }

/** Serves until `stop()`, which releases unfinished work and lets running requests end. */
export async function startPlaces(deps: PlacesDeps): Promise<{ url: string; stop(): Promise<void> }> {
  const { db, log, settings, crawl, tracer = passingTracer } = deps
  await using stack = new AsyncDisposableStack()
  // Its jobs only call crawl and store: none of them crashes the process, and each may last as long as a search.
  const jobSettings = { ...settings.jobs, isolateLost: false }
  const enqueueMany: JobSubmission['enqueueMany'] = async (...given) => engine.enqueueMany(...given)
  const hooks = [...searchHooks({ enqueueMany }), ...enrichmentHooks({ enqueueMany })]
  const engine = stack.use(
    createJobEngine({
      db,
      log,
      settings: jobSettings,
      hooks,
      onClockSet: async ({ stepMs }) => {
        if (stepMs < 0) await bringForward(db)
      },
    }),
  )
  const metrics = stack.use(
    createMetrics({ service: SERVICE.name, version: SERVICE.version, commit: deps.commit ?? 'unknown' }),
  )
  registerJobMetrics({ metrics, engine, db, extractorOf: (type) => type })
  traceWaits(engine, tracer)
  registerTraceMetrics(metrics, tracer)
  registerDiskMetrics(metrics, settings.disk)
  const countRefused = registerEgressMetrics(metrics)
  const keys = stack.use(
    await openKeyring({ db, log, pepper: settings.keyPepper, fixedKeys: settings.fixedKeys }),
  )
  const policies = { default: REQUESTS, worker: REQUESTS }
  const rateLimit = openRateLimiter({ db, log, policies, replicated: settings.replicated })
  const searchWaits = stack.use(await openSearchWaits(db))
  const crawlClient = createCrawlClient({ crawl })
  const source = createMapSource({ crawl: crawlClient })

  const webhooks = stack.use(
    createWebhooks({
      db,
      engine,
      log,
      metrics,
      pepper: settings.keyPepper,
      settings: settings.webhooks,
      onRefused: countRefused,
      presentJob: null,
      incoming: {
        source: { name: 'crawl', secrets: callbackSecretsOf(settings) },
        handlers: incomingEvents(engine),
      },
    }),
  )

  const app = await createHttpServer({
    service: SERVICE,
    log,
    host: settings.host,
    open: settings.open,
    trustProxy: settings.trustProxy,
    ...(settings.corsOrigins === undefined ? {} : { corsOrigins: settings.corsOrigins }),
    groups: GROUPS,
    selfDescription,
    metrics,
    tracer,
    webhooks: [...PLACES_WEBHOOKS, ...OWN_WEBHOOKS],
    authenticate: keys,
    rateLimit,
    page: pageOptions(settings),
    readUrl: joinedIds,
  })
  stack.defer(async () => closeGracefully(app, { delayMs: settings.stopDelayMs }))
  const waits = createOpenWaits()
  app.addHook('preClose', async () => waits.stop())

  const parts = { db, engine, crawl, waits, searchWaits, webhooks, service: SERVICE }
  serviceHealthRoute(app, {
    ...parts,
    disk: settings.disk,
    noWorkers: 'No loop works on the queue: searches wait.',
    checks: { crawl: async () => crawlCheck(crawl), map: async () => mapDataCheck(db) },
  })
  const checkSearch = deps.checkSearch ?? (async () => undefined)
  const { searchMaxSeconds, openReviews = false } = settings
  searchRoutes(app, {
    ...parts,
    searchMaxSeconds,
    openReviews,
    checkSearch,
    estimate: async (body, caller) =>
      estimateSearch({ ...settings, openReviews, db, source, checkSearch }, body, caller),
  })
  understandRoute(app, { source, waits })
  basemapRoute(app, { source, waits })
  placeRoutes(app, parts)
  cellRoutes(app, parts)
  historyRoutes(app, parts)
  const timezones = knownTimezones(db)
  scheduleRoutes(app, { db, engine, searchMaxSeconds, openReviews })
  reparseRoutes(app, parts)
  mergeRoutes(app, { ...parts, timezones })
  jobRoutes(app, parts)
  jobEventsRoute(app, { ...parts, makers: JOB_MAKERS })
  exportRoutes(app, parts)
  browseRoutes(app, parts)
  const [callbackSecret = null] = callbackSecretsOf(settings)
  enrichmentRoutes(app, {
    ...parts,
    crawlCheck: async () => crawlCheck(crawl),
    receivesCallbacks: callbackSecret !== null,
  })
  queueRoutes(app, parts)
  mcpRoute(app, {
    info: { ...SERVICE, instructions: INSTRUCTIONS },
    set: { tools: PLACE_TOOLS, files: null },
    log,
    group: 'search',
    scope: 'search',
    orScopes: ['search', 'places'],
  })
  webhookRoutes(app, { ...parts, ...WEBHOOK_ROUTES })
  enrichmentWebhookRoute(app, parts)
  addMetricsRoute(app, { metrics, group: null })

  await engine.start()
  await webhooks.start()
  const listening = Promise.withResolvers<string>()
  const enriching = {
    db,
    engine,
    crawl: crawlClient,
    checkAfterMs: settings.checkCallbackMs,
    callback: async (): Promise<Callback | null> =>
      callbackSecret === null
        ? null
        : { url: callbackUrl(settings.ownUrl ?? (await listening.promise)), secret: callbackSecret },
  }
  const workers = await startLocalWorkers({
    engine,
    log,
    name: settings.workerName,
    version: SERVICE.version,
    tracer,
    handlers: {
      [PLAN_JOB]: {
        pool: 'light',
        concurrency: PLAN_CONCURRENCY,
        run: planSearch({ db, engine, source }),
      },
      [CELL_JOB]: {
        pool: 'light',
        concurrency: settings.cellConcurrency,
        run: runCell({ db, engine, source, timezones }),
      },
      [DETAIL_JOB]: {
        pool: 'light',
        concurrency: settings.cellConcurrency,
        run: runDetails({ db, source, timezones }),
      },
      [REPARSE_JOB]: { pool: 'light', concurrency: 1, run: runReparse({ db, source, timezones }) },
      [FIND_JOB]: { pool: 'light', concurrency: 1, run: runFind({ db, timezones }) },
      [SEND_JOB]: { pool: 'light', concurrency: ENRICH_CONCURRENCY, run: sendEnrichment(enriching) },
      [CHECK_JOB]: { pool: 'light', concurrency: ENRICH_CONCURRENCY, run: checkEnrichment(enriching) },
      [CANCEL_JOB]: { pool: 'light', concurrency: ENRICH_CONCURRENCY, run: cancelInCrawl(enriching) },
    },
  })
  stack.defer(async () => workers.stop())
  // Apart from the others, because the list of workers shows none that has only work of the service itself.
  const comparing = await startLocalWorkers({
    engine,
    log,
    name: `${settings.workerName} comparing`,
    handlers: { [COMPARE_JOB]: createCompare({ db, timezones, engine, log }) },
  })
  stack.defer(async () => comparing.stop())

  const { followExclusionsMs = FOLLOW_EXCLUSIONS_MS } = settings
  const following = { exclusions: async () => followExclusions({ db, crawl, log }) }
  stack.use(
    startRetention({ log, everyMs: followExclusionsMs, tasks: following, done: 'removed what is excluded' }),
  )

  stack.use(
    startRetention({
      log,
      everyMs: settings.jobs.sweepMs,
      tasks: {
        schedules: async () => runDue({ db, engine, searchMaxSeconds, openReviews }),
      },
      done: 'began searches that are repeated',
    }),
  )
  const counts = { counts: async () => sumPlaceCounts(db) }
  stack.use(startRetention({ log, everyMs: settings.jobs.sweepMs, tasks: counts, done: 'summed counts' }))
  const tasks = retentionTasks({ db, engine }, settings)
  stack.use(startRetention({ log, everyMs: settings.jobs.retentionMs, tasks }))

  const { url } = await listen(app, settings)
  listening.resolve(url)
  const running = stack.move()
  let stopped: Promise<void> | null = null
  return { url, stop: async () => (stopped ??= running.disposeAsync()) }
}

/** Goes on with what is left to remove also while crawl is away. */
async function followExclusions({
  db,
  crawl,
  log,
}: Pick<PlacesDeps, 'db' | 'crawl' | 'log'>): Promise<number> {
  try {
    await readExclusions(db, crawl)
  } catch (error) {
    if (!(error instanceof SurveyorError) || error.code !== 'crawl_unavailable') throw error
    log.debug({ err: error }, 'the exclusions of crawl could not be read')
  }
  return removeExcluded(db)
}

/** The page loads images from the host of the tiles as well, where the operator has set one. */
function pageOptions({ mapTiles = null }: PlacesSettings): PageOptions {
  const imageOrigins = mapTiles === null ? [] : [new URL(mapTiles.url).origin]
  return { settings: { tiles: mapTiles }, imageOrigins }
}

function callbackSecretsOf({ callbackSecret }: PlacesSettings): string[] {
  return callbackSecret === null ? [] : callbackSecrets(callbackSecret)
}

function retentionTasks(
  deps: DeleteSessionDeps,
  { keepPayloadsMs, keepSessionsMs, jobs }: PlacesSettings,
): Record<string, () => Promise<number>> {
  return {
    enrichments: async () => purgeEnrichments(deps.db, keptSince(jobs.keepJobsMs)),
    ...(keepPayloadsMs === null
      ? {}
      : { payloads: async () => purgePayloads(deps.db, keptSince(keepPayloadsMs)) }),
    ...(keepSessionsMs === null
      ? {}
      : { sessions: async () => purgeSessions(deps, keptSince(keepSessionsMs)) }),
  }
}

/** Only a warning: stored data can be read, and searches can be accepted, without crawl. */
async function crawlCheck(crawl: Peer): Promise<HealthCheck> {
  const startedAt = performance.now()
  try {
    const { status } = await crawl.request({
      method: 'GET',
      path: '/health',
      query: { probe: 'ready' },
      timeoutMs: CRAWL_TIMEOUT_MS,
    })
    return status === 200
      ? { status: 'pass', detail: null, latencyMs: Math.round(performance.now() - startedAt) }
      : { status: 'warn', detail: 'Crawl answers that it is not ready: searches wait for it.' }
  } catch {
    return { status: 'warn', detail: 'Crawl does not answer: searches wait for it.' }
  }
}
