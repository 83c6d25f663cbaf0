// The one worker loop: register, claim while there is room, send heartbeats, report, and leave without losing a job.
import type { RunReports } from '#contract/run-reports.ts'
import { reportOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { RegisterWorkerAnswer, RegisterWorkerBody, WorkerDirective } from '#contract/worker.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Tracer } from '#platform/telemetry/tracer.ts'
import { createClaiming, type Claiming } from './claiming.ts'
import { createCompletionOutbox, type CompletionOutbox } from './completion-outbox.ts'
import { createJobRunner, type JobControls, type JobOutcome, type JobRunner } from './job-runner.ts'
import { createReachability, waitAfter } from './reachability.ts'
import {
  isUnknownWorker,
  type JobEnd,
  type JobReport,
  type WorkerJob,
  type WorkerTransport,
} from './transport.ts'

/** One worker. */
export interface WorkerLoop {
  /** Resolves when the worker is registered, which may take until the other side answers, or when it was stopped. */
  start(): Promise<void>
  /** Lets running jobs end within the grace period, reports them, and releases the rest. All callers share one stop. */
  stop(): Promise<void>
  /** Resolves when the worker has stopped, for whatever reason. */
  readonly done: Promise<void>
}

/** `Extra` is what the transport adds to the controls of each job. */
export interface WorkerLoopDeps<Extra extends object> {
  readonly transport: WorkerTransport<Extra>
  readonly registration: RegisterWorkerBody
  /** How many jobs of each pool run at once, and which job types belong to the pool. */
  readonly slots: Readonly<Record<string, number>>
  readonly typesByPool: ReadonlyMap<string, readonly string[]>
  /** Resolves with the result of the job. Every rejection but a SurveyorError is a defect, reported as `internal`. */
  readonly run: (job: WorkerJob, controls: JobControls & Extra) => Promise<unknown>
  /** How a rejection is reported; by default as the error of the job. */
  readonly failureOf?: (error: unknown) => JobEnd
  /** The longest the work of a type may take; by default only the deadline of the job counts. */
  readonly timeoutMs?: (jobType: string) => number
  /** How long running jobs may go on after `stop()`; then their signals abort. */
  readonly stopGraceMs: number
  /** How long an operation may take to end after its signal aborted; then it is abandoned. */
  readonly abortGraceMs: number
  readonly tracer: Tracer
  readonly log: Logger
}

const MAX_LEASES_PER_HEARTBEAT = 1_000
/** For operations that were aborted by the stop, and for the reports of those that ended before. */
const FLUSH_MS = 5_000

export function createWorkerLoop<Extra extends object>(deps: WorkerLoopDeps<Extra>): WorkerLoop {
  const { transport, log, failureOf = (error) => ({ error: reportOf(error) }) } = deps
  const stopping = new AbortController()
  const graceOver = new AbortController()
  /** The worker has left: nothing is sent after that. */
  const ended = new AbortController()
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  let member: RegisterWorkerAnswer | null = null
  let joining: Promise<void> | null = null
  let paused = false
  let stopped: Promise<void> | null = null

  const reachability = createReachability(transport.peer, log)
  const send = async (reports: readonly JobReport[]): Promise<(SurveyorError | null)[]> => {
    const { reportAndClaim } = transport
    const claim = reportAndClaim === undefined ? null : claiming.withReport()
    if (claim === null || reportAndClaim === undefined) return transport.report(reports, ended.signal)
    let jobs: WorkerJob[] | null = null
    try {
      const answer = await reportAndClaim(reports, claim.request, ended.signal)
      jobs = answer.jobs
      return answer.outcomes
    } finally {
      claim.answered(jobs)
    }
  }
  const outbox: CompletionOutbox = createCompletionOutbox({
    send,
    onCapacity: () => claiming.wake(),
    reachability,
    signal: ended.signal,
    log,
  })

  const report = (
    { id, type, leaseToken }: WorkerJob,
    outcome: JobOutcome,
    reports: RunReports | null,
  ): void => {
    if ('error' in outcome && !(outcome.error instanceof SurveyorError)) {
      log.error({ err: outcome.error, jobId: id, jobType: type }, 'an operation failed unexpectedly')
    }
    const end = 'result' in outcome ? outcome : failureOf(outcome.error)
    // Nothing is learned from work that did not begin.
    const learned = reports === null || 'release' in end ? {} : { reports }
    outbox.add({ jobId: id, leaseToken }, { ...end, ...learned })
  }

  const runner: JobRunner = createJobRunner({
    run: deps.run,
    extend: (lease, run) => transport.extend(lease, run),
    timeoutMs: deps.timeoutMs ?? (() => Infinity),
    abortGraceMs: deps.abortGraceMs,
    report,
    onFree: (pool) => claiming.free(pool),
    onWaiting: (pool, isWaiting) => claiming.waits(pool, isWaiting),
    sendsProgressAtOnce: transport.sendsProgressAtOnce,
    sendProgress: async (job, progress) => transport.progress(job, progress, ended.signal),
    tracer: deps.tracer,
    log,
  })

  const claiming: Claiming = createClaiming({
    transport,
    slots: deps.slots,
    typesByPool: deps.typesByPool,
    reportsNext: () => transport.reportAndClaim !== undefined && outbox.sendsNext,
    claimant: () => (paused || outbox.full ? null : member),
    onClaimed(job, pool, leaseMs) {
      if (!stopping.signal.aborted) runner.start(job, pool, leaseMs)
      // The answer came after the stop had begun.
      else outbox.add({ jobId: job.id, leaseToken: job.leaseToken }, { release: true })
    },
    onUnknownWorker: async () => join(),
    reachability,
    signal: stopping.signal,
  })

  const join = (): Promise<void> => (joining ??= register().finally(() => (joining = null)))
  const register = async (): Promise<void> => {
    member = null
    for (let attempt = 1; !ended.signal.aborted; attempt += 1) {
      try {
        member = await transport.register(deps.registration, ended.signal)
        reachability.contact(null)
        log.info({ workerId: member.workerId }, `registered with ${transport.peer}`)
        // After a second registration the leases of the first may be lost: their runs stop now, not at the next heartbeat.
        if (runner.running.length > 0) await heartbeatOnce(member.workerId)
        return
      } catch (error) {
        reachability.contact(error)
        await systemClock.sleep(waitAfter(error, attempt), ended.signal)
      }
    }
  }

  const heartbeat = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // The shorter of the two, because a heartbeat also brings the cancellations of all jobs in one call.
      const interval =
        member === null ? 1_000 : Math.min(member.intervals.heartbeatMs, member.intervals.cancelCheckMs)
      await systemClock.sleep(interval, ended.signal)
      if (member === null || ended.signal.aborted) continue
      try {
        await heartbeatOnce(member.workerId)
        reachability.contact(null)
      } catch (error) {
        if (isUnknownWorker(error)) void join().then(claiming.pump)
        else if (!ended.signal.aborted) reachability.contact(error)
      }
    }
  }

  const heartbeatOnce = async (workerId: string): Promise<void> => {
    // Answers name jobs, not leases. So each job is sent once, and a running one takes precedence over one that waits
    // to be reported.
    const newest = new Map([...outbox.leases, ...runner.running].map((lease) => [lease.jobId, lease]))
    const leases = [...newest.values()]
    const status = stopping.signal.aborted ? 'draining' : paused ? 'quiet' : 'running'
    for (let at = 0; at === 0 || at < leases.length; at += MAX_LEASES_PER_HEARTBEAT) {
      const running = leases.slice(at, at + MAX_LEASES_PER_HEARTBEAT)
      const answer = await transport.heartbeat(workerId, { status, running }, ended.signal)
      // Only the leases that were sent: a job may have been claimed again under a new lease during the heartbeat.
      const tokenOf = new Map(running.map(({ jobId, leaseToken }) => [jobId, leaseToken]))
      for (const { jobId, reason } of answer.cancelJobs) runner.cancel(tokenOf.get(jobId) ?? '', reason)
      for (const jobId of answer.lostJobs) runner.lose(tokenOf.get(jobId) ?? '')
      applyDirective(answer.directive)
    }
  }

  const applyDirective = (directive: WorkerDirective): void => {
    if (stopping.signal.aborted) return
    if (directive === 'drain') void stop(Infinity)
    else if (directive === 'stop') void stop(deps.stopGraceMs)
    else {
      if (paused !== (directive === 'quiet'))
        log.info({ directive }, `${transport.peer} set the pace of this worker`)
      paused = directive === 'quiet'
      claiming.pump()
    }
  }

  const stop = (graceMs: number): Promise<void> => {
    // A drain waits as long as its jobs need; a later stop still ends it.
    if (graceMs !== Infinity) setTimeout(() => graceOver.abort(), graceMs).unref()
    return (stopped ??= leave())
  }
  const leave = async (): Promise<void> => {
    log.info({ running: runner.running.length }, 'the worker stops')
    // An aborted claim may have claimed jobs: leaving releases them with the others.
    stopping.abort(new SurveyorError('draining', 'The worker stops.'))
    await runner.idle(graceOver.signal)
    const returned = runner.running.length
    runner.stopAll()
    const flushing = AbortSignal.timeout(FLUSH_MS)
    await runner.idle(flushing)
    await outbox.flushed(flushing)
    ended.abort(new SurveyorError('draining', 'The worker has stopped.'))
    await joining
    stopListening()
    if (member !== null) {
      try {
        await transport.unregister(member.workerId)
      } catch (error) {
        log.warn(
          { err: error, returned },
          `${transport.peer} was not told that this worker leaves; its leases run out`,
        )
      }
    }
    log.info({ returned }, 'the worker has stopped')
    finish()
  }

  const stopListening = transport.onCancelRequested((jobId) => runner.cancelJob(jobId))

  return {
    async start() {
      await join()
      claiming.pump()
      void heartbeat()
    },
    stop: async () => stop(deps.stopGraceMs),
    done,
  }
}
