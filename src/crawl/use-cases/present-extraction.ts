// An ended extraction job as the answer of an extract path, or as the error it ended with.
import { Compile } from 'typebox/compile'
import type { Problem } from '#contract/problem.ts'
import { ExtractionResult, type ExtractionAnswer } from '#contract/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { JobRecord } from '#platform/jobs/job-engine.ts'
import { splitJobType } from './operations.ts'
import { jobLinks, jobPath } from '#platform/jobs/routes/present-job.ts'

const resultShape = Compile(ExtractionResult)

/** The answer of a job that succeeded. Throws `result_expired`. */
export function presentExtraction(job: JobRecord): ExtractionAnswer {
  const { result } = job
  if (job.resultExpired) throw resultExpired()
  if (!resultShape.Check(result)) {
    // `complete` takes any JSON, so that a worker of another make can be seen to be wrong where the job is shown.
    throw new SurveyorError(
      'internal',
      'The worker handed in a result that is no extraction; the job shows it.',
    )
  }
  const { createdAt, completedAt } = job
  return {
    jobId: job.id,
    ...splitJobType(job.type),
    status: job.state,
    ...result,
    artifacts: result.artifacts ?? [],
    createdAt: createdAt.toISOString(),
    completedAt: (completedAt ?? createdAt).toISOString(),
    links: jobLinks(job),
  }
}

/** The problem of a job that ended in any other way; `instance` names the job. */
export function presentFailure(job: JobRecord): Problem {
  return { ...(job.error ?? problemOf(errorOfState(job))), instance: jobPath(job.id) }
}

export function resultExpired(): SurveyorError {
  return new SurveyorError('result_expired', 'The job succeeded, but its result is no longer kept.')
}

function errorOfState(job: JobRecord): SurveyorError {
  return job.state === 'cancelled'
    ? new SurveyorError('job_ended', `The job was cancelled (${job.cancelReason ?? 'no reason given'}).`)
    : new SurveyorError('internal', `The job ended as ${job.state} without saying why.`)
}
