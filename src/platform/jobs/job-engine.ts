// The job engine: durable jobs over PostgreSQL, claimed under leases, executed at least once, completed exactly once.
import { createClockWatch, type ClockStep } from '#platform/db/clock-watch.ts'
import type { Database } from '#platform/db/database.ts'
import { keptSince, startRetention } from '#platform/db/retention.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createClaims } from '#platform/jobs/batch/claims.ts'
import { createCompletions } from '#platform/jobs/batch/completions.ts'
import { createEnqueuing } from '#platform/jobs/batch/enqueuing.ts'
import { createAfterCommit, type AfterCommit, type EndedJob } from '#platform/jobs/effects/after-commit.ts'
import { createHookRunner, type CompletionHook } from '#platform/jobs/effects/hooks.ts'
import { createObservers, type JobObserver } from '#platform/jobs/effects/observers.ts'
import { createJobLeases, type JobLeases } from '#platform/jobs/engine/job-leases.ts'
import { createJobReads, type JobReads } from '#platform/jobs/engine/job-reads.ts'
import type { JobSteps } from '#platform/jobs/engine/job-steps.ts'
import { createJobSubmission, type JobSubmission } from '#platform/jobs/engine/job-submission.ts'
import { createSystemJobs, type SystemJobs } from '#platform/jobs/system/end-system-jobs.ts'
import { createLeases } from '#platform/jobs/leases/leases.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { purgeEnded, purgeResults } from '#platform/jobs/queries/purge.ts'
import { typesInLine } from '#platform/jobs/sql/claim.ts'
import { loseLeasesOf } from '#platform/jobs/sql/lose-leases.ts'
import { nextDueInMs } from '#platform/jobs/sql/promote.ts'
import { releaseAll } from '#platform/jobs/sql/release.ts'
import { createDueTimer } from '#platform/jobs/waiting/due-timer.ts'
import { createEndWaits } from '#platform/jobs/waiting/end-waits.ts'
import { createIsolation } from '#platform/jobs/waiting/isolation.ts'
import { createNotifications } from '#platform/jobs/waiting/notifications.ts'
import { createTicker } from '#platform/jobs/waiting/ticker.ts'
import { createWakeUps } from '#platform/jobs/waiting/wake-ups.ts'
import { createQueueControl, type QueueControl } from './queue-control.ts'
import { promoteDue, sweepUntil } from './sweep.ts'
import { createWorkerRegistry, type WorkerRegistry } from './worker-registry.ts'

export type { JobReport, ResultReport } from '#platform/jobs/batch/completions.ts'
export type { EndedJob } from '#platform/jobs/effects/after-commit.ts'
export type { CompletionHook, ReportStep, ResultStep } from '#platform/jobs/effects/hooks.ts'
export type { JobObserver } from '#platform/jobs/effects/observers.ts'
export type { JobLeases } from '#platform/jobs/engine/job-leases.ts'
export type { JobReads } from '#platform/jobs/engine/job-reads.ts'
export type {
  ClaimStep,
  CompleteStep,
  EnqueueStep,
  JobSteps,
  StepOutcome,
} from '#platform/jobs/engine/job-steps.ts'
export type { SystemJobs } from '#platform/jobs/system/end-system-jobs.ts'
export type { JobSubmission, RetriedJob } from '#platform/jobs/engine/job-submission.ts'
export type { JobRecord } from '#platform/jobs/model/job-record.ts'
export { DEFAULT_JOB_SETTINGS, type JobSettings } from '#platform/jobs/model/job-settings.ts'
export type { JobEvent, JobFilter } from '#platform/jobs/queries/list-jobs.ts'
export type { ClaimedJob } from '#platform/jobs/sql/claim.ts'
export type { JobSpec } from '#platform/jobs/sql/enqueue.ts'
export type { QueueControl } from './queue-control.ts'
export type { WorkerRecord, WorkerRegistry } from './worker-registry.ts'

/** What happens to jobs, for those who follow it. */
export interface JobSignals {
  /**
   * Calls the handler for each job that ended, on any replica. Best effort: only the database is certain. Answers a
   * function that stops it.
   */
  onEnded(handler: (job: EndedJob) => void): () => void
  /** Calls the handler for each running job that was asked to stop. Best effort. Answers a function that stops it. */
  onCancelRequested(handler: (jobId: string) => void): () => void
  /** Observes what this process, and no other, does to jobs. Answers a function that stops it. */
  observe(observer: Partial<JobObserver>): () => void
}

/** The workers that claim jobs. */
export interface JobWorkers {
  readonly workers: WorkerRegistry
}

/** The queue as a whole. */
export interface JobQueue {
  readonly queue: QueueControl
}

/**
 * All parts together, for the code that creates the engine; all other code takes the parts it needs. Every method
 * throws `storage_unavailable` while the database is unreachable, and works again when it is back.
 */
export interface JobEngine
  extends JobSubmission, JobReads, JobLeases, JobSignals, JobWorkers, JobQueue, SystemJobs, AsyncDisposable {
  /**
   * Starts the sweep, the retention and the listening. Without `start`, calls work, but nothing happens by the passing
   * of time.
   */
  start(): Promise<void>
}

