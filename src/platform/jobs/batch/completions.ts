// Ends that workers report: many callers share few statements. Also answers reports whose token no longer counts.
import type { JobState } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { RunReports } from '#contract/run-reports.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createBatcher, type Batcher } from '#platform/db/batcher.ts'
import type { HookRunner } from '#platform/jobs/effects/hooks.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { recordOf, type MovedRow, type TransitionRow } from '#platform/jobs/model/job-row.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { leaseLost, noJob, storedLease, type LeaseRef } from '#platform/jobs/leases/leases.ts'
import { readJobs } from '#platform/jobs/queries/read-jobs.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { complete, completeNarrowly, type CompleteEntry } from '#platform/jobs/sql/complete.ts'
import type { DomainHold } from '#platform/jobs/model/domain-hold.ts'
import { fail, type FailEntry } from '#platform/jobs/sql/fail.ts'
import { release, type ReleaseEntry } from '#platform/jobs/sql/release.ts'

/** The job is done. */
export interface ResultReport extends LeaseRef {
  readonly result: unknown
  /** Where the request of the worker has the result, as a JSON pointer for errors in it; `/result` by default. */
  readonly place?: string
  /** What the worker learned meanwhile, for the steps `withReports`. */
  readonly reports?: RunReports
}

/** What may go with the end of a job that could not be done. */
export interface FailureOptions {
  /** Until the next attempt, at least; by default what the error says. */
  readonly retryAfterMs?: number
  readonly hold?: DomainHold
  readonly reports?: RunReports
}

/** The job could not be done. */
export interface FailureReport extends LeaseRef, FailureOptions {
  readonly error: Problem
}

/** How a delivery ended: with a result, with an error, or not begun. */
export type JobReport =
  | ResultReport
  | FailureReport
  | (LeaseRef & { readonly release: { readonly hold?: DomainHold } })

/** What a report of many is answered with. */
export type ReportedJob = Pick<JobRecord, 'id' | 'state' | 'scheduledFor'>

/** How the delivery of a job ends. */
export interface Completions {
  /**
   * Ends the job as `succeeded`, or as `cancelled` when a cancel was requested before: a completion after the request
   * loses. Repeated with the same token it gives the same answer; any other token gives `lease_lost`.
   */
  complete(jobId: string, leaseToken: string, result: unknown, reports?: RunReports): Promise<JobRecord>
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
   * `error.retryable` decides between scheduled (a later attempt), failed and dead. Its `operatorDetail` is kept apart from
   * it. Repeats like `complete`.
   */
  fail(jobId: string, leaseToken: string, error: Problem, options?: FailureOptions): Promise<JobRecord>
  /** Releases the job; the delivery is not charged. Throws `lease_lost`. */
  release(jobId: string, leaseToken: string, hold?: DomainHold): Promise<JobRecord>
  /** The array form of complete, fail and release: each entry ends alone. */
  completeMany(entries: readonly JobReport[]): Promise<(ReportedJob | SurveyorError)[]>
}

/** What completions need of the engine. */
export interface CompletionsDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: JobSettings
  readonly hooks: HookRunner
  /** Is called at once for each change. */
  readonly onMoved: (rows: readonly TransitionRow[]) => void
}

interface Completion extends CompleteEntry {
  readonly value: unknown
  readonly reports?: RunReports
}
interface Failure extends FailEntry {
  readonly reports?: RunReports
}

const MAX_BYTES = 8 * 1024 * 1024

/**
 * The states that a repeated report may find if its own first one succeeded. A failed job may be queued again by then.
 */
const AFTER_COMPLETE: readonly JobState[] = ['succeeded', 'cancelled']
const AFTER_FAIL: readonly JobState[] = ['scheduled', 'queued', 'failed', 'dead', 'cancelled']

