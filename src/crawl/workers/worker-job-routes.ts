// The worker-facing API: one job at a time.
import { Type } from 'typebox'
import {
  CancelCheckAnswer,
  ClaimBody,
  ClaimedJob,
  CompleteAnswer,
  CompleteBody,
  type EngineStrategy,
  FailAnswer,
  FailBody,
  NextAnswer,
  NextQuery,
  ProgressAnswer,
  ProgressBody,
} from '#contract/worker.ts'
import type { RunReports } from '#contract/run-reports.ts'
import { invalidInput, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { App } from '#platform/http/server/server.ts'
import type {
  ClaimedJob as ClaimedJobRecord,
  JobLeases,
  JobReads,
  JobRecord,
} from '#platform/jobs/job-engine.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import { presentClaim } from './present-claim.ts'
import { timestamp } from '#platform/http/output/timestamp.ts'
import {
  EXAMPLE_RESULT,
  EXAMPLE_TOKEN,
  JobParams,
  MAX_RESULT_KEYS,
  RESULT_LIMIT_BYTES,
  workerRoute,
} from './worker-route.ts'
import { reportedFailure } from './reported-failure.ts'
import type { RunReportTakers } from './run-reports.ts'

const DEFAULT_WAIT_MS = 25_000
const error = problemOf(new SurveyorError('target_timeout', 'The target took too long.'))

/** Leases and reads of the engine, and the open waits that end with the service. */
export interface WorkerJobDeps {
  readonly engine: JobLeases & JobReads
  readonly waits: OpenWaits
  /** What claimed jobs are told about the engine to begin with, one for each; null: nothing. Never throws. */
  readonly runReports: RunReportTakers
  readonly strategies: { of(jobs: readonly ClaimedJobRecord[]): Promise<(EngineStrategy | null)[]> }
}

/** Offer, claim, progress, complete, fail, release: each needs the scope `worker`, and the lease from the claim on. */
export function workerJobRoutes(app: App, { engine, waits, strategies, runReports }: WorkerJobDeps): void {
  const route = workerRoute()
  const refused = (reports: RunReports | undefined) =>
    reports === undefined ? {} : { refused: runReports.problems(reports, '/reports') }

  app.get(
    '/api/worker/jobs/next',
    {
      ...route,
      schema: {
        summary: 'See which jobs wait',
        description:
          'Changes nothing: another worker may be offered the same job, `claim` decides. Waits for the first job; 204 ' +
          'where none came.',
        querystring: NextQuery,
        response: { 200: NextAnswer, 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { types, limit = 1, waitMs = DEFAULT_WAIT_MS } = request.query
      using wait = waits.open(reply)
      const jobs = await engine.offer({
        types: types === undefined ? null : types.split(',').map((type) => type.trim()),
        limit,
        waitMs,
        signal: wait.signal,
      })
      void reply.header('cache-control', 'no-store')
      return jobs.length === 0 ? reply.code(204).send(null) : { jobs }
    },
  )

  app.post(
    '/api/worker/jobs/:id/claim',
    {
      ...route,
      schema: {
        summary: 'Claim a job',
        description:
          'The worker has it until the lease ends; heartbeat and progress renew the lease. Everything it reports about ' +
          'the job needs the `leaseToken`.',
        params: JobParams,
        body: { ...ClaimBody, examples: [{ workerId: 'wrk_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89' }] },
        response: { 200: ClaimedJob },
      },
    },
    async (request) => {
      const claimed = await engine.claim(request.params.id, request.body.workerId)
      const [strategy = null] = await strategies.of([claimed])
      return presentClaim(claimed, strategy)
    },
  )

  app.post(
    '/api/worker/jobs/:id/progress',
    {
      ...route,
      schema: {
        summary: 'Report the progress of a job',
        description: 'Renews the lease and says whether the job is to be stopped.',
        params: JobParams,
        body: {
          ...ProgressBody,
          examples: [{ leaseToken: EXAMPLE_TOKEN, progress: { done: 3, total: 10, message: 'page 3' } }],
        },
        response: { 200: ProgressAnswer },
      },
    },
    async (request) => {
      const { leaseToken: token, progress } = request.body
      const { cancelRequested, leaseExpiresAt } = await engine.progress(request.params.id, token, progress)
      return { cancelRequested, leaseExpiresAt: leaseExpiresAt.toISOString() }
    },
  )

  app.post(
    '/api/worker/jobs/:id/complete',
    {
      ...route,
      bodyLimit: RESULT_LIMIT_BYTES,
      config: { ...route.config, maxKeys: MAX_RESULT_KEYS },
      schema: {
        summary: 'Complete a job',
        description:
          'Again with the same token it answers the same; with a token that another claim made void, 409. A result that ' +
          'is not what the operation answers (`responseSchema` in `GET /api/v1/extractors`) is `validation_failed` with ' +
          'the place of each mistake; nothing is stored, and the job is still yours.',
        params: JobParams,
        body: { ...CompleteBody, examples: [{ leaseToken: EXAMPLE_TOKEN, result: EXAMPLE_RESULT }] },
        response: { 200: CompleteAnswer },
      },
    },
    async (request) => {
      const { leaseToken: token, result, reports } = request.body
      const job = await engine.complete(request.params.id, token, result, reports)
      return { jobId: job.id, status: job.state, ...refused(reports) }
    },
  )

  app.post(
    '/api/worker/jobs/:id/fail',
    {
      ...route,
      schema: {
        summary: 'Report that a job failed',
        description:
          '`error.retryable` decides whether it is tried again; the answer says when. Title, type and status of the error ' +
          'are those of its `code`; one that is unknown is kept as `internal`.',
        params: JobParams,
        body: { ...FailBody, examples: [{ leaseToken: EXAMPLE_TOKEN, error, retryAfterMs: 5_000 }] },
        response: { 200: FailAnswer },
      },
    },
    async (request) => {
      const { leaseToken: token, error: reported, ...how } = request.body
      const job = await engine.fail(request.params.id, token, reportedFailure(reported), how)
      return { jobId: job.id, status: job.state, nextAttemptAt: nextAttemptAt(job), ...refused(how.reports) }
    },
  )

  app.get(
    '/api/worker/jobs/:id/cancel-check',
    {
      ...route,
      schema: {
        summary: 'Ask whether a job is to be stopped',
        description: 'Does not renew the lease. A lease that was lost reads as cancelled.',
        params: JobParams,
        querystring: Type.Object({
          leaseToken: Type.Optional(Type.String({ maxLength: 200, examples: [EXAMPLE_TOKEN] })),
        }),
        response: { 200: CancelCheckAnswer },
      },
    },
    async (request) => {
      const { id } = request.params
      const { leaseToken: token } = request.query
      if (token === undefined) throw await missingToken(engine, id)
      const { cancelled, reason, leaseExpiresAt } = await engine.cancelCheck(id, token)
      return { cancelled, reason, leaseExpiresAt: timestamp(leaseExpiresAt) }
    },
  )
}

/** When a job after a retryable failure is tried again; null when it is not. */
export function nextAttemptAt(job: Pick<JobRecord, 'state' | 'scheduledFor'>): string | null {
  return job.state === 'scheduled' ? timestamp(job.scheduledFor) : null
}

/** An unknown job is reported even without a token, so that a worker sees which of the two is wrong. */
async function missingToken(engine: JobReads, id: string): Promise<SurveyorError> {
  if ((await engine.get(id)) === null) return new SurveyorError('not_found', 'No job has this id.')
  const errors = [{ pointer: '?leaseToken', code: 'required', detail: 'This is required.' }]
  return invalidInput('The query string', errors)
}
