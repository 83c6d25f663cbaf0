// Runs one operation of an extractor: checks its input, gives it its context, puts its output into the result envelope.
import type { ExtractionResult, Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BrowserPage } from '#extract/browser/visit.ts'
import type { ExtractContext, ExtractLog, ExtractorOutput } from '#extract/context.ts'
import { foundNothing } from '#extract/errors.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { systemClock } from '#kit/time/clock.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { targetHost } from '#kit/url/target-host.ts'
import type { Egress } from '#platform/egress/egress.ts'
import type { HostPace } from '#platform/egress/host-limits/host-slots.ts'
import type { JobControls } from '#platform/jobs/worker/job-runner.ts'
import type { WorkerJob } from '#platform/jobs/worker/transport.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { BrowserPool } from '#worker/browser/browser-pool.ts'
import type { ArtifactCalls } from '#worker/artifacts/artifact-calls.ts'
import { openJobArtifacts, type JobArtifacts } from '#worker/artifacts/job-artifacts.ts'
import { createCdnMemory, createCdnObserver, type CdnObserver } from './cdn-observer.ts'
import { escalated, type ChosenOutput } from './escalate.ts'
import type { ExtractorInstances, Operation } from './extractor-instances.ts'
import { startFetchRecorder, type FetchRecorder, type VisitAnswer } from './fetch-recorder.ts'
import { withHold } from './host-hold.ts'
import type { Isolate } from '#worker/isolate/isolate.ts'
import type { OcrFor } from '#worker/ocr/recognizer.ts'
import { openJobPages, type JobPages } from '#worker/pages/job-pages.ts'
import { pageRulesOf } from '#worker/pages/page-rules.ts'
import type { SnapshotBodies } from '#worker/pages/snapshot-bodies.ts'
import type { SnapshotCalls } from '#worker/pages/snapshot-calls.ts'
import { runNested } from './nested-extract.ts'
import { withTimeHint } from './time-hint.ts'
import { storable } from './storable-result.ts'
import { openJobProxy, withProxy, type JobProxyDeps } from '#worker/proxies/job-proxy.ts'
import { openJobSession, type JobSession, type SessionCalls } from '#worker/sessions/job-session.ts'

/** What all jobs of the process share. */
export interface ExecuteDeps {
  readonly operations: ReadonlyMap<string, Operation>
  readonly instances: ExtractorInstances
  readonly egress: Pick<Egress, 'fetch' | 'acceptsMail'>
  readonly browser: BrowserPool
  readonly isolate: Isolate
  readonly ocr: OcrFor
  readonly artifacts: ArtifactCalls
  readonly sessions: SessionCalls
  readonly proxies: Pick<JobProxyDeps, 'calls' | 'openRoute'>
  readonly snapshots: { readonly calls: SnapshotCalls; readonly bodies: SnapshotBodies }
  readonly log: Logger
}

/**
 * Codes for a fetched page without content: it must not be kept, and if it came from the cache, the copy may be the
 * cause.
 */
const NO_CONTENT: ReadonlySet<string> = new Set([
  'target_blocked',
  'target_captcha',
  'login_required',
  'upstream_changed',
])

/**
 * A job whose slot at its host would come later than this is released before it begins: its lease, and then its slot in
 * the worker, are better used for jobs of other hosts.
 */
const MAX_TURN_WAIT_MS = 5_000

/**
 * Resolves with the result for `complete`. Rejects with a SurveyorError that may be reported, or with any other error,
 * which is a defect: the caller reports it as `internal`.
 */
