// The job engine: durable jobs over PostgreSQL, claimed under leases, executed at least once, completed exactly once.
import { isTerminal, type JobProgress } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import { storableText } from '#kit/text/text.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createClaims, type ClaimNextRequest } from '#platform/jobs/batch/claims.ts'
import { createEnqueuing } from '#platform/jobs/batch/enqueuing.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import { createCompletions, type JobReport } from '#platform/jobs/batch/completions.ts'
import { createHookRunner, type CompletionHook } from '#platform/jobs/effects/hooks.ts'
import { createIsolation } from '#platform/jobs/waiting/isolation.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { recordOf } from '#platform/jobs/model/job-row.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { createObservers, type JobObserver } from '#platform/jobs/effects/observers.ts'
import {
  createLeases,
  noJob,
  type CancelCheckAnswer,
  type LeaseRef,
  type RenewAnswer,
} from '#platform/jobs/leases/leases.ts'
import { listEvents, listJobs, type JobEvent, type JobFilter } from '#platform/jobs/queries/list-jobs.ts'
import { purgeEnded } from '#platform/jobs/queries/purge-ended.ts'
import { purgeResults } from '#platform/jobs/queries/purge-results.ts'
import { readJobs } from '#platform/jobs/queries/read-jobs.ts'
import { createQueueControl, type QueueControl } from './queue-control.ts'
import { createAfterCommit, type EndedJob, type AfterCommit } from '#platform/jobs/effects/after-commit.ts'
import { keptSince, startRetention } from '#platform/db/retention.ts'
import { promoteDue, sweepUntil } from './sweep.ts'
import { cancel } from '#platform/jobs/sql/cancel.ts'
import type { ClaimedJob } from '#platform/jobs/sql/claim.ts'
import type { DomainHold } from '#platform/jobs/model/domain-hold.ts'
import type { JobSpec } from '#platform/jobs/sql/enqueue.ts'
import { loseLeasesOf } from '#platform/jobs/sql/lose-leases.ts'
import { nextDueInMs } from '#platform/jobs/sql/promote.ts'
import { releaseAll } from '#platform/jobs/sql/release.ts'
import { retryEntry } from '#platform/jobs/sql/retry.ts'
import { createDueTimer } from '#platform/jobs/waiting/due-timer.ts'
import { createEndWaits } from '#platform/jobs/waiting/end-waits.ts'
import { createNotifications } from '#platform/jobs/waiting/notifications.ts'
import { createOffers, type JobOffer, type OfferRequest } from '#platform/jobs/waiting/offers.ts'
import { createTicker } from '#platform/jobs/waiting/ticker.ts'
import { createWakeUps } from '#platform/jobs/waiting/wake-ups.ts'
import { createWorkerRegistry, type WorkerRegistry } from './worker-registry.ts'

export type { ClaimNextRequest } from '#platform/jobs/batch/claims.ts'
export type { JobReport } from '#platform/jobs/batch/completions.ts'
export type { CompletionHook } from '#platform/jobs/effects/hooks.ts'
export type { JobRecord } from '#platform/jobs/model/job-record.ts'
export { DEFAULT_JOB_SETTINGS, type JobSettings } from '#platform/jobs/model/job-settings.ts'
export type { CancelCheckAnswer, LeaseRef, RenewAnswer } from '#platform/jobs/leases/leases.ts'
export type { JobObserver } from '#platform/jobs/effects/observers.ts'
export type { JobEvent, JobFilter } from '#platform/jobs/queries/list-jobs.ts'
export type { QueueControl } from './queue-control.ts'
export type { EndedJob } from '#platform/jobs/effects/after-commit.ts'
export type { ClaimedJob } from '#platform/jobs/sql/claim.ts'
export type { DomainHold } from '#platform/jobs/model/domain-hold.ts'
export type { JobSpec } from '#platform/jobs/sql/enqueue.ts'
export type { JobOffer, OfferRequest } from '#platform/jobs/waiting/offers.ts'
export type { WorkerRecord, WorkerRegistry } from './worker-registry.ts'

export interface RetriedJob {
  readonly job: JobRecord
  /** False when an equal job was enqueued before and has not ended. */
  readonly isNew: boolean
}

