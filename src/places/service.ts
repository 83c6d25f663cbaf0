// The places service: assembles its parts, serves and works until it is stopped.
import { OWN_WEBHOOKS, SEARCH_WEBHOOKS } from '#contract/webhook-event.ts'
import type { Database } from '#platform/db/database.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { closeGracefully } from '#platform/http/graceful-close.ts'
import { listen } from '#platform/http/listen.ts'
import { createOpenWaits } from '#platform/http/open-waits.ts'
import { addMetricsRoute } from '#platform/http/metrics-route.ts'
import { openRateLimiter } from '#platform/http/rate-limit/open-rate-limiter.ts'
import { createHttpServer } from '#platform/http/server.ts'
import type { ServiceSettings } from '#platform/http/service-settings.ts'
import { createJobEngine } from '#platform/jobs/job-engine.ts'
import { registerJobMetrics } from '#platform/jobs/job-metrics.ts'
import { startLocalWorkers } from '#platform/jobs/local-worker.ts'
import { jobEventsRoute } from '#platform/jobs/routes/job-events.ts'
import { traceWaits } from '#platform/jobs/trace-waits.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import type { Logger } from '#platform/log/logger.ts'
import { registerEgressMetrics } from '#platform/metrics/egress-metrics.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { keptSince, startRetention } from '#platform/jobs/retention.ts'
import type { DeleteSessionDeps } from './erasing/delete-session.ts'
import { purgePayloads, purgeSessions } from './erasing/retention.ts'
import { registerTraceMetrics } from '#platform/trace/trace-metrics.ts'
import { passingTracer, type Tracer } from '#platform/trace/tracer.ts'
import { callbackSecrets } from '#platform/webhooks/callback-secret.ts'
import { createWebhooks } from '#platform/webhooks/webhooks.ts'
import { createMapSource } from './map-source.ts'
import { browseRoutes } from './routes/browse.ts'
import { enrichmentWebhookRoute } from './routes/enrichment-webhook.ts'
import { exportRoutes } from './routes/exports.ts'
import { healthRoute } from './routes/health.ts'
import { JOB_MAKERS, jobRoutes } from './routes/jobs.ts'
import { pendingRoutes } from './routes/pending.ts'
import { placeRoutes } from './routes/places.ts'
import { queueRoutes } from './routes/queue.ts'
import { searchRoutes } from './routes/search.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { GROUPS, selfDescription, SERVICE } from './self-description.ts'
import { knownTimezones } from './searching/known-timezones.ts'
import { planSearch } from './searching/plan-search.ts'
import { runCell } from './searching/run-cell.ts'
import { SEARCH_HOOKS } from './searching/search-hooks.ts'
import { CELL_JOB, PLAN_JOB } from './searching/search-jobs.ts'
import type { CheckSearch } from './use-cases/create-search.ts'
import { INCOMING_EVENTS } from './use-cases/incoming-events.ts'
import { openSearchWaits } from './use-cases/wait-for-search.ts'

export interface PlacesSettings extends ServiceSettings {
  /** The name of this process in the list of workers. */
  readonly workerName: string
  /** For how many cells of all searches this process calls crawl at the same time. */
  readonly cellConcurrency: number
  /** How long a search without its own budget may run. */
  readonly searchMaxSeconds: number
  /** The secret that crawl signs its reports with; null: no report is accepted. */
  readonly callbackSecret: string | null
  /** How long payloads of providers and sessions without searches are kept; null: for ever. */
  readonly keepPayloadsMs: number | null
  readonly keepSessionsMs: number | null
}

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

const PLAN_CONCURRENCY = 4
/** For each key, and for each address without a key. */
const REQUESTS = { quota: 30_000, windowMs: 60_000 }

