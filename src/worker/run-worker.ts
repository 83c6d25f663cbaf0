// Assembles a worker process: extractors, jobs from crawl, results back to crawl.
import { arch, availableParallelism, platform, totalmem } from 'node:os'
import path from 'node:path'
import type { WorkPool } from '#contract/crawl/extractor.ts'
import type { HeartbeatBody, RegisterWorkerBody } from '#contract/worker.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost } from '#extract/context.ts'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import { systemClock } from '#kit/time/clock.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { Egress } from '#platform/egress/egress.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { createWorkerLoop } from '#platform/jobs/worker/loop.ts'
import { createAttachments, type Attachments } from '#platform/jobs/worker/attachments.ts'
import { createHttpTransport } from '#platform/jobs/worker/transport-http.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { createMemoryLimiter } from '#platform/limits/memory-backend.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { passingTracer, type Tracer } from '#platform/telemetry/tracer.ts'
import { createBrowserPool, type BrowserPool } from '#worker/browser/browser-pool.ts'
import { hasSandbox, type FoundBrowser } from '#worker/browser/browser-process.ts'
import { watchFarm, type FarmWatch } from '#worker/browser/farm-watch.ts'
import { createBrowserFinder } from '#worker/browser/find-browser.ts'
import { createArtifactCalls } from '#worker/artifacts/artifact-calls.ts'
import { createLearnedPatterns } from '#worker/discovery/learned-patterns.ts'
import { createExecutor } from '#worker/execute/execute.ts'
import { createExtractorInstances, type Operation } from '#worker/execute/extractor-instances.ts'
import { failureOf } from '#worker/execute/host-hold.ts'
import { createIsolate } from '#worker/isolate/isolate.ts'
import { createOcr } from '#worker/ocr/recognizer.ts'
import { createRefusalCounts, type RefusalCounts } from './refusal-counts.ts'
import type { WorkerSettings } from './settings.ts'
import { createSharedCache } from '#worker/pages/shared-cache.ts'
import { createSnapshotBodies } from '#worker/pages/snapshot-bodies.ts'
import { createSnapshotCalls } from '#worker/pages/snapshot-calls.ts'
import { createProxyCalls } from '#worker/proxies/proxy-calls.ts'
import { createSessionCalls } from '#worker/sessions/job-session.ts'
import { createRunTraces } from './trace-runs.ts'
import { startWatchdog } from './watchdog.ts'

/** What the composition root opens for a worker process. */
export interface WorkerDeps {
  /** Owned by the caller, as is `egress`. */
  readonly crawl: Peer
  readonly egress: Egress
  readonly log: Logger
  /** When absent, trace contexts are passed on and nothing is recorded. */
  readonly tracer?: Tracer
  /** Refusals of the guard of `egress`. */
  readonly refusals?: RefusalCounts
  readonly settings: WorkerSettings
  /** Unavailable ones are left out. */
  readonly extractors: readonly ExtractorDescriptor[]
  /** What every extractor gets to know about this machine and its operator. */
  readonly host: Pick<ExtractorHost, 'settings' | 'dataDir' | 'peerFetch'>
  /** Counts over all workers. Absent: what extractors share is counted in this process alone. */
  readonly limiter?: Limiter
  /** The one that the calls of `limiter` use. */
  readonly attachments?: Attachments
  /** What it registers with; by default a new one. */
  readonly instanceId?: string
}

/** A worker that has registered and claims jobs. */
export interface RunningWorker {
  /** Stops the loop and closes what the worker opened. */
  stop(): Promise<void>
  /** Resolves when it has stopped, also when crawl asked for it. */
  readonly done: Promise<void>
}

