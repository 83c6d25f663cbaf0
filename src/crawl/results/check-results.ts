// A step before complete: accepts a result only when it fits the schema of its operation.
import { Type, type TSchema } from 'typebox'
import type { FieldProblem } from '#contract/problem.ts'
import { ExtractionResult } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CompleteStep, StepOutcome } from '#platform/jobs/job-engine.ts'
import type { ClaimedJobs } from './claimed-jobs.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { createResultCheck } from './result-check.ts'

/** The schemas of the results, and which job a result belongs to. */
export interface CheckResultsDeps {
  readonly operations: readonly ExtractorOperation[]
  readonly claimed: ClaimedJobs
}

/**
 * A result that does not fit is `validation_failed` with the place of each mistake. The worker keeps the job, so that it
 * may submit another result, or fail the job.
 */
export function checkResults({ operations, claimed }: CheckResultsDeps): CompleteStep {
  const checks = new Map(
    operations.map(({ jobType, operation }) => [jobType, createResultCheck(resultSchema(operation.output))]),
  )
  return async (reports, on) => {
    const facts = await claimed.about(
      reports.map(({ jobId }) => jobId),
      on,
    )
    const outcomes: StepOutcome[] = []
    for (const report of reports) {
      const type = facts.get(report.jobId)?.type ?? ''
      // Of an operation that no longer exists, or an unknown job, nothing can be said here.
      const errors = await checks.get(type)?.problems(report.result, report.place ?? '/result')
      outcomes.push(errors === undefined || errors.length === 0 ? report : refused(type, errors))
    }
    return outcomes
  }
}

/** A worker may not set the other fields that crawl adds to a result: any other key is refused. */
function resultSchema(output: TSchema): TSchema {
  return Type.Object({ ...ExtractionResult.properties, data: output }, { additionalProperties: false })
}

function refused(type: string, errors: readonly FieldProblem[]): SurveyorError {
  const [first] = errors
  const detail = first === undefined ? '' : `: ${first.pointer}: ${first.detail}`
  return new SurveyorError('validation_failed', `The result is not what ${type} answers${detail}`, {
    errors,
  })
}
