// What a service does with every job it submits, delivers and completes: steps at fixed points, which no call passes by.
import type { SurveyorError } from '#contract/surveyor-error.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { FailureReport, ResultReport } from '#platform/jobs/batch/completions.ts'
import type { ReportStep, ResultStep } from '#platform/jobs/effects/hooks.ts'
import type { ClaimedJob } from '#platform/jobs/sql/claim.ts'
import type { JobSpec } from '#platform/jobs/sql/enqueue.ts'

/**
 * Given to the engine when it is created; the steps of a point run in their order. A point without steps costs nothing.
 *
 * @example
 * createJobEngine({ db, log, settings, steps: { beforeEnqueue: [boundQueues({ db, limits, kindOf })] } })
 */
export interface JobSteps {
  readonly beforeEnqueue?: readonly EnqueueStep[]
  readonly afterClaim?: readonly ClaimStep[]
  readonly beforeComplete?: readonly CompleteStep[]
  readonly withResults?: ResultStep
  /** One for each kind; after `withResults`, in the order of the kinds. */
  readonly withReports?: readonly ReportStep[]
}

/** All `toStored` of a call come first, then all `admit`. */
export interface EnqueueStep {
  /** The spec as it is to be stored. Not called for a job that is run again: its input is taken as it is stored. */
  toStored?(spec: JobSpec): JobSpec
  /**
   * Throws to refuse the jobs of one call, all of them: single jobs, the children of a batch, a job that is run again.
   * Not called for what accepted work enqueues, in a transaction or with a parent, because that must not stop half-way.
   */
  admit?(specs: readonly JobSpec[]): Promise<void>
}

/** The job as the worker gets it. An error fails the job for good, and no worker gets it. */
export type ClaimStep = (claimed: ClaimedJob) => ClaimedJob | SurveyorError

/**
 * Answers each result, in order: the result to store, a failure in its place, or an error, which goes to the worker;
 * then nothing is stored and the worker keeps the job. `on` is the database. In `completeWith` it is the transaction
 * that ends the job and has locked its row: a step that touches this row through another connection waits for ever.
 */
export type CompleteStep = (
  reports: readonly ResultReport[],
  on: Queryable,
) => Promise<readonly StepOutcome[]>

/** What a step makes of a result: the result to store, a failure in its place, or a refusal. */
export type StepOutcome = ResultReport | FailureReport | SurveyorError