/** Serves until `stop()`, which releases unfinished work and lets running requests end. */
export async function startPlaces(deps: PlacesDeps): Promise<{ url: string; stop(): Promise<void> }> {
  const { db, log, settings, crawl, tracer = passingTracer } = deps
  await using stack = new AsyncDisposableStack()
  // Its jobs only call crawl and store: none of them crashes the process, and each may last as long as a search.
  const jobSettings = { ...settings.jobs, isolateLost: false }
  const engine = stack.use(createJobEngine({ db, log, settings: jobSettings, hooks: SEARCH_HOOKS }))
  const metrics = stack.use(
    createMetrics({ service: SERVICE.name, version: SERVICE.version, commit: deps.commit ?? 'unknown' }),
  )
  registerJobMetrics({ metrics, engine, db, extractorOf: (type) => type })
  traceWaits(engine, tracer)
  registerTraceMetrics(metrics, tracer)
  const noteRefused = registerEgressMetrics(metrics)
  const keys = stack.use(
    await openKeyring({ db, log, pepper: settings.keyPepper, fixedKeys: settings.fixedKeys }),
  )
  const policies = { default: REQUESTS, worker: REQUESTS }
  const rateLimit = stack.use(openRateLimiter({ db, log, policies, replicated: settings.replicated }))
  const searchWaits = stack.use(await openSearchWaits(db))

  const webhooks = stack.use(
    createWebhooks({
      db,
      log,
      metrics,
      pepper: settings.keyPepper,
      settings: settings.webhooks,
      onRefused: noteRefused,
      presentJob: null,
      incoming: {
        source: { name: 'crawl', secrets: callbackSecretsOf(settings) },
        handlers: INCOMING_EVENTS,
      },
    }),
  )

  const app = await createHttpServer({
    service: SERVICE,
    log,
    host: settings.host,
    open: settings.open,
    trustProxy: settings.trustProxy,
    groups: GROUPS,
    selfDescription,
    metrics,
    tracer,
    webhooks: [...SEARCH_WEBHOOKS, ...OWN_WEBHOOKS],
    authenticate: keys,
    rateLimit,
  })
  stack.defer(async () => closeGracefully(app, { delayMs: settings.stopDelayMs }))
  const waits = createOpenWaits()
  app.addHook('preClose', async () => waits.stop())

  const parts = { db, engine, crawl, waits, searchWaits, webhooks, service: SERVICE }
  healthRoute(app, { ...parts, disk: settings.disk, perReceiver: settings.webhooks.perReceiver })
  searchRoutes(app, {
    ...parts,
    searchMaxSeconds: settings.searchMaxSeconds,
    checkSearch: deps.checkSearch ?? (async () => undefined),
  })
  placeRoutes(app, parts)
  jobRoutes(app, parts)
  jobEventsRoute(app, { ...parts, makers: JOB_MAKERS })
  exportRoutes(app, parts)
  browseRoutes(app, parts)
  queueRoutes(app, parts)
  webhookRoutes(app, parts)
  enrichmentWebhookRoute(app, parts)
  pendingRoutes(app)
  addMetricsRoute(app, { metrics, group: null })

  await engine.start()
  await webhooks.start()
  const source = createMapSource({ crawl })
  const timezones = knownTimezones(db)
  const workers = await startLocalWorkers({
    engine,
    log,
    name: settings.workerName,
    version: SERVICE.version,
    tracer,
    handlers: {
      [PLAN_JOB]: {
        kindOfWork: 'light',
        concurrency: PLAN_CONCURRENCY,
        run: planSearch({ db, engine, source }),
      },
      [CELL_JOB]: {
        kindOfWork: 'light',
        concurrency: settings.cellConcurrency,
        run: runCell({ db, engine, source, timezones }),
      },
    },
  })
  stack.defer(async () => workers.stop())

  const tasks = retentionTasks({ db, engine }, settings)
  stack.use(startRetention({ log, everyMs: settings.jobs.retentionMs, tasks }))

  const { url } = await listen(app, settings)
  const running = stack.move()
  let stopped: Promise<void> | null = null
  return { url, stop: async () => (stopped ??= running.disposeAsync()) }
}

function callbackSecretsOf({ callbackSecret }: PlacesSettings): string[] {
  return callbackSecret === null ? [] : callbackSecrets(callbackSecret)
}

function retentionTasks(
  deps: DeleteSessionDeps,
  { keepPayloadsMs, keepSessionsMs }: PlacesSettings,
): Record<string, () => Promise<number>> {
  return {
    ...(keepPayloadsMs === null
      ? {}
      : { payloads: async () => purgePayloads(deps.db, keptSince(keepPayloadsMs)) }),
    ...(keepSessionsMs === null
      ? {}
      : { sessions: async () => purgeSessions(deps, keptSince(keepSessionsMs)) }),
  }
}
