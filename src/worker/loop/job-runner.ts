// Runs claimed jobs: deadlines, cancellation, lost leases and progress. Each job ends exactly once.
import type { WorkPool } from '#contract/crawl/extractor.ts'
import type { JobProgress } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ClaimedJob } from '#contract/worker.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** How a job of this worker ended, as it is reported to crawl. */
export type JobOutcome = { readonly result: unknown } | { readonly error: unknown }

export interface JobControls {
  readonly signal: AbortSignal
  /** By the clock of this process. */
  readonly deadlineAt: Date
  readonly progress: (progress: JobProgress) => void
  /** The job starts or stops waiting for a slot at a host. */
  readonly onWaiting: (isWaiting: boolean) => void
}

export interface JobRunner {
  /**
   * `kind` is null for a type that this worker does not know: such a job runs and ends with an error. `leaseMs` is how
   * long a new lease lasts.
   */
  start(job: ClaimedJob, kind: WorkPool | null, leaseMs: number): void
  /** Crawl asks to stop this job; `reason` is the reason that crawl gives. */
  cancel(leaseToken: string, reason: string): void
  /** The lease belongs to another worker now: the work stops and nothing is reported. */
  lose(leaseToken: string): void
  /** Stops all work without reports, for jobs that are released. */
  abandonAll(): void
  /** Resolves when nothing runs, or when the signal aborts. */
  idle(signal: AbortSignal): Promise<void>
  /** Each job once, under its newest lease. */
  readonly running: readonly { readonly jobId: string; readonly leaseToken: string }[]
}

export interface JobRunnerDeps {
  readonly execute: (job: ClaimedJob, controls: JobControls) => Promise<unknown>
  /** The longest the work of this type may take. */
  readonly timeoutMs: (jobType: string) => number
  readonly abortGraceMs: number
  readonly report: (job: ClaimedJob, outcome: JobOutcome) => void
  /** A slot of this kind is free again. */
  readonly onFree: (kind: WorkPool) => void
  /** A job of this pool needs no slot while it waits. */
  readonly onWaiting: (kind: WorkPool, isWaiting: boolean) => void
  readonly sendProgress: (
    job: ClaimedJob,
    progress: JobProgress,
  ) => Promise<{ readonly cancelRequested: boolean }>
  readonly log: Logger
}

interface Run {
  readonly job: ClaimedJob
  readonly kind: WorkPool | null
  readonly abort: AbortController
  /** Monotonic, as all times here. */
  readonly deadlineMs: number
  /** Set with the abort: reported in place of the later outcome of the operation; null: nothing is reported. */
  stopped: { readonly error: SurveyorError | null; readonly abandonAtMs: number } | null
  progress: JobProgress | null
  progressSentMs: number
  progressInFlight: boolean
  isWaiting: boolean
}

/** One timer for all jobs: deadlines and grace periods have this precision. */
const SWEEP_MS = 50
const PROGRESS_EVERY_MS = 1_000
const MAX_MESSAGE_CHARS = 500