export function createCompletions(deps: CompletionsDeps): Completions {
  const { db, settings, hooks } = deps

  const completionBatcher = <Answer>(
    run: (entries: readonly Completion[]) => Promise<(Answer | SurveyorError)[]>,
  ): Batcher<Completion, Answer> =>
    createBatcher<Completion, Answer>({
      run,
      maxEntries: settings.maxBatch,
      weigh: (entry) => entry.result.length,
      maxWeight: MAX_BYTES,
      keyOf: (entry) => entry.id,
    })

  async function completeWhole(entries: readonly Completion[]): Promise<(JobRecord | SurveyorError)[]> {
    const values = new Map(entries.map((entry) => [entry.id, entry.value]))
    const resultOf = (id: string) => values.get(id) ?? null
    const completed = entries.map((entry) => entry.id)
    const rows = await hooks.reported(async (on) => complete(on, entries), {
      resultOf,
      completed,
      reports: reportsIn(entries),
    })
    deps.onMoved(rows)
    return answers(entries, rows, AFTER_COMPLETE, (row) =>
      recordOf(row, row.state === 'succeeded' ? resultOf(row.id) : null),
    )
  }

  const completions = completionBatcher(completeWhole)
  /** Of jobs whose records nobody looks at, which are most. */
  const narrowCompletions = completionBatcher<ReportedJob>(async (entries) => {
    const ids = entries.map((entry) => entry.id)
    if (reportsIn(entries).size > 0 || hooks.needsRecords(ids)) return completeWhole(entries)
    const rows = await completeNarrowly(db, entries)
    deps.onMoved(rows)
    return answers(entries, rows, AFTER_COMPLETE, ({ id, state }) => ({
      id: formatId('job', id),
      state,
      scheduledFor: null,
    }))
  })

  const failures = createBatcher<Failure, JobRecord>({
    async run(entries) {
      const rows = await hooks.reported(async (on) => fail(on, entries), { reports: reportsIn(entries) })
      deps.onMoved(rows)
      return answers(entries, rows, AFTER_FAIL, (row) => recordOf(row))
    },
    maxEntries: settings.maxBatch,
    keyOf: (entry) => entry.id,
  })

  const releases = createBatcher<ReleaseEntry, JobRecord>({
    async run(entries) {
      const rows = await hooks.decided(async (on) => release(on, entries))
      deps.onMoved(rows)
      const moved = new Map(rows.map((row) => [row.id, recordOf(row)]))
      return entries.map((entry) => moved.get(entry.id) ?? leaseLost())
    },
    maxEntries: settings.maxBatch,
    keyOf: (entry) => entry.id,
  })

  /** The jobs that this statement ended. Other entries get the same answer as the first time, or the reason. */
  async function answers<Row extends { readonly id: string }, Answer>(
    entries: readonly { readonly id: string; readonly leaseToken: string }[],
    rows: readonly Row[],
    repeatStates: readonly JobState[],
    answerOf: (row: Row) => Answer,
  ): Promise<(Answer | JobRecord | SurveyorError)[]> {
    const moved = new Map(rows.map((row) => [row.id, row]))
    const others = entries.filter((entry) => !moved.has(entry.id))
    const explained = new Map(
      await Promise.all(
        others.map(async (entry) => [entry.id, await explain(db, entry, repeatStates)] as const),
      ),
    )
    return entries.map((entry) => {
      const row = moved.get(entry.id)
      return row === undefined ? (explained.get(entry.id) ?? leaseLost()) : answerOf(row)
    })
  }

  const reporting: Omit<Completions, 'completeMany'> = {
    complete: async (...report) => completions.submit(completionOf(...report)),

    async completeWith(jobId, leaseToken, work) {
      const lease = storedLease({ jobId, leaseToken })
      const ended = await db.transaction(async (tx) => endWith(tx, lease, work))
      if (ended === null) {
        const answer = await explain(db, lease, AFTER_COMPLETE)
        if (answer instanceof SurveyorError) throw answer
        return answer
      }
      ended.afterCommit()
      deps.onMoved([ended.row])
      return recordOf(ended.row, ended.result)
    },

    async fail(jobId, leaseToken, error, { retryAfterMs = error.retryAfterMs ?? 0, ...more } = {}) {
      return failures.submit({ ...more, ...storedLease({ jobId, leaseToken }), error, retryAfterMs })
    },

    async release(jobId, leaseToken, hold) {
      const lease = storedLease({ jobId, leaseToken })
      return releases.submit(hold === undefined ? lease : { ...lease, hold })
    },
  }

  /**
   * null: the token no longer counts. The row is locked before the work begins, so that nothing else ends the job
   * meanwhile.
   */
  async function endWith(
    tx: Queryable,
    lease: { readonly id: string; readonly leaseToken: string },
    work: (tx: Queryable) => Promise<unknown>,
  ): Promise<{ row: MovedRow; result: unknown; afterCommit: () => void } | null> {
    const [held] = await tx.query<{ cancelled: boolean }>(sql`
      select cancel_requested_at is not null as cancelled from jobs
      where id = ${lease.id} and lease_token = ${lease.leaseToken} and state = 'running'
      for update`)
    if (held === undefined) return null
    const value = held.cancelled ? null : await work(tx)
    const json = storableJson(value)
    const result = stored(json, value)
    const [row] = await complete(tx, [{ ...lease, result: json }])
    if (row === undefined) throw new Error('A job that was held could not be ended.')
    const afterCommit = await hooks.reportedIn(tx, [row], () => result)
    return { row, result, afterCommit }
  }

  async function completeOne(entry: JobReport): Promise<ReportedJob | SurveyorError> {
    try {
      const { jobId, leaseToken } = entry
      if ('release' in entry) return await reporting.release(jobId, leaseToken, entry.release.hold)
      return 'error' in entry
        ? await reporting.fail(jobId, leaseToken, entry.error, entry)
        : await narrowCompletions.submit(completionOf(jobId, leaseToken, entry.result, entry.reports))
    } catch (error) {
      if (error instanceof SurveyorError) return error
      deps.log.error({ err: error, jobId: entry.jobId }, 'the end of a job could not be stored')
      return new SurveyorError('internal', 'The end of the job could not be stored.', { cause: error })
    }
  }

  return { ...reporting, completeMany: async (entries) => Promise.all(entries.map(completeOne)) }
}

