// One claimed job of a local worker, from the claim to the report of its end.
import type { JobProgress } from '#contract/job.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Tracer } from '#platform/telemetry/tracer.ts'
import type { ClaimedJob, JobLeases } from '#platform/jobs/job-engine.ts'

/** What a handler gets. */
export interface LocalJob {
  readonly id: string
  readonly type: string
  readonly input: unknown
  /** The number of this delivery, from 1. */
  readonly attempt: number
  readonly deadlineAt: Date | null
  readonly leaseToken: string
  /** The trace that this run belongs to, to be passed to what it starts elsewhere; null without a trace. */
  readonly traceparent: string | null
  /** Aborts on cancel, deadline, loss of the lease, and when the process stops. The handler must then throw at once. */
  readonly signal: AbortSignal
  /** Whether the abort is final (a cancel or the deadline): then no later attempt uses what was begun elsewhere. */
  readonly wasCancelled: () => boolean
  /** Stores at most one a second; the latest one counts. Never throws. */
  progress(progress: JobProgress): void
  /**
   * Writes rows while the job goes on, in one transaction that holds the job. When the lease is lost or a cancel was
   * requested, `work` does not run, the call throws, and the signal aborts.
   */
  write<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Ends the job in one transaction with the rows that `work` writes. The return value of `work` is the result, and
   * that of the handler no longer counts. `work` does not run after a cancel or the loss of the lease.
   */
  complete(work: (tx: Queryable) => Promise<unknown>): Promise<void>
}

/** Why the work on a job is to stop. */
export type StopReason = 'cancelled' | 'deadline' | 'lease_lost' | 'worker_stops'

export interface RunningJob {
  readonly leaseToken: string
  stop(reason: StopReason): void
  /** Resolves when the end is reported, or can no longer be reported. Never rejects. */
  readonly done: Promise<void>
}

export interface RunningJobDeps {
  readonly engine: JobLeases
  readonly log: Logger
  readonly leaseMs: number
  readonly tracer: Tracer
  readonly run: (job: LocalJob) => Promise<unknown>
}

const PROGRESS_EVERY_MS = 1_000
const REPORT_AGAIN_MS = 500
/** A report is repeated for this long while the database is stopped; after that the lease has run out anyway. */
const LEASES_TO_REPORT = 2

const STOP_ERRORS = {
  cancelled: () => new SurveyorError('conflict', 'The job was cancelled.'),
  deadline: () => new SurveyorError('extract_timeout', 'The work did not end before its deadline.'),
  lease_lost: () => new SurveyorError('lease_lost', 'The job was taken from this worker.'),
  worker_stops: () => new SurveyorError('draining', 'The worker stops.'),
} satisfies Record<StopReason, () => SurveyorError>