export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  // By lease and not by job: after a lost lease the same job may be claimed again while its first run still winds down.
  const runs = new Map<string, Run>()
  const newestOfJob = new Map<string, Run>()
  let sweeper: NodeJS.Timeout | null = null
  const idleWaiters: (() => void)[] = []

  const stop = (run: Run, error: SurveyorError | null, why: SurveyorError): void => {
    if (run.stopped !== null) return
    run.stopped = { error, abandonAtMs: performance.now() + deps.abortGraceMs }
    run.abort.abort(why)
  }

  const setWaiting = (run: Run, isWaiting: boolean): void => {
    if (run.kind === null || run.isWaiting === isWaiting) return
    run.isWaiting = isWaiting
    deps.onWaiting(run.kind, isWaiting)
  }

  const end = (run: Run, outcome: JobOutcome): void => {
    if (runs.get(run.job.leaseToken) !== run) {
      deps.log.debug({ jobId: run.job.job.id }, 'an abandoned operation ended; what it said is dropped')
      return
    }
    runs.delete(run.job.leaseToken)
    if (newestOfJob.get(run.job.job.id) === run) newestOfJob.delete(run.job.job.id)
    setWaiting(run, false)
    if (run.kind !== null) deps.onFree(run.kind)
    if (run.stopped === null) deps.report(run.job, outcome)
    else if (run.stopped.error !== null)
      deps.report(run.job, { error: moreExact(run.stopped.error, outcome) })
    if (runs.size === 0) for (const wake of idleWaiters.splice(0)) wake()
  }

  const sendProgress = async (run: Run): Promise<void> => {
    const { progress } = run
    if (progress === null) return
    run.progress = null
    run.progressInFlight = true
    run.progressSentMs = performance.now()
    try {
      const answer = await deps.sendProgress(run.job, progress)
      if (answer.cancelRequested) cancel(run.job.leaseToken, 'user')
    } catch (error) {
      if (error instanceof SurveyorError && error.code === 'lease_lost') lose(run.job.leaseToken)
      else deps.log.debug({ err: error, jobId: run.job.job.id }, 'the progress of a job was not taken')
    } finally {
      run.progressInFlight = false
    }
  }

  const sweep = (): void => {
    if (runs.size === 0 && sweeper !== null) {
      clearInterval(sweeper)
      sweeper = null
    }
    const now = performance.now()
    for (const run of runs.values()) {
      if (run.stopped !== null) {
        if (now < run.stopped.abandonAtMs) continue
        deps.log.warn(
          { jobId: run.job.job.id, type: run.job.job.type },
          'an operation ignores its signal; abandoned',
        )
        end(run, { error: run.stopped.error })
      } else if (now >= run.deadlineMs) {
        const late = new SurveyorError('extract_timeout', 'The work did not end before its deadline.')
        stop(run, late, late)
      } else if (
        run.progress !== null &&
        !run.progressInFlight &&
        now - run.progressSentMs >= PROGRESS_EVERY_MS
      ) {
        void sendProgress(run)
      }
    }
  }

  const cancel = (leaseToken: string, reason: string): void => {
    const run = runs.get(leaseToken)
    if (run === undefined) return
    if (reason === 'lease_lost') return lose(leaseToken)
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
    if (run === undefined) return
    deps.log.info({ jobId: run.job.job.id, type: run.job.job.type }, 'the lease of a job was lost')
    stop(run, null, new SurveyorError('lease_lost', 'The lease of the job was lost.'))
  }

  return {
    start(job, kind, leaseMs) {
      const startedMs = performance.now()
      const deadlineMs = startedMs + Math.min(deps.timeoutMs(job.job.type), remainingMs(job, leaseMs))
      const run: Run = {
        job,
        kind,
        abort: new AbortController(),
        deadlineMs,
        stopped: null,
        progress: null,
        progressSentMs: -Infinity,
        progressInFlight: false,
        isWaiting: false,
      }
      // When a job that runs here is claimed again, its first lease must be gone.
      const former = newestOfJob.get(job.job.id)
      if (former !== undefined) lose(former.job.leaseToken)
      newestOfJob.set(job.job.id, run)
      runs.set(job.leaseToken, run)
      sweeper ??= setInterval(sweep, SWEEP_MS)
      deps
        .execute(job, {
          signal: run.abort.signal,
          deadlineAt: new Date(Date.now() + deadlineMs - startedMs),
          progress(progress) {
            const message = progress.message?.slice(0, MAX_MESSAGE_CHARS) ?? null
            run.progress = { ...progress, message }
          },
          onWaiting(isWaiting) {
            if (runs.get(job.leaseToken) === run) setWaiting(run, isWaiting)
          },
        })
        .then(
          (result) => end(run, { result }),
          (error: unknown) => end(run, { error }),
        )
    },
    cancel,
    lose,
    abandonAll() {
      const why = new SurveyorError('draining', 'The worker stops.')
      for (const run of runs.values()) {
        stop(run, null, why)
        run.stopped = { error: null, abandonAtMs: 0 }
      }
      sweep()
    },
    idle(signal) {
      if (runs.size === 0 || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        idleWaiters.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    },
    get running() {
      return [...newestOfJob.values()].map(({ job }) => ({ jobId: job.job.id, leaseToken: job.leaseToken }))
    },
  }
}

/** Of a job that ran out of time while a target kept it waiting, the operation says more than that it was stopped. */
function moreExact(stopped: SurveyorError, outcome: JobOutcome): SurveyorError {
  const said = 'error' in outcome && outcome.error instanceof SurveyorError ? outcome.error : null
  return stopped.code === 'extract_timeout' && said?.code === 'target_timeout' ? said : stopped
}

/**
 * The time left until the deadline of the job. Both times come from the database, and a new lease ends `leaseMs` after
 * the claim, so the answer is right even when the clock of this machine is hours off.
 */
function remainingMs(job: ClaimedJob, leaseMs: number): number {
  if (job.deadlineAt === null) return Infinity
  return Date.parse(job.deadlineAt) - (Date.parse(job.leaseExpiresAt) - leaseMs)
}
