// The crawl service: assembles its parts and serves until it is stopped.
import { JOB_WEBHOOKS, OWN_WEBHOOKS } from '#contract/webhook-event.ts'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import { createBlobKeeper } from '#platform/blobs/blob-keeper.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { measureBlobs } from '#platform/blobs/measure-blobs.ts'
import { createCache } from '#platform/cache/cache.ts'
import { DEFAULT_CACHE_SETTINGS, type CacheSettings } from '#platform/cache/cache-settings.ts'
import type { Database } from '#platform/db/database.ts'
import { closeGracefully } from '#platform/http/graceful-close.ts'
import { listen } from '#platform/http/listen.ts'
import { addMetricsRoute } from '#platform/http/metrics-route.ts'
import { notBuiltYet } from '#platform/http/not-built-yet.ts'
import { createOpenWaits } from '#platform/http/open-waits.ts'
import { openRateLimiter } from '#platform/http/rate-limit/open-rate-limiter.ts'
import type { RatePolicy } from '#platform/http/rate-limit/rate-limiter.ts'
import { createHttpServer } from '#platform/http/server.ts'
import type { ServiceSettings } from '#platform/http/service-settings.ts'
import { boundQueues } from '#platform/jobs/bounded-queues.ts'
import { createJobEngine } from '#platform/jobs/job-engine.ts'
import { registerJobMetrics } from '#platform/jobs/job-metrics.ts'
import { jobEventsRoute } from '#platform/jobs/routes/job-events.ts'
import { traceWaits } from '#platform/jobs/trace-waits.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import type { Logger } from '#platform/log/logger.ts'
import { registerEgressMetrics } from '#platform/metrics/egress-metrics.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { registerTraceMetrics } from '#platform/trace/trace-metrics.ts'
import { passingTracer, type Tracer } from '#platform/trace/tracer.ts'
import { createSealer } from '#platform/webhooks/sealer.ts'
import { createWebhooks } from '#platform/webhooks/webhooks.ts'
import { createArtifactDesk, type ArtifactSettings } from './artifacts/artifact-desk.ts'
import { createArtifactStore } from './artifacts/artifact-store.ts'
import { createLinkSigner } from './artifacts/link-signer.ts'
import { createPermitDesk } from './permits/permit-desk.ts'
import { createPermitStore } from './permits/permit-store.ts'
import { artifactRoutes } from './routes/artifacts.ts'
import { batchRoutes } from './routes/batches.ts'
import { cacheRoutes } from './routes/cache.ts'
import { enrichmentRoutes } from './routes/enrichment.ts'
import { extractionRoutes } from './routes/extractions.ts'
import { extractorRoutes } from './routes/extractors.ts'
import { healthRoute } from './routes/health.ts'
import { jobResultRoute } from './routes/job-result.ts'
import { JOB_MAKERS, jobRoutes } from './routes/jobs.ts'
import { keyRoutes } from './routes/keys.ts'
import { PENDING_ROUTES } from './routes/pending.ts'
import { statsRoute } from './routes/stats.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { workerRoutes } from './routes/workers.ts'
import { GROUPS, REQUESTS_PER_MINUTE, selfDescription, SERVICE } from './self-description.ts'
import { createResultKeeper } from './use-cases/cache-result.ts'
import { cacheWishes } from './use-cases/cache-wish.ts'
import { checkResults } from './use-cases/check-results.ts'
import { createClaimedJobs } from './use-cases/claimed-jobs.ts'
import { deliverFiles } from './use-cases/deliver-files.ts'
import { jobEventData } from './use-cases/job-event-data.ts'
import { timedResult } from './use-cases/present-extraction.ts'
import { sealInputs } from './use-cases/sealed-inputs.ts'
import { kindOfWorkOf, operationsOf, splitJobType } from './use-cases/operations.ts'
import { workerArrayRoutes } from './worker-api/arrays.ts'
import { workerArtifactRoutes } from './worker-api/artifacts.ts'
import { workerJobRoutes } from './worker-api/jobs.ts'
import { permitRoutes } from './worker-api/permits.ts'
import { registrationRoutes } from './worker-api/registration.ts'
import { snapshotRoutes } from './worker-api/snapshots.ts'
import { registerWorkerMetrics } from './worker-metrics.ts'

export interface CrawlSettings extends ServiceSettings {
  /** For each caller. Default: the limit in the self-description, 30,000 in a minute. */
  readonly requests?: RatePolicy
  /** The most jobs that may wait, by kind of work. A kind without an entry has no bound. */
  readonly queueLimits?: Readonly<Record<string, number>>
  readonly artifacts: ArtifactSettings
  readonly cache?: Partial<CacheSettings>
}

const RATE_POLICIES = {
  default: { quota: REQUESTS_PER_MINUTE, windowMs: 60_000 },
  // Far above what workers need, and below what a runaway worker would do to the service.
  worker: { quota: 1_200_000, windowMs: 60_000 },
} as const