export function runClaimed(deps: RunningJobDeps, claimed: ClaimedJob): RunningJob {
  const { engine } = deps
  const { job, leaseToken, deadlineAt } = claimed
  const log = deps.log.child({ jobId: job.id, type: job.type })
  const abort = new AbortController()
  let reason: StopReason | null = null
  let ended = false

  function stop(why: StopReason): void {
    if (reason !== null) return
    reason = why
    abort.abort(STOP_ERRORS[why]())
  }

  const progress = createProgressReports(async (latest) => {
    if (ended) return
    const answer = await engine.progress(job.id, leaseToken, latest)
    if (answer.cancelRequested) stop('cancelled')
  })

  const span = deps.tracer.start({
    name: `run ${job.type}`,
    kind: 'consumer',
    parent: job.traceparent,
    attributes: {
      'surveyor.job.id': job.id,
      'surveyor.job.type': job.type,
      'surveyor.job.attempt': claimed.attempt,
    },
  })

  /** The first refused write ends the work, because later writes would be refused too. */
  async function stopping<T>(written: Promise<T>): Promise<T> {
    try {
      return await written
    } catch (error) {
      const code = error instanceof SurveyorError ? error.code : null
      if (code === 'lease_lost') stop('lease_lost')
      else if (code === 'job_ended') stop('cancelled')
      throw error
    }
  }

  const localJob: LocalJob = {
    id: job.id,
    type: job.type,
    input: job.input,
    attempt: claimed.attempt,
    deadlineAt,
    leaseToken,
    traceparent: span.traceparent,
    signal: abort.signal,
    wasCancelled: () => reason === 'cancelled' || reason === 'deadline',
    progress: progress.report,
    write: async (work) => stopping(engine.writeWith(job.id, leaseToken, work)),
    async complete(work) {
      await stopping(engine.completeWith(job.id, leaseToken, work))
      ended = true
    },
  }

  /** Repeats a report while the database is unreachable, until the lease is lost. */
  async function report(send: () => Promise<unknown>): Promise<void> {
    const until = performance.now() + deps.leaseMs * LEASES_TO_REPORT
    for (;;) {
      try {
        await send()
        return
      } catch (error) {
        const code = error instanceof SurveyorError ? error.code : null
        if (code === 'storage_unavailable' && performance.now() < until) {
          await systemClock.sleep(REPORT_AGAIN_MS)
          continue
        }
        const level = code === 'lease_lost' || code === 'storage_unavailable' ? 'info' : 'error'
        log[level]({ err: error }, 'the end of a job could not be reported')
        return
      }
    }
  }

  async function reportStopped(why: StopReason): Promise<void> {
    if (why === 'lease_lost') return
    if (why === 'worker_stops') return report(async () => engine.release(job.id, leaseToken))
    return report(async () => engine.fail(job.id, leaseToken, problemOf(STOP_ERRORS[why]())))
  }

  async function work(): Promise<void> {
    try {
      const result = await deps.run(localJob)
      span.end({ error: ended ? null : reason })
      if (ended) return
      // A handler that returns after an abort may have stopped half-way, so the job runs once more rather than never.
      if (reason !== null) return await reportStopped(reason)
      await report(async () => engine.complete(job.id, leaseToken, result))
    } catch (error) {
      span.end({ error: reason ?? problemOf(error).code })
      if (ended) log.error({ err: error }, 'a job handler threw after it had completed its job')
      else if (reason !== null) await reportStopped(reason)
      else {
        if (!(error instanceof SurveyorError)) log.error({ err: error }, 'a job handler threw')
        await report(async () => engine.fail(job.id, leaseToken, problemOf(error)))
      }
    }
  }

  // Both times come from the database, so a wrong clock here does not matter.
  const leftMs =
    deadlineAt === null ? null : deadlineAt.getTime() - (claimed.leaseExpiresAt.getTime() - deps.leaseMs)
  const timer = leftMs === null ? null : setTimeout(() => stop('deadline'), Math.min(leftMs, 2 ** 31 - 1))
  const done = work().finally(() => {
    ended = true
    // A handler may leave requests behind that it no longer waits for; this aborts them.
    if (reason === null) abort.abort(STOP_ERRORS.worker_stops())
    progress.stop()
    if (timer !== null) clearTimeout(timer)
  })
  return { leaseToken, stop, done }
}

/** Sends the first progress at once, then the latest one each second. */
function createProgressReports(send: (progress: JobProgress) => Promise<void>): {
  readonly report: (progress: JobProgress) => void
  readonly stop: () => void
} {
  let latest: JobProgress | null = null
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    timer = null
    if (latest === null) return
    const progress = latest
    latest = null
    timer = setTimeout(flush, PROGRESS_EVERY_MS)
    // Progress is best effort: a lost lease or database shows elsewhere.
    send(progress).catch(() => undefined)
  }

  return {
    report(progress) {
      latest = progress
      if (timer === null) flush()
    },
    stop() {
      latest = null
      if (timer !== null) clearTimeout(timer)
    },
  }
}
