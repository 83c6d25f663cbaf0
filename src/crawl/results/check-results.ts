// Accepts a result only when it fits the schema of its operation; others are refused before anything is stored.
import { Type, type TSchema } from 'typebox'
import type { FieldProblem } from '#contract/problem.ts'
import { ExtractionResult } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { JobEngine, JobRecord, JobReport } from '#platform/jobs/job-engine.ts'
import { leaseLost, type LeaseRef } from '#platform/jobs/leases/leases.ts'
import type { ClaimedJobs } from './claimed-jobs.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { createResultCheck } from './result-check.ts'

export interface CheckResultsDeps {
  readonly engine: JobEngine
  readonly operations: readonly ExtractorOperation[]
  readonly claimed: ClaimedJobs
}

/**
 * The engine as it serves workers. A result that does not fit is `validation_failed` with the place of each mistake.
 * The worker keeps the job, so that it may submit another result, or fail the job.
 */
export function checkResults({ engine, operations, claimed }: CheckResultsDeps): JobEngine {
  const checks = new Map(
    operations.map(({ jobType, operation }) => [jobType, createResultCheck(resultSchema(operation.output))]),
  )

  /** `place` is the place of the result in the request. Null when it fits. */
  async function refusal(
    lease: LeaseRef,
    type: string | undefined,
    result: unknown,
    place: string,
  ): Promise<SurveyorError | null> {
    const check = type === undefined ? undefined : checks.get(type)
    // For an operation that no longer exists, or an unknown job, the engine answers.
    if (check === undefined) return null
    const errors = await check.problems(result, place)
    return errors.length === 0 ? null : toHolder(lease, refused(type ?? '', errors))
  }

  /** A worker that does not hold the job is told only that. */
  async function toHolder({ jobId, leaseToken }: LeaseRef, wrong: SurveyorError): Promise<SurveyorError> {
    try {
      const { reason } = await engine.cancelCheck(jobId, leaseToken)
      return reason === 'lease_lost' ? leaseLost() : wrong
    } catch (error) {
      if (error instanceof SurveyorError) return error
      throw error
    }
  }

  return {
    ...engine,

    async complete(jobId, leaseToken, result) {
      const facts = await claimed.about([jobId])
      const wrong = await refusal({ jobId, leaseToken }, facts.get(jobId)?.type, result, '/result')
      if (wrong !== null) throw wrong
      return engine.complete(jobId, leaseToken, result)
    },

    async completeMany(entries) {
      const facts = await claimed.about(entries.flatMap((entry) => ('result' in entry ? [entry.jobId] : [])))
      const refusals = new Map<number, SurveyorError>()
      for (const [index, entry] of entries.entries()) {
        if (!('result' in entry)) continue
        const place = `/completions/${index}/result`
        const wrong = await refusal(entry, facts.get(entry.jobId)?.type, entry.result, place)
        if (wrong !== null) refusals.set(index, wrong)
      }
      return refusals.size === 0 ? engine.completeMany(entries) : completeOthers(engine, entries, refusals)
    },
  }
}

/** Completes the entries that are not refused; the outcomes are in the order of the entries. */
async function completeOthers(
  engine: JobEngine,
  entries: readonly JobReport[],
  refusals: ReadonlyMap<number, SurveyorError>,
): Promise<(JobRecord | SurveyorError)[]> {
  const rest = entries.filter((_, index) => !refusals.has(index))
  const completed = (rest.length === 0 ? [] : await engine.completeMany(rest)).values()
  return entries.flatMap((_, index) => refusals.get(index) ?? completed.next().value ?? [])
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