/** `hooks` and `steps` are what the service does with every job, `onClockSet` what else waits for a time; none by default. */
export interface JobEngineDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: JobSettings
  readonly hooks?: readonly CompletionHook[]
  readonly steps?: JobSteps
  readonly onClockSet?: (step: ClockStep) => Promise<void>
}

/** Does nothing by itself before `start`. Disposing ends all waits and finishes running work; `db` stays open. */
export function createJobEngine(deps: JobEngineDeps): JobEngine {
  const { db, log, settings, steps = {} } = deps
  const closing = new AbortController()
  const started = new AsyncDisposableStack()
  let starting: Promise<void> | null = null

  const { withResults, withReports } = steps
  const hooks = createHookRunner({ db, log, hooks: deps.hooks ?? [], withResults, withReports })
  const notifications = createNotifications({ db, log })
  const wakeUps = createWakeUps(() => ticker.ensure())
  const isolation = createIsolation(wakeUps)
  const endWaits = createEndWaits(() => ticker.ensure())
  const ticker = createTicker({
    everyMs: settings.pollMs,
    needed: () => wakeUps.anyone || endWaits.anyone,
    async tick() {
      const { awaited } = wakeUps
      // One statement in the place of a claim by everyone who waits.
      wakeUps.wake(awaited === null ? null : await typesInLine(db, awaited))
      await endWaits.check(db)
    },
  })
  const dueTimer = createDueTimer({
    log,
    nextDueInMs: async () => nextDueInMs(db),
    promoteDue: async () => promoteDue({ db, onMoved }),
  })
  const observers = createObservers()
  const committed = createAfterCommit({
    db,
    log,
    settings,
    hooks,
    notifications,
    wakeUps,
    endWaits,
    dueTimer,
  })
  const afterCommit: AfterCommit = {
    ...committed,
    onMoved(rows) {
      committed.onMoved(rows)
      isolation.moved(rows)
      observers.moved(rows)
    },
    onClaimed(claimed) {
      committed.onClaimed(claimed)
      observers.claimed(claimed)
    },
  }
  const { onMoved } = afterCommit
  const reads = createJobReads({ db, settings, endWaits, wakeUps, isolation })
  const submission = createJobSubmission({
    db,
    hooks,
    afterCommit,
    enqueuing: createEnqueuing({ db, settings, afterCommit }),
    reads,
    steps: steps.beforeEnqueue ?? [],
  })
  const completions = createCompletions({ db, log, settings, hooks, onMoved })
  const claims = createClaims({
    db,
    settings,
    wakeUps,
    isolation,
    onClaimed: afterCommit.onClaimed,
    async returnJobs(jobs) {
      await Promise.all(jobs.map(async ({ job, leaseToken }) => completions.release(job.id, leaseToken)))
    },
  })
  const leases = createJobLeases({
    db,
    log,
    claims,
    leases: createLeases({ db, settings }),
    completions,
    observers,
    steps,
  })

  async function begin(): Promise<void> {
    const listening = await notifications.listen(afterCommit.receive, () => {
      wakeUps.wake(null)
      endWaits.check(db).catch(() => undefined)
    })
    started.use(listening)
    const sweeping = sweepUntil(
      {
        db,
        log,
        settings,
        hooks,
        afterCommit,
        isolation,
        onLeasesExpired: observers.leasesExpired,
        clock: createClockWatch(),
        onClockSet: deps.onClockSet ?? (async () => undefined),
      },
      closing.signal,
    )
    started.defer(async () => sweeping)
    started.use(
      startRetention({
        log,
        everyMs: settings.retentionMs,
        tasks: {
          results: async () => purgeResults(db, keptSince(settings.keepResultsMs)),
          jobs: async () => purgeEnded(db, keptSince(settings.keepJobsMs)),
        },
      }),
    )
    dueTimer.check()
  }

  const workers = createWorkerRegistry({
    db,
    settings,
    async releaseAll(workerId) {
      const rows = await hooks.decided(async (on) => releaseAll(on, workerId))
      onMoved(rows)
      return rows.length
    },
    async loseAll(workerIds) {
      let lost = 0
      for (;;) {
        const rows = await hooks.decided(async (on) =>
          loseLeasesOf(on, settings, workerIds, settings.maxBatch),
        )
        onMoved(rows)
        lost += rows.length
        if (rows.length < settings.maxBatch) return lost
      }
    },
  })

  return {
    async start() {
      starting ??= begin().catch((error: unknown) => {
        starting = null
        throw error
      })
      return starting
    },
    ...submission,
    ...reads,
    ...leases,
    ...createSystemJobs({ db, onMoved }),
    workers,
    queue: createQueueControl(db, () => afterCommit.wakeAll()),
    onEnded: afterCommit.onEnded,
    onCancelRequested: afterCommit.onCancelRequested,
    observe: observers.add,

    async [Symbol.asyncDispose]() {
      closing.abort()
      wakeUps.close()
      endWaits.close()
      ticker.stop()
      await dueTimer.stop()
      await started.disposeAsync()
      await afterCommit.settled()
    },
  }
}