/** Every method throws `storage_unavailable` while the database is unreachable, and works again when it is back. */
export interface JobEngine extends AsyncDisposable {
  /**
   * Starts the sweep, the retention and the listening. Without `start`, calls work, but nothing happens by the passing
   * of time.
   */
  start(): Promise<void>
  /**
   * Without `tx`, concurrent callers share one statement. Throws `draining`, or `not_found` or `conflict` for the
   * parent.
   */
  enqueue(spec: JobSpec, tx?: Queryable): Promise<JobRecord>
  /** All or none. */
  enqueueMany(specs: readonly JobSpec[], tx?: Queryable): Promise<JobRecord[]>
  /** A batch: the parent is `running` at once and ends when its last child ends. Needs at least one child. */
  enqueueParent(spec: JobSpec, children: readonly JobSpec[], tx?: Queryable): Promise<JobRecord>
  /** null for an unknown or malformed id. */
  get(id: string): Promise<JobRecord | null>
  /** Without results. Throws `invalid_cursor`. */
  list(filter: JobFilter): Promise<{ items: JobRecord[]; nextCursor: string | null }>
  /** What happened to a job, oldest first. */
  events(id: string, options: { readonly after?: number; readonly limit: number }): Promise<JobEvent[]>
  /** The job when it ended, or as it is when the wait was over or aborted. Holds no connection while it waits. */
  waitForEnd(id: string, waitMs: number, signal?: AbortSignal): Promise<JobRecord | null>
  /** Claimable jobs, best first; changes nothing. Waits until there is at least one. */
  offer(request: OfferRequest): Promise<JobOffer[]>
  /** Throws `unknown_worker`, `not_found`, `job_already_claimed`, `job_ended` or `job_not_claimable`. */
  claim(jobId: string, workerId: string): Promise<ClaimedJob>
  /** Waits until there is at least one job; empty when the wait was over or aborted. Throws `unknown_worker`. */
  claimNext(request: ClaimNextRequest): Promise<ClaimedJob[]>
  /** Renews all leases of a worker in one call. Throws `unknown_worker`. */
  renew(workerId: string, leases: readonly LeaseRef[]): Promise<RenewAnswer>
  /** Stores the progress and renews the lease. Throws `lease_lost`. */
  progress(
    jobId: string,
    leaseToken: string,
    progress: JobProgress,
  ): Promise<{ cancelRequested: boolean; leaseExpiresAt: Date }>
  /**
   * Ends the job as `succeeded`, or as `cancelled` when a cancel was requested before: a completion after the request
   * loses. Repeated with the same token it gives the same answer; any other token gives `lease_lost`.
   */
  complete(jobId: string, leaseToken: string, result: unknown): Promise<JobRecord>
  /**
   * The same with rows of the caller: `work` runs in the transaction that ends the job, and returns the result. `work`
   * does not run when the token no longer counts or a cancel was requested. `work` must write through `tx` only.
   */
  completeWith(
    jobId: string,
    leaseToken: string,
    work: (tx: Queryable) => Promise<unknown>,
  ): Promise<JobRecord>
  /**
   * Writes that a job makes before its end. `work` runs in a transaction that holds the job and renews its lease.
   * `work` does not run when the token no longer counts (`lease_lost`) or a cancel was requested (`job_ended`). `work`
   * must write through `tx` only.
   */
  writeWith<T>(jobId: string, leaseToken: string, work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * `error.retryable` decides between scheduled (a later attempt), failed and dead. Its `operatorDetail` is kept apart from
   * it. Repeats like `complete`.
   */
  fail(
    jobId: string,
    leaseToken: string,
    error: Problem,
    retryAfterMs?: number,
    hold?: DomainHold,
  ): Promise<JobRecord>
  /** Releases the job; the delivery is not charged. Throws `lease_lost`. */
  release(jobId: string, leaseToken: string, hold?: DomainHold): Promise<JobRecord>
  /**
   * Cancels the job and all its descendants at once. A running job is asked to stop; it ends when its worker releases
   * it or its lease ends. A second request changes nothing. Throws `not_found` or `job_not_cancellable` (it has ended).
   */
  cancel(jobId: string, reason: string): Promise<JobRecord>
  /**
   * The same for all descendants of a job, whether or not the job itself has ended. Answers how many jobs it reached.
   */
  cancelFamily(jobId: string, reason: string): Promise<number>
  /**
   * Makes a new job with the same input, with `retryOf`, and with the parent of the original. Throws `not_found` or
   * `job_not_retryable` (not ended, or a batch parent). Until the new job has ended, another retry answers the same new
   * job.
   */
  retry(jobId: string, tx?: Queryable): Promise<RetriedJob>
  /** Does not renew the lease. A lost lease answers `{cancelled: true, reason: 'lease_lost'}`. */
  cancelCheck(jobId: string, leaseToken: string): Promise<CancelCheckAnswer>
  /** The array form of complete and fail: each entry ends alone. */
  completeMany(entries: readonly JobReport[]): Promise<(JobRecord | SurveyorError)[]>
  /**
   * Deletes jobs that ended before the given time, with results and events, in batches, and answers how many. Also
   * deletes workers not seen since.
   */
  purgeEnded(olderThan: Date): Promise<number>
  /**
   * Deletes the results of jobs that ended before the given time, and answers how many. The jobs stay, with
   * `resultExpired`.
   */
  purgeResults(olderThan: Date): Promise<number>
  readonly workers: WorkerRegistry
  readonly queue: QueueControl
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

export interface JobEngineDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: JobSettings
  readonly hooks?: readonly CompletionHook[]
}

/** Does nothing by itself before `start`. Disposing ends all waits and finishes running work; `db` stays open. */
export function createJobEngine(deps: JobEngineDeps): JobEngine {
  const { db, log, settings } = deps
  const closing = new AbortController()
  const started = new AsyncDisposableStack()
  let starting: Promise<void> | null = null

  const hooks = createHookRunner({ db, log, hooks: deps.hooks ?? [] })
  const notifications = createNotifications({ db, log })
  const wakeUps = createWakeUps(() => ticker.ensure())
  const isolation = createIsolation(wakeUps)
  const endWaits = createEndWaits(() => ticker.ensure())
  const ticker = createTicker({
    everyMs: settings.pollMs,
    needed: () => wakeUps.anyone || endWaits.anyone,
    async tick() {
      wakeUps.wake(null)
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
  const enqueuing = createEnqueuing({ db, settings, afterCommit })
  const leases = createLeases({ db, settings })
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
  const reads = createBatcher<string, JobRecord | null>({
    run: async (ids) => readJobs(db, ids),
    maxEntries: settings.maxBatch,
    concurrency: 2,
  })

  async function get(jobId: string): Promise<JobRecord | null> {
    const id = parseId('job', jobId)
    return id === null ? null : reads.submit(id)
  }

  async function waitForEnd(jobId: string, waitMs: number, signal?: AbortSignal): Promise<JobRecord | null> {
    const id = parseId('job', jobId)
    if (id === null) return null
    const wait = endWaits.wait(id, waitMs, signal)
    try {
      const now = await reads.submit(id)
      if (now === null || isTerminal(now.state) || waitMs <= 0) return now
      await wait.ended
      return await reads.submit(id)
    } finally {
      wait.stop()
    }
  }

  async function cancelJob(jobId: string, reason: string): Promise<JobRecord> {
    const id = parseId('job', jobId)
    if (id === null) throw noJob()
    const rows = await hooks.decided(async (on) => cancel(on, id, storableText(reason)))
    onMoved(rows)
    const row = rows.find((moved) => moved.id === id)
    if (row !== undefined && row.children_total === null) return recordOf(row)
    // A batch without running jobs ends at once with its children.
    if (row !== undefined) await afterCommit.endParents()
    const now = await get(jobId)
    if (now === null) throw noJob()
    if (row === undefined && isTerminal(now.state)) {
      throw new SurveyorError('job_not_cancellable', `The job has already ended as ${now.state}.`)
    }
    return now
  }

  async function cancelFamily(jobId: string, reason: string): Promise<number> {
    const id = parseId('job', jobId)
    if (id === null) return 0
    const rows = await hooks.decided(async (on) => cancel(on, id, storableText(reason), 'any'))
    onMoved(rows)
    return rows.length
  }

  async function retry(jobId: string, tx?: Queryable): Promise<RetriedJob> {
    const id = parseId('job', jobId)
    if (id === null) throw noJob()
    if (tx === undefined) return db.transaction(async (own) => retry(jobId, own))
    const entry = await retryEntry(tx, id)
    if ('state' in entry) return { job: recordOf(entry), isNew: false }
    return { job: await enqueuing.entry(entry, tx), isNew: true }
  }

  async function begin(): Promise<void> {
    const listening = await notifications.listen(afterCommit.receive, () => {
      wakeUps.wake(null)
      endWaits.check(db).catch(() => undefined)
    })
    started.use(listening)
    const sweeping = sweepUntil(
      { db, log, settings, hooks, afterCommit, isolation, onLeasesExpired: observers.leasesExpired },
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
    enqueue: enqueuing.one,
    enqueueMany: enqueuing.many,
    enqueueParent: enqueuing.parent,
    get,
    list: async (filter) => listJobs(db, filter),
    events: async (id, options) => listEvents(db, id, options),
    waitForEnd,
    offer: createOffers({ db, settings, wakeUps, isolation }),
    claim: claims.byId,
    claimNext: claims.next,
    renew: leases.renew,
    cancelCheck: leases.cancelCheck,
    progress: async (...report) => observers.fenced(leases.progress(...report)),
    writeWith: async (...write) => observers.fenced(leases.writeWith(...write)),
    release: async (...report) => observers.fenced(completions.release(...report)),
    complete: async (...report) => observers.fenced(completions.complete(...report)),
    completeWith: async (...report) => observers.fenced(completions.completeWith(...report)),
    fail: async (...report) => observers.fenced(completions.fail(...report)),
    async completeMany(entries) {
      const outcomes = await completions.completeMany(entries)
      observers.countFenced(
        outcomes.filter((o) => o instanceof SurveyorError && o.code === 'lease_lost').length,
      )
      return outcomes
    },
    cancel: cancelJob,
    cancelFamily,
    retry,
    purgeEnded: async (olderThan) => purgeEnded(db, olderThan),
    purgeResults: async (olderThan) => purgeResults(db, olderThan),
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