function completionOf(jobId: string, leaseToken: string, result: unknown, reports?: RunReports): Completion {
  const json = storableJson(result)
  return {
    ...storedLease({ jobId, leaseToken }),
    result: json,
    value: stored(json, result),
    ...(reports === undefined ? {} : { reports }),
  }
}

/** By stored uuid; most runs have none. */
function reportsIn(
  entries: readonly { readonly id: string; readonly reports?: RunReports }[],
): ReadonlyMap<string, RunReports> {
  return new Map(entries.flatMap(({ id, reports }) => (reports === undefined ? [] : [[id, reports]])))
}

/** The answer to a report whose token matched no running job. */
async function explain(
  db: Queryable,
  lease: { readonly id: string; readonly leaseToken: string },
  repeatStates: readonly JobState[],
): Promise<JobRecord | SurveyorError> {
  const [row] = await db.query<{ state: JobState; mine: boolean }>(sql`
    select state, coalesce(lease_token = ${lease.leaseToken}, false) as mine from jobs where id = ${lease.id}`)
  if (row === undefined) return noJob()
  if (!row.mine || !repeatStates.includes(row.state)) return leaseLost()
  const [record] = await readJobs(db, [lease.id])
  return record ?? leaseLost()
}

/** The value as it was stored, which differs only where something had to be replaced. */
function stored(json: string, value: unknown): unknown {
  return json.includes('\uFFFD') || value === undefined ? (JSON.parse(json) as unknown) : value
}
