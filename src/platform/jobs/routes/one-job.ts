// /api/jobs/:id: look at a job, wait for its end, cancel it, run it again.
import { Type } from 'typebox'
import { isTerminal, Job } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { idempotent } from '#platform/http/idempotency.ts'
import type { OpenWaits } from '#platform/http/open-waits.ts'
import type { App } from '#platform/http/server.ts'
import type { JobEngine, JobRecord } from '#platform/jobs/job-engine.ts'

const MAX_WAIT_MS = 30_000
const EXAMPLE_ID = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

export const JobParams = Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) })

export interface OneJobDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly waits: OpenWaits
  /** The job without its result. */
  readonly present: (job: JobRecord) => Job
  /** Throws `not_found` or `job_not_retryable`. */
  readonly retry: (id: string) => Promise<JobRecord>
  /** What comes of each for the rest of the work, for the description. */
  readonly means: { readonly cancel: string; readonly retry: string }
}

export function oneJobRoutes(app: App, { db, engine, waits, present, retry, means }: OneJobDeps): void {
  const config = { group: 'jobs', scope: 'jobs' } as const

  app.get(
    '/api/jobs/:id',
    {
      config,
      schema: {
        summary: 'Look at a job, or wait for its end',
        description: 'With its result once it has ended. `waitMs` answers when it ends or the wait is over.',
        params: JobParams,
        querystring: Type.Object({
          waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_MS, default: 0 })),
        }),
        response: { 200: Job },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { waitMs = 0 } = request.query
      using wait = waits.open(reply)
      const job = found(
        waitMs === 0 ? await engine.get(id) : await engine.waitForEnd(id, waitMs, wait.signal),
      )
      if (!isTerminal(job.state)) return present(job)
      return { ...present(job), result: job.result, ...(job.resultExpired ? { resultExpired: true } : {}) }
    },
  )

  app.post(
    '/api/jobs/:id/cancel',
    {
      config: { ...config, errors: ['job_not_cancellable'] },
      schema: {
        summary: 'Cancel a job',
        description: `At once where no worker has it; a running one ends when its worker lets go of it or loses the lease. ${means.cancel}`,
        params: JobParams,
        response: { 200: Job },
      },
    },
    async (request) => present(await engine.cancel(request.params.id, 'user')),
  )

  app.post(
    '/api/jobs/:id/retry',
    {
      config: { ...config, errors: ['job_not_retryable'], headers: ['Idempotency-Key'] },
      schema: {
        summary: 'Run an ended job again',
        description: `As a new job with the same input and \`retryOf\`; the old one stays as it is. ${means.retry}`,
        params: JobParams,
        response: { 201: Job },
      },
      ...idempotent({ db }),
    },
    async (request, reply) => {
      const job = present(await retry(request.params.id))
      void reply.code(201).header('location', job.links['self'])
      return job
    },
  )
}

/** The job, or `not_found`. */
export function found(job: JobRecord | null): JobRecord {
  if (job === null) throw new SurveyorError('not_found', 'No job has this id.')
  return job
}
