// The crawl service: puts its parts together, serves until it is stopped.
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import type { Database } from '#platform/db/database.ts'
import { closeGracefully } from '#platform/http/graceful-close.ts'
import { listen } from '#platform/http/listen.ts'
import { addMetricsRoute } from '#platform/http/metrics-route.ts'
import { notBuiltYet } from '#platform/http/not-built-yet.ts'
import { createLocalRateLimiter } from '#platform/http/rate-limit/local-rate-limiter.ts'
import { postgresTokenStore } from '#platform/http/rate-limit/postgres-token-store.ts'
import type { RatePolicy } from '#platform/http/rate-limit/rate-limiter.ts'
import { createSharedRateLimiter } from '#platform/http/rate-limit/shared-rate-limiter.ts'
import { createHttpServer } from '#platform/http/server.ts'
import { createJobEngine, type JobSettings } from '#platform/jobs/job-engine.ts'
import { registerJobMetrics } from '#platform/jobs/job-metrics.ts'
import type { FixedKey } from '#platform/keys/key-authenticator.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import type { Logger } from '#platform/log/logger.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import type { WebhookSettings } from '#platform/webhooks/webhook-settings.ts'
import { createWebhooks } from '#platform/webhooks/webhooks.ts'
import { createOpenWaits } from './open-waits.ts'
import { createPermitDesk } from './permits/permit-desk.ts'
import { createPermitStore } from './permits/permit-store.ts'
import { batchRoutes } from './routes/batches.ts'
import { enrichmentRoutes } from './routes/enrichment.ts'
import { extractionRoutes } from './routes/extractions.ts'
import { extractorRoutes } from './routes/extractors.ts'
import { healthRoute } from './routes/health.ts'
import { jobEventsRoute } from './routes/job-events.ts'
import { jobResultRoute } from './routes/job-result.ts'
import { jobRoutes } from './routes/jobs.ts'
import { keyRoutes } from './routes/keys.ts'
import { PENDING_ROUTES } from './routes/pending.ts'
import { statsRoute } from './routes/stats.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { workerRoutes } from './routes/workers.ts'
import { GROUPS, REQUESTS_PER_MINUTE, selfDescription, SERVICE } from './self-description.ts'
import { jobEventData } from './use-cases/job-event-data.ts'
import { operationsOf, splitJobType } from './use-cases/operations.ts'
import { workerArrayRoutes } from './worker-api/arrays.ts'
import { workerJobRoutes } from './worker-api/jobs.ts'
import { permitRoutes } from './worker-api/permits.ts'
import { registrationRoutes } from './worker-api/registration.ts'
import { registerWorkerMetrics } from './worker-metrics.ts'

export interface CrawlSettings {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  /** Serves everybody on this machine and nobody else; otherwise a key is needed. */
  readonly open: boolean
  /** Who may set X-Forwarded-For. */
  readonly trustProxy: boolean | readonly string[]
  /** How long it serves on once it is told to stop, no longer ready. */
  readonly stopDelayMs: number
  /** Other processes serve the same schema: the rate limit is counted over all of them. */
  readonly replicated: boolean
  /** Of each caller. Default: what the self-description says, 30,000 in a minute. */
  readonly requests?: RatePolicy
  readonly keyPepper: Buffer
  /** The keys of the settings: admin, worker, places. */
  readonly fixedKeys: readonly FixedKey[]
  readonly jobs: JobSettings
  readonly webhooks: WebhookSettings
}

const RATE_POLICIES = {
  default: { quota: REQUESTS_PER_MINUTE, windowMs: 60_000 },
  // Far above what workers need, and below what one that runs wild would do to the service.
  worker: { quota: 1_200_000, windowMs: 60_000 },
} as const

export interface CrawlDeps {
  /** Migrated with the modules jobs, keys, webhooks and crawl. */
  readonly db: Database
  readonly log: Logger
  readonly settings: CrawlSettings
  readonly extractors: readonly ExtractorDescriptor[]
}

/** Serves until `stop()`, which lets running requests end: waiting ones are answered with what there is. */
export async function startCrawl(deps: CrawlDeps): Promise<{ url: string; stop(): Promise<void> }> {
  const { db, log, settings, extractors } = deps
  await using stack = new AsyncDisposableStack()
  const engine = stack.use(createJobEngine({ db, log, settings: settings.jobs }))
  const metrics = stack.use(createMetrics({ service: SERVICE.name, version: SERVICE.version }))
  registerJobMetrics({ metrics, engine, db, extractorOf: (type) => splitJobType(type).extractor })
  registerWorkerMetrics(metrics, engine)

  const keys = stack.use(
    await openKeyring({ db, log, pepper: settings.keyPepper, fixedKeys: settings.fixedKeys }),
  )
  const policies = { ...RATE_POLICIES, default: settings.requests ?? RATE_POLICIES.default }
  const rateLimit = stack.use(
    settings.replicated
      ? createSharedRateLimiter({ store: postgresTokenStore({ db, log }), policies })
      : createLocalRateLimiter({ policies }),
  )

  const permits = stack.use(
    createPermitDesk({ db, log, store: createPermitStore({ db }), replicated: settings.replicated }),
  )

  const webhooks = stack.use(
    createWebhooks({
      db,
      log,
      metrics,
      pepper: settings.keyPepper,
      settings: settings.webhooks,
      presentJob: jobEventData,
    }),
  )
  stack.defer(engine.onEnded(() => webhooks.jobEnded()))

  const app = await createHttpServer({
    service: SERVICE,
    log,
    host: settings.host,
    open: settings.open,
    trustProxy: settings.trustProxy,
    groups: GROUPS,
    selfDescription,
    rateLimit,
    metrics,
    authenticate: keys,
  })
  stack.defer(() => closeGracefully(app, { delayMs: settings.stopDelayMs }))
  const waits = createOpenWaits()
  app.addHook('preClose', async () => waits.stop())

  const operations = operationsOf(extractors)
  const parts = { db, engine, waits, operations, extractors, service: SERVICE, keys, permits, webhooks }
  extractorRoutes(app, parts)
  extractionRoutes(app, parts)
  enrichmentRoutes(app)
  batchRoutes(app, parts)
  jobRoutes(app, parts)
  jobResultRoute(app, parts)
  jobEventsRoute(app, parts)
  workerRoutes(app, parts)
  registrationRoutes(app, parts)
  workerJobRoutes(app, parts)
  workerArrayRoutes(app, parts)
  permitRoutes(app, parts)
  keyRoutes(app, parts)
  webhookRoutes(app, parts)
  statsRoute(app, parts)
  healthRoute(app, parts)
  addMetricsRoute(app, { metrics, group: 'metrics' })
  notBuiltYet(app, PENDING_ROUTES)

  await engine.start()
  await permits.start()
  await webhooks.start()
  const { url } = await listen(app, settings)
  const running = stack.move()
  let stopping: Promise<void> | null = null
  return { url, stop: () => (stopping ??= running.disposeAsync()) }
}
