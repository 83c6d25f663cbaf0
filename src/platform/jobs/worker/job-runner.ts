// Runs claimed jobs: deadlines, cancellation, lost leases, progress and spans. Each job ends exactly once.
import type { JobProgress } from '#contract/job.ts'
import type { ReportKind, RunReports } from '#contract/run-reports.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Span, Tracer } from '#platform/telemetry/tracer.ts'
import { createProgressReports, type ProgressReports } from './progress-reports.ts'
import { createReportCollector, type ReportCollector } from './report-collector.ts'
import type { JobLease, RunHandle, WorkerJob } from './transport.ts'

/** How the operation of a job ended, as it is reported. */
export type JobOutcome = { readonly result: unknown } | { readonly error: unknown }

/** What every handler gets beside its job. */
export interface JobControls {
  /** Aborts on cancel, deadline, loss of the lease, and when the worker stops. The handler must then throw at once. */
  readonly signal: AbortSignal
  /** Whether the abort is final (a cancel or the deadline): then no later attempt uses what was begun elsewhere. */
  readonly wasCancelled: () => boolean
  /** By `systemClock`; null: the job may run for ever. */
  readonly deadlineAt: Date | null
  /** The trace that this run belongs to, to be passed to what it starts elsewhere; null without a trace. */
  readonly traceparent: string | null
  /** Stores at most one a second; the latest one counts. Never throws. */
  readonly progress: (progress: JobProgress) => void
  /** The job starts or stops waiting for a slot at a host. */
  readonly onWaiting: (isWaiting: boolean) => void
  /**
   * Something that the run found out: it is stored with the end of the job, whether that is a result or an error, and
   * with nothing else. `entry` must be a JSON value. Never throws; what is too much is left out.
   */
  readonly report: (kind: ReportKind, entry: unknown) => void
}

/** The runs of one worker. */
export interface JobRunner {
  /**
   * `pool` is null for a type that this worker does not know: such a job runs and ends with an error. `leaseMs` is how
   * long a new lease lasts.
   */
  start(job: WorkerJob, pool: string | null, leaseMs: number): void
  /** Stops the run of this lease; `reason` is the reason that the owner of the jobs gives. */
  cancel(leaseToken: string, reason: string): void
  /** The same for the newest run of a job. */
  cancelJob(jobId: string): void
  /** The lease belongs to another worker now: the work stops and nothing is reported. */
  lose(leaseToken: string): void
  /** Aborts all work, for jobs that are released: nothing is reported of it. */
  stopAll(): void
  /** Resolves when nothing runs, or when the signal aborts. */
  idle(signal: AbortSignal): Promise<void>
  /** Each job once, under its newest lease; without those that have ended already in a transaction of their handler. */
  readonly running: readonly JobLease[]
}

/** What runs a job, and what is called at its end. */
export interface JobRunnerDeps<Extra extends object> {
  readonly run: (job: WorkerJob, controls: JobControls & Extra) => Promise<unknown>
  /** What handlers can do over this transport only. */
  readonly extend: (lease: JobLease, run: RunHandle) => Extra
  /** The longest the work of this type may take. */
  readonly timeoutMs: (jobType: string) => number
  /** How long an operation may take to end after its signal aborted; then it is abandoned. */
  readonly abortGraceMs: number
  readonly report: (job: WorkerJob, outcome: JobOutcome, reports: RunReports | null) => void
  /** A slot of this pool is free again. */
  readonly onFree: (pool: string) => void
  /** A job of this pool needs no slot while it waits. */
  readonly onWaiting: (pool: string, isWaiting: boolean) => void
  /** The first progress of a run is sent at once, and not with the next sweep. */
  readonly sendsProgressAtOnce: boolean
  readonly sendProgress: (
    job: WorkerJob,
    progress: JobProgress,
  ) => Promise<{ readonly cancelRequested: boolean }>
  readonly tracer: Tracer
  readonly log: Logger
}

/** Why a run was stopped. `report` takes the place of what the operation says later; null: nothing is reported. */
interface Stop {
  readonly why: SurveyorError
  readonly report: SurveyorError | null
  abandonAtMs: number
}

interface Run {
  readonly job: WorkerJob
  readonly pool: string | null
  readonly abort: AbortController
  readonly span: Span
  /** Monotonic, as all times here. */
  readonly deadlineMs: number
  stopped: Stop | null
  /** It has ended in a transaction of its handler. */
  isCompleted: boolean
  /** Null before the first report. */
  progress: ProgressReports | null
  isWaiting: boolean
  /** Null before the first entry. */
  reports: ReportCollector | null
}

