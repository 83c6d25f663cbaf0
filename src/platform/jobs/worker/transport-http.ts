// The worker protocol over HTTP: the worker-facing API of crawl.
import type { ReportKind } from '#contract/run-reports.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import {
  ClaimsAnswer,
  CompletionsAnswer,
  HeartbeatAnswer,
  ProgressAnswer,
  RegisterWorkerAnswer,
  UnregisterAnswer,
  type CompletionsBody,
  type HeartbeatBody,
} from '#contract/worker.ts'
import type { Peer } from '#platform/egress/peer.ts'
import type { TakenAttachments, Attachments } from './attachments.ts'
import { CALL_TIMEOUT_MS, createCrawlCaller } from './call-crawl.ts'
import { reportsOfKinds } from './report-collector.ts'
import { workerJob, type JobReport, type WorkerJob, type WorkerTransport } from './transport.ts'

/** The connection, and what heartbeats carry. */
export interface HttpTransportDeps {
  readonly crawl: Peer
  /** What is to travel with completions. */
  readonly attachments?: Attachments
  /** What this process uses, as sent with each heartbeat. */
  readonly pressure: () => NonNullable<HeartbeatBody['pressure']>
  /** Refusals of the guard that crawl does not know of yet. They are given back when they could not be sent. */
  readonly refusals: {
    take(): Record<string, number> | undefined
    giveBack(counts: Readonly<Record<string, number>>): void
  }
}

/** Completions may carry megabytes to a loaded database. */
const COMPLETE_TIMEOUT_MS = 60_000
const UNREGISTER_TIMEOUT_MS = 3_000
/** The body is wrong or too large. */
const REFUSED = new Set([400, 413, 422])

/** A call without an answer throws `crawl_unavailable`. */
export function createHttpTransport({
  crawl,
  attachments,
  pressure,
  refusals,
}: HttpTransportDeps): WorkerTransport {
  const post = createCrawlCaller(crawl)
  const register = post('register', RegisterWorkerAnswer)
  const heartbeat = post(':id/heartbeat', HeartbeatAnswer)
  const claims = post('claims', ClaimsAnswer)
  const completions = post('completions', CompletionsAnswer)
  const progress = post('jobs/:id/progress', ProgressAnswer)
  const unregister = post(':id/unregister', UnregisterAnswer)

  async function send(
    reports: readonly JobReport[],
    claim: CompletionsBody['claim'],
    signal: AbortSignal,
  ): Promise<{ outcomes: (SurveyorError | null)[]; jobs: WorkerJob[] }> {
    const body: CompletionsBody = {
      completions: reports.map((report) => completion(report, reportKinds)),
      ...(claim === undefined ? {} : { claim }),
    }
    const { outcomes, jobs = [] } = await complete(body, attachments?.take() ?? null, signal)
    if (outcomes.length !== reports.length) {
      throw new SurveyorError(
        'crawl_unavailable',
        'Crawl answered another number of completions than it was sent.',
      )
    }
    return {
      outcomes: outcomes.map(({ error }) => (error === null ? null : errorOf(error))),
      jobs: jobs.map((claimed) => workerJob(claimed, Date.parse)),
    }
  }

  /** Whatever becomes of the attachments, they are never the reason why an outcome is refused. */
  async function complete(
    body: CompletionsBody,
    taken: TakenAttachments | null,
    signal: AbortSignal,
  ): Promise<CompletionsAnswer> {
    const options = { signal, timeoutMs: COMPLETE_TIMEOUT_MS }
    if (taken === null) return completions(body, options)
    try {
      const answer = await completions({ ...body, ...taken.body }, options)
      const isRefused = answer.refused?.some(({ pointer }) => !pointer.startsWith('/completions/'))
      taken.sent(isRefused === false)
      return answer
    } catch (error) {
      taken.sent(false)
      if (error instanceof SurveyorError && REFUSED.has(error.status)) return completions(body, options)
      throw error
    }
  }

  let claimsWithCompletions = false
  let reportKinds: readonly ReportKind[] = []

  return {
    peer: 'crawl',
    sendsProgressAtOnce: false,
    async register(body, signal) {
      const answer = await register(body, { signal })
      claimsWithCompletions = answer.claimsWithCompletions === true
      attachments?.open(answer.attachmentsWithCompletions === true)
      reportKinds = answer.reportsWithCompletions ?? []
      return answer
    },
    async claim(body, signal) {
      const { jobs } = await claims(body, { signal, timeoutMs: body.waitMs + CALL_TIMEOUT_MS })
      return jobs.map((claimed) => workerJob(claimed, Date.parse))
    },
    async heartbeat(id, body, signal) {
      const egressBlocked = refusals.take()
      const refused = egressBlocked === undefined ? {} : { egressBlocked }
      try {
        return await heartbeat({ ...body, pressure: pressure(), ...refused }, { id, signal })
      } catch (error) {
        if (egressBlocked !== undefined) refusals.giveBack(egressBlocked)
        throw error
      }
    },
    progress: async ({ id, leaseToken, traceparent }, value, signal) =>
      progress(
        { leaseToken, progress: value },
        { id, signal, ...(traceparent === null ? {} : { headers: { traceparent } }) },
      ),
    report: async (reports, signal) => (await send(reports, undefined, signal)).outcomes,
    get reportAndClaim() {
      return claimsWithCompletions ? send : undefined
    },
    unregister: async (id) => unregister({ requeue: true }, { id, timeoutMs: UNREGISTER_TIMEOUT_MS }),
    onCancelRequested: () => () => undefined,
    extend: () => ({}),
  }
}

/** `kinds`: the reports that crawl takes. */
function completion(report: JobReport, kinds: readonly ReportKind[]): CompletionsBody['completions'][number] {
  if ('release' in report) return { ...report }
  const { reports: all, ...end } = report
  const reports = reportsOfKinds(all, kinds)
  const retryAfterMs = 'error' in report ? report.error.retryAfterMs : undefined
  return {
    ...end,
    ...(reports === null ? {} : { reports }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}