/** Resolves without waiting for crawl: an unreachable crawl is not an error yet. Throws when the worker could do nothing. */
export async function runWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const { settings, log } = deps
  const operations = operationsOf(deps.extractors, settings.concurrency)
  if (operations.size === 0) throw new Error('This worker has no extractor it could run.')

  const tracer = deps.tracer ?? passingTracer
  const traces = createRunTraces(tracer)
  const egress = { ...deps.egress, fetch: traces.fetch(deps.egress.fetch) }
  const { peerFetch } = deps.host

  await using opening = new AsyncDisposableStack()
  opening.use(startWatchdog(settings.stallMs))
  const isolate = opening.use(
    createIsolate({ children: Math.max(1, settings.concurrency.parser), heapMb: settings.parserHeapMb, log }),
  )
  const findBrowser = createBrowserFinder({
    ...settings,
    unpackFolder: path.join(deps.host.dataDir, 'browser'),
  })
  const browser = opening.use(
    createBrowserPool({
      pages: settings.concurrency.browser,
      find: findBrowser,
      openVisit: async (rules) => deps.egress.openVisit(rules),
      log,
    }),
  )
  const { browserUrl } = settings
  const farm =
    browserUrl === null || settings.concurrency.browser < 1
      ? null
      : opening.use(watchFarm({ url: browserUrl, log }))
  const attachments = deps.attachments ?? createAttachments()
  const snapshots = createSnapshotCalls(deps.crawl, attachments)
  const processLimiter = opening.use(createMemoryLimiter())
  const limits = { shared: deps.limiter ?? processLimiter, process: processLimiter }
  const learnedPatterns = createLearnedPatterns({
    crawl: deps.crawl,
    log,
    refreshMs: settings.patternRefreshMs,
  })
  const instances = opening.use(
    createExtractorInstances((extractor) => ({
      ...deps.host,
      limits,
      log: log.child({ extractor }),
      sharedCache: createSharedCache({ extractor, calls: snapshots, log }),
      fetch: egress.fetch,
      learnedPatterns,
      ...(peerFetch === undefined ? {} : { peerFetch: traces.peerFetch(peerFetch) }),
    })),
  )

  const execute = createExecutor({
    operations,
    instances,
    egress,
    browser,
    isolate,
    ocr: createOcr({ processes: Math.max(1, settings.concurrency.parser), log }),
    artifacts: createArtifactCalls({ crawl: deps.crawl, clock: systemClock }),
    sessions: createSessionCalls(deps.crawl),
    proxies: {
      calls: createProxyCalls(deps.crawl),
      openRoute: (options) => deps.egress.openRoute(options),
    },
    snapshots: {
      calls: snapshots,
      bodies: createSnapshotBodies(settings.pageMemoryBytes),
    },
    log,
  })
  const loop = createWorkerLoop({
    transport: createHttpTransport({
      crawl: deps.crawl,
      attachments,
      pressure: createPressureGauge(browser, farm),
      refusals: deps.refusals ?? createRefusalCounts(),
    }),
    registration: {
      ...registrationOf(settings, [...operations.keys()], await browserInfo(settings, findBrowser, log)),
      instanceId: deps.instanceId ?? uuidV7(),
    },
    slots: settings.concurrency,
    typesByPool: typesByPool(operations),
    run: async (job, controls) => traces.run(controls.traceparent, async () => execute(job, controls)),
    failureOf,
    timeoutMs: (type) => operations.get(type)?.descriptor.timeoutMs ?? UNKNOWN_TYPE_TIMEOUT_MS,
    stopGraceMs: settings.stopGraceMs,
    abortGraceMs: settings.abortGraceMs,
    tracer,
    log,
  })

  const opened = opening.move()
  const done = loop.done.then(() => opened.disposeAsync())
  void loop.start()
  return {
    async stop() {
      await loop.stop()
      await done
    },
    done,
  }
}

/** Never reached: a job of an unknown type fails at once. */
const UNKNOWN_TYPE_TIMEOUT_MS = 1_000

/** Every operation this worker can run, by its job type. */
function operationsOf(
  extractors: readonly ExtractorDescriptor[],
  concurrency: WorkerSettings['concurrency'],
): Map<string, Operation> {
  const operations = new Map<string, Operation>()
  for (const extractor of extractors.filter((e) => e.available)) {
    for (const [name, descriptor] of Object.entries(extractor.operations)) {
      if (concurrency[descriptor.pool] < 1) continue
      operations.set(`${extractor.name}.${name}`, { extractor, name, descriptor })
    }
  }
  return operations
}

function typesByPool(operations: ReadonlyMap<string, Operation>): Map<WorkPool, string[]> {
  const types = new Map<WorkPool, string[]>()
  for (const [type, { descriptor }] of operations) {
    types.set(descriptor.pool, [...(types.get(descriptor.pool) ?? []), type])
  }
  return types
}

type BrowserInfo = NonNullable<RegisterWorkerBody['host']>['browser']

/** Undefined for a worker that opens no pages. */
async function browserInfo(
  { concurrency }: WorkerSettings,
  find: () => Promise<FoundBrowser>,
  log: Logger,
): Promise<BrowserInfo> {
  if (concurrency.browser < 1) return undefined
  try {
    const { source, version } = await find()
    // A farm does not say.
    return { source, version, sandbox: source === 'farm' ? null : hasSandbox() }
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    log.warn({}, `pages that need a browser cannot be opened: ${error.message}`)
    return null
  }
}

function registrationOf(
  settings: WorkerSettings,
  types: string[],
  browser: BrowserInfo,
): Omit<RegisterWorkerBody, 'instanceId'> {
  return {
    name: settings.name,
    version: settings.version,
    capabilities: { types, concurrency: { ...settings.concurrency } },
    tags: [...settings.tags],
    host: {
      os: platform(),
      arch: arch(),
      cpus: availableParallelism(),
      memBytes: totalmem(),
      ...(browser === undefined ? {} : { browser }),
    },
  }
}

/** Measures the resources used since the last reading: `cpu` is 1 for one core that is always busy. */
function createPressureGauge(
  browser: Pick<BrowserPool, 'running' | 'starts'>,
  farm: FarmWatch | null,
): () => NonNullable<HeartbeatBody['pressure']> {
  let beforeMs = performance.now()
  let before = process.cpuUsage()
  return () => {
    const elapsedMs = performance.now() - beforeMs
    const used = process.cpuUsage(before)
    beforeMs += elapsedMs
    before = process.cpuUsage()
    const cpu = elapsedMs > 0 ? (used.user + used.system) / 1_000 / elapsedMs : null
    const farmAnswers = farm?.answers ?? null
    return {
      cpu,
      memBytes: process.memoryUsage.rss(),
      browsers: browser.running,
      ...(farmAnswers === null ? {} : { farmAnswers }),
      ...(browser.starts === null ? {} : { browserStarts: browser.starts }),
    }
  }
}