/** One timer for all jobs: deadlines and grace periods have this precision. */
const SWEEP_MS = 50

export function createJobRunner<Extra extends object>(deps: JobRunnerDeps<Extra>): JobRunner {
  // By lease and not by job: after a lost lease the same job may be claimed again while its first run still winds down.
  const runs = new Map<string, Run>()
  const newestOfJob = new Map<string, Run>()
  let sweeper: NodeJS.Timeout | null = null
  const idleWaiters: (() => void)[] = []

  const stop = (run: Run, why: SurveyorError, report: SurveyorError | null): void => {
    if (run.stopped !== null) return
    run.stopped = { why, report, abandonAtMs: performance.now() + deps.abortGraceMs }
    run.abort.abort(why)
  }

  const setWaiting = (run: Run, isWaiting: boolean): void => {
    if (run.pool === null || run.isWaiting === isWaiting) return
    run.isWaiting = isWaiting
    deps.onWaiting(run.pool, isWaiting)
  }

  const end = (run: Run, outcome: JobOutcome): void => {
    const { job, stopped } = run
    if (runs.get(job.leaseToken) !== run) {
      deps.log.debug({ jobId: job.id }, 'an abandoned operation ended; what it said is dropped')
      return
    }
    runs.delete(job.leaseToken)
    if (newestOfJob.get(job.id) === run) newestOfJob.delete(job.id)
    setWaiting(run, false)
    if (run.pool !== null) deps.onFree(run.pool)
    const reported = reportedOutcome(run, outcome)
    if (run.isCompleted) {
      run.span.end()
      if ('error' in outcome && stopped === null) {
        deps.log.error(
          { err: outcome.error, jobId: job.id },
          'a handler threw after it had completed its job',
        )
      }
    } else {
      // A handler that returns after an abort may have stopped half-way, so a job that was not cancelled runs again.
      const error = reported === null ? stopped?.why : 'error' in reported ? reported.error : undefined
      run.span.end({ error: error === undefined ? null : problemOf(error).code })
      if (reported !== null) deps.report(job, reported, run.reports?.collected ?? null)
    }
    if (runs.size === 0) for (const wake of idleWaiters.splice(0)) wake()
  }

  const sendProgress = async ({ job }: Run, progress: JobProgress): Promise<void> => {
    try {
      const answer = await deps.sendProgress(job, progress)
      if (answer.cancelRequested) cancel(job.leaseToken, 'user')
    } catch (error) {
      if (error instanceof SurveyorError && error.code === 'lease_lost') lose(job.leaseToken)
      else deps.log.debug({ err: error, jobId: job.id }, 'the progress of a job was not taken')
    }
  }

  const sweep = (): void => {
    if (runs.size === 0 && sweeper !== null) {
      clearInterval(sweeper)
      sweeper = null
    }
    const now = performance.now()
    for (const run of runs.values()) {
      const { job, stopped } = run
      if (stopped !== null) {
        if (now < stopped.abandonAtMs) continue
        deps.log.warn({ jobId: job.id, type: job.type }, 'an operation ignores its signal; abandoned')
        end(run, { error: stopped.report })
      } else if (now >= run.deadlineMs) {
        const late = new SurveyorError('extract_timeout', 'The work did not end before its deadline.')
        stop(run, late, late)
      } else if (!run.isCompleted) {
        run.progress?.sendIfDue()
      }
    }
  }

  const cancel = (leaseToken: string, reason: string): void => {
    const run = runs.get(leaseToken)
    if (run === undefined) return
    if (reason === 'lease_lost') return lose(leaseToken)
    // The time is measured here, by a clock that nobody sets.
    if (reason === 'deadline' && performance.now() < run.deadlineMs) return
    const error =
      reason === 'deadline'
        ? new SurveyorError('extract_timeout', 'The job did not end before its deadline.', {
            retryable: false,
          })
        : new SurveyorError('job_ended', 'The job was cancelled while it ran.')
    stop(run, error, error)
  }

  const lose = (leaseToken: string): void => {
    const run = runs.get(leaseToken)
    if (run === undefined || run.isCompleted) return
    deps.log.info({ jobId: run.job.id, type: run.job.type }, 'the lease of a job was lost')
    stop(run, new SurveyorError('lease_lost', 'The lease of the job was lost.'), null)
  }

  const controlsOf = (run: Run): JobControls => {
    const { job, abort, deadlineMs, span } = run
    return {
      signal: abort.signal,
      wasCancelled: () => run.stopped !== null && run.stopped.report !== null,
      deadlineAt:
        deadlineMs === Infinity ? null : new Date(systemClock.now() + deadlineMs - performance.now()),
      traceparent: span.traceparent,
      progress(progress) {
        if (runs.get(job.leaseToken) !== run || run.stopped !== null || run.isCompleted) return
        run.progress ??= createProgressReports(async (latest) => sendProgress(run, latest))
        run.progress.put(progress)
        if (deps.sendsProgressAtOnce) run.progress.sendIfDue()
      },
      onWaiting(isWaiting) {
        if (runs.get(job.leaseToken) === run) setWaiting(run, isWaiting)
      },
      report(kind, entry) {
        run.reports ??= createReportCollector(deps.log)
        run.reports.add(kind, entry)
      },
    }
  }

  return {
    start(job, pool, leaseMs) {
      const run: Run = {
        job,
        pool,
        abort: new AbortController(),
        span: startSpan(deps.tracer, job),
        deadlineMs: performance.now() + Math.min(deps.timeoutMs(job.type), remainingMs(job, leaseMs)),
        stopped: null,
        isCompleted: false,
        progress: null,
        isWaiting: false,
        reports: null,
      }
      // When a job that runs here is claimed again, its first lease must be gone.
      const former = newestOfJob.get(job.id)
      if (former !== undefined) lose(former.job.leaseToken)
      newestOfJob.set(job.id, run)
      runs.set(job.leaseToken, run)
      sweeper ??= setInterval(sweep, SWEEP_MS)
      const { leaseToken } = job
      const extra = deps.extend(
        { jobId: job.id, leaseToken },
        {
          completed: () => void (run.isCompleted = true),
          cancelled: () => cancel(leaseToken, 'user'),
          lost: () => lose(leaseToken),
        },
      )
      deps.run(job, { ...controlsOf(run), ...extra }).then(
        (result) => end(run, { result }),
        (error: unknown) => end(run, { error }),
      )
    },
    cancel,
    cancelJob(jobId) {
      const run = newestOfJob.get(jobId)
      if (run !== undefined) cancel(run.job.leaseToken, 'user')
    },
    lose,
    stopAll() {
      const why = new SurveyorError('draining', 'The worker stops.')
      for (const run of runs.values()) stop(run, why, null)
    },
    idle(signal) {
      if (runs.size === 0 || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        idleWaiters.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    },
    get running() {
      return [...newestOfJob.values()]
        .filter((run) => !run.isCompleted)
        .map(({ job }) => ({ jobId: job.id, leaseToken: job.leaseToken }))
    },
  }
}

/** What is reported of a run that its handler has not completed itself; null: nothing. */
function reportedOutcome({ stopped }: Run, outcome: JobOutcome): JobOutcome | null {
  if (stopped === null) return outcome
  return stopped.report === null ? null : { error: moreExact(stopped.report, outcome) }
}

/**
 * Of a job that ran out of time the operation says more than that it was stopped: who kept it waiting, what helps, or that
 * it takes as long again.
 */
function moreExact(stopped: SurveyorError, outcome: JobOutcome): SurveyorError {
  const said = 'error' in outcome && outcome.error instanceof SurveyorError ? outcome.error : null
  if (stopped.code !== 'extract_timeout') return stopped
  if (said?.code === 'target_timeout') return said
  return said?.code === 'extract_timeout'
    ? new SurveyorError(stopped.code, said.message, {
        cause: said,
        retryable: stopped.retryable && said.retryable,
      })
    : stopped
}

function startSpan(tracer: Tracer, { id, type, attempt, traceparent }: WorkerJob): Span {
  return tracer.start({
    name: `run ${type}`,
    kind: 'consumer',
    parent: traceparent,
    attributes: {
      'surveyor.job.id': id,
      'surveyor.job.type': type,
      'surveyor.job.attempt': attempt,
    },
  })
}

/**
 * The time left until the deadline of the job. Both times come from the database, and a new lease ends `leaseMs` after
 * the claim, so the answer is right even when the clock of this machine is hours off.
 */
function remainingMs({ deadlineAtMs, leaseExpiresAtMs }: WorkerJob, leaseMs: number): number {
  return deadlineAtMs === null ? Infinity : deadlineAtMs - (leaseExpiresAtMs - leaseMs)
}