export function createExecutor(
  deps: ExecuteDeps,
): (job: WorkerJob, controls: JobControls) => Promise<ExtractionResult> {
  const memory = createCdnMemory()
  return async (job, controls) => {
    const operation = deps.operations.get(job.type)
    if (operation === undefined) throw new SurveyorError('no_worker', `This worker does no ${job.type}.`)
    const errors = inputProblems(operation.descriptor.input, job.input)
    if (errors.length > 0) {
      throw new SurveyorError('validation_failed', `The input does not fit ${job.type}.`, { errors })
    }
    const startedMs = performance.now()
    const { signal, deadlineAt } = controls
    const lease = { jobId: job.id, leaseToken: job.leaseToken }
    const session = await openJobSession({ calls: deps.sessions, lease, input: job.input, signal })
    // What a session gets is for its owner alone.
    const rules =
      session === null ? pageRulesOf(operation.extractor.name, operation.descriptor.input, job.input) : null
    const proxy = openJobProxy({ ...deps, ...deps.proxies }, { ...job, lease, signal, deadlineAt })
    const { egress, browser } = proxy ?? deps
    const pages =
      rules === null
        ? null
        : openJobPages({ ...deps, ...deps.snapshots, egress, holder: job.id, rules, signal })
    const host = targetHost(job.input)
    const observer = createCdnObserver({
      report: controls.report,
      memory,
      strategy: job.strategy,
      proxyKind: () => proxy?.used?.kind ?? 'none',
    })
    const paceAt = paceOf(job)
    const recorder = startFetchRecorder(
      pages ?? (session === null ? egress : inSession(egress, session)),
      signal,
      () => (deadlineAt === null ? Infinity : deadlineAt.getTime() - systemClock.now()),
      {
        onAnswer: observer.saw,
        paceAt,
        ...(host === null
          ? {}
          : { waitLimit: { maxWaitMs: MAX_TURN_WAIT_MS, onWaiting: controls.onWaiting } }),
      },
    )
    const handler = await deps.instances.handler(operation)
    using artifacts = openJobArtifacts({
      calls: deps.artifacts,
      lease,
      input: job.input,
      signal,
    })
    const loadWarnings: Warning[] = []
    const context = contextOf(deps, job, controls, {
      host,
      browser,
      session,
      paceAt,
      recorder,
      observer,
      artifacts,
      loadWarnings,
    })
    const work = async (input: unknown): Promise<ExtractorOutput> => {
      try {
        return withProxy(proxy, await handler(input, context))
      } catch (error) {
        const spent = { fetchMs: recorder.fetchMs(), totalMs: performance.now() - startedMs }
        const told = withTimeHint(error, operation.descriptor.input, job.input, spent)
        throw host === null ? told : withHold(recorder.busy() ?? told, host, recorder.refusal())
      }
    }
    let chosen: ChosenOutput
    let failure: unknown = null
    try {
      chosen = await escalated(
        job.input,
        async () => observer.attempt(async () => throughPages(pages, recorder, async () => work(job.input))),
        async (input) => observer.attempt(async () => work(input)),
        job.strategy,
      )
    } catch (error) {
      failure = error
      throw error
    } finally {
      await proxy?.end(failure)
      // A login that was done counts, also when its page could not be read.
      if (session !== null && !signal.aborted) loadWarnings.push(...(await session.save()))
    }
    const busy = recorder.busy()
    if (host !== null && busy !== null) throw withHold(busy, host, null)
    const totalMs = Math.round(performance.now() - startedMs)
    const cdn = observer.cdn()
    return envelope(chosen, operation, { recorder, pages, artifacts, loadWarnings, totalMs, cdn })
  }
}

/** What the extractor of one job is given. `loadWarnings` takes those of the pages that a browser loads. */
function contextOf(
  deps: ExecuteDeps,
  job: WorkerJob,
  controls: JobControls,
  work: {
    readonly host: string | null
    readonly browser: Pick<BrowserPool, 'visit'>
    readonly session: JobSession | null
    readonly paceAt: ReturnType<typeof paceOf>
    readonly recorder: FetchRecorder
    readonly observer: Pick<CdnObserver, 'silence'>
    readonly artifacts: JobArtifacts
    readonly loadWarnings: Warning[]
  },
): ExtractContext {
  const { host, browser, session, paceAt, recorder, observer, artifacts, loadWarnings } = work
  const { signal, deadlineAt, progress, traceparent } = controls
  const browse: ExtractContext['browse'] = async (visit, use) =>
    recorder.visit(async (first, loaded) => {
      const pace = paceAt(visit.url)
      const own = {
        jobId: job.id,
        signal,
        keepFile: artifacts.saveArtifact,
        ...(session === null ? {} : { session }),
        ...(pace === undefined ? {} : { pace }),
        ...first,
      }
      return browser.visit(visit, own, async (page) => {
        loaded(answerOf(page))
        try {
          return await use(page)
        } finally {
          loadWarnings.push(...page.warnings)
        }
      })
    })
  const context: ExtractContext = {
    signal,
    deadlineAt,
    progress,
    log: jobLog(deps.log, job, traceparent),
    fetch: recorder.fetch,
    ...(deps.egress.acceptsMail === undefined ? {} : { acceptsMail: deps.egress.acceptsMail }),
    browse,
    isolate: (parser, input, bounds) =>
      deps.isolate.run(parser, input, { jobId: job.id, host, signal }, bounds),
    ocr: async () => deps.ocr({ jobId: job.id, signal }),
    saveArtifact: artifacts.saveArtifact,
    readArtifact: artifacts.readArtifact,
    report(kind, entry) {
      if (kind === 'cdn') observer.silence()
      controls.report(kind, entry)
    },
    runExtractor: async (nested, fetch) => runNested(deps, nested, context, fetch),
    traceparent,
  }
  return context
}

/** Requests with the cookies of a session. */
const inSession = (egress: Pick<Egress, 'fetch'>, { cookies }: JobSession): Pick<Egress, 'fetch'> => ({
  fetch: async (request) => egress.fetch({ ...request, cookies }),
})

