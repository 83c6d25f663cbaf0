// An ended extraction job as the answer of an extract path, or as its error.
import { lazyShape } from '#contract/lazy-shape.ts'
import type { Problem } from '#contract/problem.ts'
import { ExtractionResult, type ExtractionAnswer } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { JobRecord } from '#platform/jobs/job-engine.ts'
import { splitJobType } from '#crawl/extractors/operations.ts'
import { jobLinks, jobPath } from '#platform/jobs/present-job.ts'
import { isRecord } from '#kit/unknown-values.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const resultShape = lazyShape(ExtractionResult)

/** The result of a job with the time until its first claim, which workers do not know. */
export function timedResult({ result, createdAt, startedAt }: JobRecord): unknown {
  if (startedAt === null || !isRecord(result) || !isRecord(result['timings'])) return result
  const queueMs = Math.max(0, startedAt.getTime() - createdAt.getTime())
  return { ...result, timings: { ...result['timings'], queueMs } }
}

/** The answer of a job that succeeded. Throws `result_expired`. */
export function presentExtraction(job: JobRecord): ExtractionAnswer {
  const result = timedResult(job)
  if (job.resultExpired) throw resultExpired()
  if (!resultShape.Check(result)) {
    // `complete` accepts any JSON, so that a mistake of a worker of another version is visible where the job is shown.
    throw new SurveyorError(
      'internal',
      'The worker reported a result that is no extraction; the job shows it.',
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
  const problem = job.error ?? problemOf(errorOfState(job))
  const errors = problem.errors ?? urlProblems(problem, job.input)
  return { ...problem, ...(errors === undefined ? {} : { errors }), instance: jobPath(job.id) }
}

/** Maps a refused URL to its place in the request, because egress, which refused it, does not know requests. */
function urlProblems({ code, detail }: Problem, input: unknown): Problem['errors'] {
  if (code !== 'url_not_allowed' && code !== 'scheme_not_allowed') return undefined
  return typeof Object(input).url === 'string' ? [{ pointer: '/url', code, detail }] : undefined
}

/** 410: the job is remembered longer than its result. */
export function resultExpired(): SurveyorError {
  return new SurveyorError('result_expired', 'The job succeeded, but its result is no longer kept.')
}

function errorOfState(job: JobRecord): SurveyorError {
  return job.state === 'cancelled'
    ? new SurveyorError('job_ended', `The job was cancelled (${job.cancelReason ?? 'no reason given'}).`)
    : new SurveyorError('internal', `The job ended as ${job.state} without saying why.`)
}

/** Status and headers as for any problem; `instance` names the job and not the request. */
export function sendJobProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { retryAfterMs } = problem
  if (retryAfterMs !== undefined)
    void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify({ ...asAsked(request, problem), requestId: request.id }))
}

/** In a query string a field has a name but no path: `?url`. */
function asAsked({ method }: FastifyRequest, problem: Problem): Problem {
  if (method !== 'GET' || problem.errors === undefined) return problem
  const errors = problem.errors.map((error) => ({ ...error, pointer: error.pointer.replace(/^\//, '?') }))
  return { ...problem, errors }
}
