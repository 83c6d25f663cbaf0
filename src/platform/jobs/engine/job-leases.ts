// The part of the engine that workers use: claim jobs, keep their leases, report how they ended.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Claims } from '#platform/jobs/batch/claims.ts'
import type { Completions, FailureReport, JobReport, ResultReport } from '#platform/jobs/batch/completions.ts'
import type { Observers } from '#platform/jobs/effects/observers.ts'
import { leaseLost, type LeaseRef, type Leases } from '#platform/jobs/leases/leases.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { isSystemType } from '#platform/jobs/model/system-type.ts'
import type { ClaimedJob } from '#platform/jobs/sql/claim.ts'
import type { JobSteps, StepOutcome } from './job-steps.ts'

/**
 * Claims run the steps `afterClaim`, completions those `beforeComplete` and `withResults`. A completion also throws
 * what its steps refuse it with, unless the lease is lost: then it throws `lease_lost`.
 */
export interface JobLeases extends Claims, Leases, Completions {}

/** The mechanisms below the steps. */
export interface JobLeasesDeps {
  readonly db: Database
  readonly log: Logger
  readonly claims: Claims
  readonly leases: Leases
  readonly completions: Completions
  readonly observers: Observers
  readonly steps: JobSteps
}

/** Runs the steps of the service around claims and completions, whichever call was made. */
export function createJobLeases(deps: JobLeasesDeps): JobLeases {
  const { db, log, claims, leases, completions, observers, steps } = deps
  const { afterClaim = [], beforeComplete = [] } = steps
  const { fenced } = observers

  /** What the worker gets, or why a step cannot deliver the job. */
  function afterSteps(claimed: ClaimedJob): ClaimedJob | SurveyorError {
    let job = claimed
    if (isSystemType(job.job.type)) return job
    for (const step of afterClaim) {
      const next = step(job)
      if (next instanceof SurveyorError) return next
      job = next
    }
    return job
  }

  async function failUndelivered({ job, leaseToken }: ClaimedJob, why: SurveyorError): Promise<void> {
    await completions
      .fail(job.id, leaseToken, { ...problemOf(why), retryable: false })
      .catch((error: unknown) => log.warn({ err: error, jobId: job.id }, 'the job was not failed'))
  }

  async function runSteps(results: readonly ResultReport[], on: Queryable): Promise<StepOutcome[]> {
    let now: readonly StepOutcome[] = results
    for (const step of beforeComplete) {
      const left = now.filter(isResult)
      if (left.length === 0) break
      const outcomes = await step(left, on)
      if (outcomes.length !== left.length)
        throw new Error('A step before complete did not answer each result.')
      const next = outcomes.values()
      now = now.map((outcome) => (isResult(outcome) ? (next.next().value ?? outcome) : outcome))
    }
    // A step that puts something in the place of a result knows nothing of the reports.
    return now.map((outcome, at) => withReportsOf(results[at], outcome))
  }

  /** The same outside a transaction: a worker that does not hold its job is told only that. */
  async function prepare(results: readonly ResultReport[]): Promise<StepOutcome[]> {
    const outcomes = await runSteps(results, db)
    if (!outcomes.some((outcome) => outcome instanceof SurveyorError)) return outcomes
    return Promise.all(
      outcomes.map(async (outcome, at) =>
        outcome instanceof SurveyorError ? toHolder(results[at], outcome) : outcome,
      ),
    )
  }

  async function toHolder(lease: LeaseRef | undefined, refusal: SurveyorError): Promise<SurveyorError> {
    if (lease === undefined) return refusal
    try {
      const { reason } = await leases.cancelCheck(lease.jobId, lease.leaseToken)
      return reason === 'lease_lost' ? leaseLost() : refusal
    } catch (error) {
      if (error instanceof SurveyorError) return error
      throw error
    }
  }

  async function complete(given: ResultReport): Promise<JobRecord> {
    const [outcome = given] = beforeComplete.length === 0 ? [] : await prepare([given])
    if (outcome instanceof SurveyorError) throw outcome
    return isResult(outcome)
      ? completions.complete(outcome.jobId, outcome.leaseToken, outcome.result, outcome.reports)
      : failWith(outcome)
  }

  /** A failure in the place of the result undoes the rows of `work`. */
  async function completeWith(
    lease: LeaseRef,
    work: (tx: Queryable) => Promise<unknown>,
  ): Promise<JobRecord> {
    const failures: FailureReport[] = []
    try {
      return await completions.completeWith(lease.jobId, lease.leaseToken, async (tx) => {
        const given: ResultReport = { ...lease, result: await work(tx) }
        const [outcome = given] = beforeComplete.length === 0 ? [] : await runSteps([given], tx)
        if (outcome instanceof SurveyorError) throw outcome
        if (isResult(outcome)) return outcome.result
        failures.push(outcome)
        throw new SurveyorError('internal', 'A step failed the job.')
      })
    } catch (error) {
      const [failure] = failures
      if (failure === undefined) throw error
      return failWith(failure)
    }
  }

  async function failWith(failure: FailureReport): Promise<JobRecord> {
    return completions.fail(failure.jobId, failure.leaseToken, failure.error, failure)
  }

  /** The entries as they are to be stored; errors where a step refuses one. */
  async function prepareMany(entries: readonly JobReport[]): Promise<readonly (JobReport | SurveyorError)[]> {
    const results = beforeComplete.length === 0 ? [] : entries.filter(isResult)
    if (results.length === 0) return entries
    const outcomes = (await prepare(results)).values()
    return entries.flatMap((entry) => (isResult(entry) ? (outcomes.next().value ?? []) : entry))
  }

  return {
    async claim(jobId, workerId) {
      const claimed = await claims.claim(jobId, workerId)
      const delivered = afterSteps(claimed)
      if (!(delivered instanceof SurveyorError)) return delivered
      await failUndelivered(claimed, delivered)
      throw new SurveyorError('job_ended', delivered.message)
    },
    async claimNext(request) {
      const claimed = await claims.claimNext(request)
      if (afterClaim.length === 0) return claimed
      const failing: Promise<void>[] = []
      const delivered = claimed.flatMap((one) => {
        const job = afterSteps(one)
        if (!(job instanceof SurveyorError)) return job
        failing.push(failUndelivered(one, job))
        return []
      })
      await Promise.all(failing)
      return delivered
    },
    renew: async (...renewal) => leases.renew(...renewal),
    cancelCheck: async (...lease) => leases.cancelCheck(...lease),
    progress: async (...report) => fenced(leases.progress(...report)),
    writeWith: async (...write) => fenced(leases.writeWith(...write)),
    release: async (...report) => fenced(completions.release(...report)),
    fail: async (...report) => fenced(completions.fail(...report)),
    complete: async (jobId, leaseToken, result, reports) =>
      fenced(complete({ jobId, leaseToken, result, ...(reports === undefined ? {} : { reports }) })),
    completeWith: async (jobId, leaseToken, work) => fenced(completeWith({ jobId, leaseToken }, work)),
    async completeMany(entries) {
      const ready = await prepareMany(entries)
      const reports = ready.flatMap((report) => (report instanceof SurveyorError ? [] : report))
      const ended = (await completions.completeMany(reports)).values()
      const outcomes = ready.flatMap((report) =>
        report instanceof SurveyorError ? report : (ended.next().value ?? []),
      )
      observers.countFenced(
        outcomes.filter((o) => o instanceof SurveyorError && o.code === 'lease_lost').length,
      )
      return outcomes
    },
  }
}

function withReportsOf(given: ResultReport | undefined, outcome: StepOutcome): StepOutcome {
  if (given?.reports === undefined || outcome instanceof SurveyorError) return outcome
  return { ...outcome, reports: given.reports }
}

function isResult(report: JobReport | SurveyorError): report is ResultReport {
  return 'result' in report
}