/** Runs the operation, once more when a kept page was the cause of a failure, and reports the outcome of the pages. */
async function throughPages(
  pages: JobPages | null,
  recorder: FetchRecorder,
  work: () => Promise<ExtractorOutput>,
): Promise<ExtractorOutput> {
  if (pages === null) return work()
  let good = true
  const attempt = async (): Promise<ExtractorOutput> => {
    try {
      return await work()
    } catch (error) {
      good = !(error instanceof SurveyorError && (NO_CONTENT.has(error.code) || foundNothing(error)))
      if (good || !pages.invalidate()) throw error
      good = true
      recorder.restart()
      return attempt()
    }
  }
  try {
    return await attempt()
  } finally {
    await pages.end(good)
  }
}

function envelope(
  { output, escalations, reason }: ChosenOutput,
  { extractor, name }: Operation,
  work: {
    readonly recorder: FetchRecorder
    readonly pages: JobPages | null
    readonly artifacts: JobArtifacts
    /** About pages that a browser loaded. */
    readonly loadWarnings: readonly Warning[]
    readonly totalMs: number
    readonly cdn: ExtractionResult['cdn']
  },
): ExtractionResult {
  const { recorder, pages, artifacts, loadWarnings, totalMs, cdn } = work
  const detail = pages?.detail()
  if (output.data === undefined) throw new Error(`${extractor.name}.${name} gave no data.`)
  const spentMs = recorder.fetchMs()
  const fetchMs = spentMs === null ? null : Math.min(totalMs, Math.round(spentMs))
  return storable({
    data: output.data,
    engine: {
      used: output.engine,
      escalations: [...escalations],
      ...(reason === null ? {} : { reason }),
    },
    response: output.response ?? null,
    cdn,
    cache: {
      status: recorder.cacheStatus(),
      ...(recorder.oldestCopy() ?? { ageMs: null, storedAt: null }),
      ...(detail === undefined ? {} : { detail }),
    },
    quality: output.quality ?? null,
    timings: { queueMs: null, fetchMs, extractMs: totalMs - (fetchMs ?? 0), totalMs },
    warnings: [...loadWarnings, ...(output.warnings ?? []), ...(pages?.warnings ?? [])],
    provenance: output.provenance ?? {},
    artifacts: artifacts.saved(),
    extractorVersion: extractor.version,
  })
}

/** The answer behind a page, as the recorder takes it. */
function answerOf({ response, headers }: BrowserPage): VisitAnswer | null {
  if (response === null) return null
  const { url, finalUrl, statusCode: status } = response
  return { url, finalUrl, status, headers }
}

/** What crawl learned of the pace at hosts of the domain of the job. */
function paceOf({ input, strategy }: WorkerJob): (url: string) => HostPace | undefined {
  const { url: target, pace: asked } = fieldsOf(input)
  const { minDelayMs, concurrency } = slower(strategy ?? {}, fieldsOf(asked))
  if (minDelayMs === undefined && concurrency === undefined) return () => undefined
  const domain = typeof target === 'string' ? registrableDomain(target) : null
  if (domain === null) return () => undefined
  const pace = {
    ...(minDelayMs === undefined ? {} : { minDelayMs }),
    ...(concurrency === undefined ? {} : { concurrency }),
  }
  return (url) => (registrableDomain(url) === domain ? pace : undefined)
}

/** Of what crawl learned and what the caller asks, the slower. */
function slower(
  learned: Pick<NonNullable<WorkerJob['strategy']>, 'minDelayMs' | 'concurrency'>,
  asked: Readonly<Record<string, unknown>>,
): HostPace {
  const delays = [learned.minDelayMs, asked['minDelayMs']].filter((ms) => typeof ms === 'number')
  const counts = [learned.concurrency, asked['concurrency']].filter((count) => typeof count === 'number')
  return {
    ...(delays.length === 0 ? {} : { minDelayMs: Math.max(...delays) }),
    ...(counts.length === 0 ? {} : { concurrency: Math.min(...counts) }),
  }
}

/** A child logger is made at the first line that a job logs, because most jobs log nothing. */
function jobLog(log: Logger, job: WorkerJob, traceparent: string | null): ExtractLog {
  let child: Logger | null = null
  const bound = (): Logger =>
    (child ??= log.child({
      jobId: job.id,
      jobType: job.type,
      ...(traceparent === null ? {} : { traceparent }),
    }))
  return {
    debug: (fields, message) => bound().debug(fields, message),
    info: (fields, message) => bound().info(fields, message),
    warn: (fields, message) => bound().warn(fields, message),
    error: (fields, message) => bound().error(fields, message),
  }
}