export interface CrawlDeps {
  /** Migrated with the modules jobs, keys, webhooks, blobs and crawl. */
  readonly db: Database
  /** Owned by the caller. */
  readonly blobs: BlobStore
  readonly log: Logger
  readonly settings: CrawlSettings
  readonly extractors: readonly ExtractorDescriptor[]
  /** When absent, trace contexts are passed on and nothing is recorded. */
  readonly tracer?: Tracer
  /** The commit of the program, for its metrics. */
  readonly commit?: string
}

/** The tables whose rows keep a blob. */
const BLOB_REFERRERS = [
  { table: 'artifacts', column: 'blob' },
  { table: 'cache_snapshots', column: 'blob' },
] as const

/** Serves until `stop()`, which lets running requests end; waiting ones are answered with what there is. */
export async function startCrawl(deps: CrawlDeps): Promise<{ url: string; stop(): Promise<void> }> {
  const { db, log, settings, extractors, tracer = passingTracer } = deps
  await using stack = new AsyncDisposableStack()
  const engine = stack.use(createJobEngine({ db, log, settings: settings.jobs }))
  const metrics = stack.use(
    createMetrics({ service: SERVICE.name, version: SERVICE.version, commit: deps.commit ?? 'unknown' }),
  )
  registerJobMetrics({ metrics, engine, db, extractorOf: (type) => splitJobType(type).extractor })
  registerWorkerMetrics(metrics, engine)
  traceWaits(engine, tracer)
  registerTraceMetrics(metrics, tracer)
  const noteRefused = registerEgressMetrics(metrics)

  const keys = stack.use(
    await openKeyring({ db, log, pepper: settings.keyPepper, fixedKeys: settings.fixedKeys }),
  )
  const policies = { ...RATE_POLICIES, default: settings.requests ?? RATE_POLICIES.default }
  const rateLimit = stack.use(openRateLimiter({ db, log, policies, replicated: settings.replicated }))

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
      onRefused: noteRefused,
      presentJob: jobEventData,
      presentResult: timedResult,
    }),
  )
  stack.defer(engine.onEnded(() => webhooks.jobEnded()))

  const blobs = measureBlobs(deps.blobs, metrics)
  const keeper = createBlobKeeper({ db, store: blobs, log, referrers: BLOB_REFERRERS })
  const artifacts = stack.use(
    createArtifactDesk({
      store: createArtifactStore({ db }),
      keeper,
      links: createLinkSigner(settings.keyPepper),
      settings: settings.artifacts,
      log,
    }),
  )

  const operations = operationsOf(extractors)
  const cache = stack.use(
    createCache({
      db,
      log,
      metrics,
      settings: { ...DEFAULT_CACHE_SETTINGS, ...settings.cache },
      replicated: settings.replicated,
      bodies: keeper,
    }),
  )
  const wishOf = cacheWishes(operations, cache.settings.maxBytes > 0)
  const bounded = boundQueues({
    engine: sealInputs({ engine, sealer: createSealer(settings.keyPepper), log }),
    limits: settings.queueLimits ?? {},
    kindOf: (type) => kindOfWorkOf(operations, type),
  })
  const claimed = createClaimedJobs({ db })
  const filing = deliverFiles({ engine: bounded, artifacts, claimed })
  const checked = checkResults({ engine: filing, operations, claimed })
  const results = createResultKeeper({ engine: checked, cache, wishOf, log })

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
    tracer,
    webhooks: [...JOB_WEBHOOKS, ...OWN_WEBHOOKS],
    authenticate: keys,
  })
  stack.defer(() => closeGracefully(app, { delayMs: settings.stopDelayMs }))
  const waits = createOpenWaits()
  app.addHook('preClose', async () => waits.stop())

  const parts = {
    db,
    log,
    engine: results.engine,
    waits,
    operations,
    extractors,
    service: SERVICE,
    noteRefused,
    keys,
    permits,
    webhooks,
    artifacts,
    cache,
    wishOf,
    results,
  }
  extractorRoutes(app, parts)
  extractionRoutes(app, parts)
  enrichmentRoutes(app)
  batchRoutes(app, parts)
  jobRoutes(app, parts)
  jobResultRoute(app, parts)
  jobEventsRoute(app, { engine, waits, makers: JOB_MAKERS })
  artifactRoutes(app, parts)
  workerRoutes(app, parts)
  registrationRoutes(app, parts)
  workerJobRoutes(app, parts)
  workerArrayRoutes(app, parts)
  permitRoutes(app, parts)
  workerArtifactRoutes(app, parts)
  snapshotRoutes(app, parts)
  keyRoutes(app, parts)
  webhookRoutes(app, parts)
  statsRoute(app, parts)
  cacheRoutes(app, parts)
  healthRoute(app, { ...parts, blobs, disk: settings.disk, perReceiver: settings.webhooks.perReceiver })
  addMetricsRoute(app, { metrics, group: 'metrics' })
  notBuiltYet(app, PENDING_ROUTES)

  await engine.start()
  await permits.start()
  await webhooks.start()
  artifacts.start()
  await cache.start()
  const { url } = await listen(app, settings)
  const running = stack.move()
  let stopping: Promise<void> | null = null
  return { url, stop: () => (stopping ??= running.disposeAsync()) }
}
