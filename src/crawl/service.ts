// The crawl service: assembles its parts and serves until it is stopped.
import { JOB_WEBHOOKS } from '#contract/crawl/job-webhooks.ts'
import { CDN_WEBHOOKS } from '#contract/crawl/learned/cdn-webhooks.ts'
import { PROXY_WEBHOOK_EVENTS, PROXY_WEBHOOKS } from '#contract/crawl/learned/proxy-webhooks.ts'
import { CDN_WEBHOOK_EVENTS, JOB_WEBHOOK_EVENTS, OWN_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import { OWN_WEBHOOKS } from '#contract/webhook-event.ts'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import { createBlobService } from '#platform/blobs/blob-service.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { measureBlobs } from '#platform/blobs/measure-blobs.ts'
import { createCache } from '#platform/cache/cache.ts'
import { DEFAULT_CACHE_SETTINGS, type CacheSettings } from '#platform/cache/entries/cache-settings.ts'
import type { Database } from '#platform/db/database.ts'
import { startRetention } from '#platform/db/retention.ts'
import { closeGracefully } from '#platform/http/server/graceful-close.ts'
import { listen } from '#platform/http/server/listen.ts'
import { addMetricsRoute } from '#platform/http/server/metrics-route.ts'
import { createOpenWaits } from '#platform/http/server/open-waits.ts'
import { createBlobsCheck } from '#platform/health/blobs-check.ts'
import { browserCheck } from '#platform/health/queue-check.ts'
import { registerDiskMetrics } from '#platform/health/disk-check.ts'
import { serviceHealthRoute } from '#platform/health/service-health.ts'
import { openRateLimiter } from '#platform/http/rate-limit/open-rate-limiter.ts'
import type { RatePolicy } from '#platform/http/rate-limit/rate-limiter.ts'
import { createHttpServer } from '#platform/http/server/server.ts'
import type { ServiceSettings } from '#platform/service-settings.ts'
import { setBackCache } from '#platform/cache/entries/set-back.ts'
import { createJobEngine } from '#platform/jobs/job-engine.ts'
import { registerJobMetrics } from '#platform/jobs/job-metrics.ts'
import { jobEventsRoute } from '#platform/jobs/job-events-route.ts'
import { traceWaits } from '#platform/jobs/trace-waits.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { registerEgressMetrics } from '#platform/telemetry/egress-metrics.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { registerTraceMetrics } from '#platform/telemetry/trace-metrics.ts'
import { passingTracer, type Tracer } from '#platform/telemetry/tracer.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { webhookRoutes } from '#platform/webhooks/webhook-routes.ts'
import { createWebhooks } from '#platform/webhooks/webhooks.ts'
import { createArtifactService, type ArtifactSettings } from '#crawl/artifacts/artifact-service.ts'
import { createArtifactStore } from '#crawl/artifacts/artifact-store.ts'
import { createLinkSigner } from '#crawl/artifacts/link-signer.ts'
import { createLimitService } from '#platform/limits/store/limit-service.ts'
import { artifactRoutes } from '#crawl/artifacts/artifact-routes.ts'
import { batchRoutes } from '#crawl/extractions/batch-routes.ts'
import { cacheRoutes } from '#crawl/cache/cache-routes.ts'
import { cdnRoutes } from '#crawl/cdn/cdn-routes.ts'
import { forgetDomains } from '#crawl/cdn/cdn-store.ts'
import { createDiscovery } from '#crawl/discovery/discovery.ts'
import type { DiscoverySettings } from '#crawl/discovery/model/discovery-settings.ts'
import { exclusionRoutes } from '#crawl/discovery/routes/exclusion-routes.ts'
import { patternRoutes } from '#crawl/discovery/routes/pattern-routes.ts'
import { signalRoutes } from '#crawl/discovery/routes/signal-routes.ts'
import { workerPatternRoute } from '#crawl/discovery/routes/worker-pattern-route.ts'
import { registerFieldMetrics } from '#crawl/fields/field-metrics.ts'
import { forgetFieldCounts } from '#crawl/fields/field-rates.ts'
import { forgetEvidence } from '#crawl/engines/domain-evidence.ts'
import { choosingTypes, createEngineStrategies } from '#crawl/engines/engine-strategies.ts'
import { forgetWays } from '#crawl/engines/way-store.ts'
import { enrichmentRoutes, extractorRoutes } from '#crawl/extractors/extractor-routes.ts'
import { extractionRoutes } from '#crawl/extractions/extraction-routes.ts'
import { jobResultRoute } from '#crawl/jobs/job-result-route.ts'
import { jobRoutes } from '#crawl/jobs/job-routes.ts'
import { JOB_MAKERS } from '#crawl/requests/input-scopes.ts'
import { keyRoutes } from '#crawl/keys/key-routes.ts'
import { jobSteps } from './job-steps.ts'
import { proxyGroupRoutes } from '#crawl/proxies/group-routes.ts'
import { proxyLeaseRoutes } from '#crawl/proxies/lease-routes.ts'
import { createProxyPool } from '#crawl/proxies/proxy-pool.ts'
import { proxyRoutes } from '#crawl/proxies/proxy-routes.ts'
import { forgetLeases } from '#crawl/proxies/read-leases.ts'
import { workerProxyRoutes } from '#crawl/proxies/worker-lease-routes.ts'
import { reportTakers } from './report-takers.ts'
import { sessionRoutes, workerSessionRoutes } from '#crawl/sessions/session-routes.ts'
import { createSessionStore } from '#crawl/sessions/session-store.ts'
import { createSites } from '#crawl/sites/sites.ts'
import { siteRoutes } from '#crawl/sites/site-routes.ts'
import { statsRoute } from '#crawl/stats/stats-route.ts'
import { createRunReports } from '#crawl/workers/run-reports.ts'
import { workerRoutes } from '#crawl/workers/worker-routes.ts'
import { GROUPS, REQUESTS_PER_MINUTE, selfDescription, SERVICE } from './self-description.ts'
import { INSTRUCTIONS, CRAWL_FILES, CRAWL_TOOLS } from '#crawl/assistants/crawl-tools.ts'
import { mcpRoute } from '#platform/mcp/mcp-route.ts'
import { cachePolicies } from '#crawl/cache/cache-policy.ts'
import { jobEventData } from '#crawl/jobs/job-event-data.ts'
import { timedResult } from '#crawl/results/present-extraction.ts'
import { operationsOf, splitJobType } from '#crawl/extractors/operations.ts'
import { createTakeAttachments } from './take-attachments.ts'
import { workerBatchRoutes } from '#crawl/workers/batch-claims.ts'
import { workerArtifactRoutes } from '#crawl/artifacts/worker-artifact-routes.ts'
import { workerJobRoutes } from '#crawl/workers/worker-job-routes.ts'
import { slotRoutes } from '#crawl/limits/slot-routes.ts'
import { registrationRoutes } from '#crawl/workers/registration-routes.ts'
import { snapshotRoutes } from '#crawl/cache/snapshot-routes.ts'
import { registerWorkerMetrics } from '#crawl/workers/worker-metrics.ts'

/** Of one replica; all replicas should have the same. */
export interface CrawlSettings extends ServiceSettings {
  /** For each caller. Default: the limit in the self-description, 30,000 in a minute. */
  readonly requests?: RatePolicy
  /** The most jobs that may wait, by kind of work. A kind without an entry has no bound. */
  readonly queueLimits?: Readonly<Record<string, number>>
  readonly artifacts: ArtifactSettings
  readonly cache?: Partial<CacheSettings>
  readonly discovery?: Partial<DiscoverySettings>
}

const RATE_POLICIES = {
  default: { quota: REQUESTS_PER_MINUTE, windowMs: 60_000 },
  // Far above what workers need, and below what a runaway worker would do to the service.
  worker: { quota: 1_200_000, windowMs: 60_000 },
} as const

/** What the composition root opens and closes. */
export interface CrawlDeps {
  /** Migrated with the modules jobs, keys, webhooks, blobs and crawl. */
  readonly db: Database
  /** Owned by the caller. */
  readonly blobs: BlobStore
  readonly log: Logger
  readonly settings: CrawlSettings
  readonly extractors: readonly ExtractorDescriptor[]
  /** The address at which places takes reports, once it is known: reached although it may be on a private network. */
  readonly placesCallback?: () => string | null
  /** When absent, trace contexts are passed on and nothing is recorded. */
  readonly tracer?: Tracer
  /** The commit of the program, for its metrics. */
  readonly commit?: string
}

const WEBHOOK_ROUTES = {
  events: [...JOB_WEBHOOK_EVENTS, ...CDN_WEBHOOK_EVENTS, ...OWN_WEBHOOK_EVENTS, ...PROXY_WEBHOOK_EVENTS],
} as const
/** The tables whose rows keep a blob. */
const BLOB_REFERRERS = [
  { table: 'artifacts', column: 'blob' },
  { table: 'cache_snapshots', column: 'blob' },
] as const

/** A crawl that serves. */
export interface RunningCrawl {
  readonly url: string
  /** Called by the process that saw a worker's process end: its jobs go to others at once, not after their leases. */
  workerEnded(instanceId: string): Promise<{ lostJobs: number }>
  /** Lets running requests end; waiting ones are answered with what there is. */
  stop(): Promise<void>
}

/** Serves until `stop()`. */
export async function startCrawl(deps: CrawlDeps): Promise<RunningCrawl> {
  const { db, log, settings, extractors, tracer = passingTracer } = deps
  await using stack = new AsyncDisposableStack()
  const metrics = stack.use(
    createMetrics({ service: SERVICE.name, version: SERVICE.version, commit: deps.commit ?? 'unknown' }),
  )
  registerTraceMetrics(metrics, tracer)
  registerDiskMetrics(metrics, settings.disk)
  const countRefused = registerEgressMetrics(metrics)

  const keys = stack.use(
    await openKeyring({
      db,
      log,
      pepper: settings.keyPepper,
      fixedKeys: settings.fixedKeys,
      extractors: extractors.map(({ name }) => name),
    }),
  )
  const policies = { ...RATE_POLICIES, default: settings.requests ?? RATE_POLICIES.default }
  const rateLimit = openRateLimiter({ db, log, policies, replicated: settings.replicated })

  const limits = stack.use(createLimitService({ db, log, replicated: settings.replicated }))

  const blobs = measureBlobs(deps.blobs, metrics)
  const blobService = createBlobService({ db, store: blobs, log, referrers: BLOB_REFERRERS })
  const artifacts = stack.use(
    createArtifactService({
      store: createArtifactStore({ db }),
      blobService,
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
      bodies: blobService,
    }),
  )
  const policyOf = cachePolicies(operations, cache.settings.maxBytes > 0)
  const discovery = stack.use(
    createDiscovery({ db, log, pepper: settings.keyPepper, settings: settings.discovery ?? {} }),
  )
  const takers = reportTakers({ discovery })
  const steps = jobSteps({
    db,
    log,
    operations,
    artifacts,
    cache,
    policyOf,
    pepper: settings.keyPepper,
    queueLimits: settings.queueLimits ?? {},
    reportTakers: takers,
    discovery,
  })
  const engine = stack.use(
    createJobEngine({
      db,
      log,
      settings: settings.jobs,
      steps,
      onClockSet: async ({ stepMs }) => {
        if (stepMs < 0) await Promise.all([limits.setBack(-stepMs), setBackCache(db, -stepMs)])
      },
    }),
  )
  registerJobMetrics({ metrics, engine, db, extractorOf: (type) => splitJobType(type).extractor })
  registerWorkerMetrics(metrics, engine)
  registerFieldMetrics(metrics, db)
  traceWaits(engine, tracer)

  const sessions = createSessionStore({ db, log, encryptor: createEncryptor(settings.keyPepper) })
  const pool = createProxyPool({
    db,
    log,
    metrics,
    pepper: settings.keyPepper,
    replicated: settings.replicated,
  })
  stack.use(pool.proxyLeases)
  const webhooks = stack.use(
    createWebhooks({
      db,
      engine,
      log,
      metrics,
      pepper: settings.keyPepper,
      settings: settings.webhooks,
      onRefused: countRefused,
      ...(deps.placesCallback === undefined ? {} : { namedReceiver: deps.placesCallback }),
      presentJob: jobEventData,
      presentResult: timedResult,
    }),
  )
  stack.defer(engine.onEnded(() => webhooks.jobEnded()))

  const app = await createHttpServer({
    service: SERVICE,
    log,
    host: settings.host,
    open: settings.open,
    trustProxy: settings.trustProxy,
    ...(settings.corsOrigins === undefined ? {} : { corsOrigins: settings.corsOrigins }),
    groups: GROUPS,
    selfDescription,
    rateLimit,
    metrics,
    tracer,
    webhooks: [...JOB_WEBHOOKS, ...CDN_WEBHOOKS, ...OWN_WEBHOOKS, ...PROXY_WEBHOOKS],
    authenticate: keys,
  })
  stack.defer(() => closeGracefully(app, { delayMs: settings.stopDelayMs }))
  const waits = createOpenWaits()
  app.addHook('preClose', async () => waits.stop())

  const parts = {
    db,
    log,
    engine,
    waits,
    operations,
    extractors,
    service: SERVICE,
    countRefused,
    keys,
    limits,
    webhooks,
    artifacts,
    cache,
    policyOf,
    sessions,
    ...pool,
    discovery,
    runReports: createRunReports(takers),
    takeAttachments: createTakeAttachments({ limits, cache, extractors, log }),
    // The kinds of proxies that can be leased.
    proxyKinds: () => pool.proxyLeases.kinds,
  }
  const choosing = choosingTypes(operations)
  const strategies = createEngineStrategies({ db, log, choosing, proxyKinds: parts.proxyKinds })
  extractorRoutes(app, parts)
  extractionRoutes(app, parts)
  enrichmentRoutes(app, parts)
  batchRoutes(app, parts)
  jobRoutes(app, parts)
  jobResultRoute(app, parts)
  jobEventsRoute(app, { engine, waits, makers: JOB_MAKERS })
  artifactRoutes(app, parts)
  workerRoutes(app, parts)
  registrationRoutes(app, parts)
  workerJobRoutes(app, { ...parts, strategies })
  workerBatchRoutes(app, { ...parts, strategies })
  slotRoutes(app, parts)
  workerArtifactRoutes(app, parts)
  snapshotRoutes(app, parts)
  sessionRoutes(app, parts)
  workerSessionRoutes(app, parts)
  proxyRoutes(app, parts)
  proxyGroupRoutes(app, parts)
  proxyLeaseRoutes(app, parts)
  workerProxyRoutes(app, parts)
  keyRoutes(app, parts)
  webhookRoutes(app, { ...parts, ...WEBHOOK_ROUTES })
  signalRoutes(app, parts)
  patternRoutes(app, parts)
  exclusionRoutes(app, parts)
  workerPatternRoute(app, parts)
  const sites = stack.use(createSites(parts))
  siteRoutes(app, parts)
  statsRoute(app, parts)
  cacheRoutes(app, parts)
  cdnRoutes(app, parts)
  serviceHealthRoute(app, {
    ...parts,
    disk: settings.disk,
    noWorkers: 'No worker is online: jobs wait.',
    checks: {
      blobs: createBlobsCheck(blobs),
      browser: async () => browserCheck({ listWorkers: parts.engine.workers.list }),
    },
  })
  mcpRoute(app, {
    info: { ...SERVICE, instructions: INSTRUCTIONS },
    set: { tools: CRAWL_TOOLS, files: CRAWL_FILES },
    log,
    group: 'extractors',
    scope: 'extract',
    orScopes: ['extract', 'enrich', 'jobs'],
  })
  addMetricsRoute(app, { metrics, group: 'metrics' })

  await engine.start()
  await limits.start()
  await webhooks.start()
  artifacts.start()
  await cache.start()
  await pool.proxyLeases.start()
  await discovery.start()
  await sites.start()
  const tasks = {
    engineEvidence: async () => forgetEvidence(db),
    ways: async () => forgetWays(db),
    cdnDomains: async () => forgetDomains(db),
    sessions: async () => sessions.expire(),
    proxyLeases: async () => forgetLeases(db),
    fieldCounts: async () => forgetFieldCounts(db),
    ...discovery.retention,
  }
  stack.use(startRetention({ log, everyMs: settings.jobs.retentionMs, tasks }))
  const { url } = await listen(app, settings)
  const running = stack.move()
  let stopping: Promise<void> | null = null
  const workerEnded = async (instanceId: string): Promise<{ lostJobs: number }> => {
    // First, so that its jobs find room at their hosts.
    await limits.releaseAllOf(instanceId)
    return engine.workers.ended(instanceId)
  }
  return { url, workerEnded, stop: () => (stopping ??= running.disposeAsync()) }
}
