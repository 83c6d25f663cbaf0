// /api/jobs/:id: read a job, wait for its end, cancel it, run it again.
import { Type } from 'typebox'
import { isTerminal, Job } from '#contract/job.ts'
import type { ScopeWord } from '#contract/key.ts'
import type { Database } from '#platform/db/database.ts'
import { visibleOwner, type Caller } from '#platform/http/auth/authenticator.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import type { App } from '#platform/http/server/server.ts'
import { noJob } from '#platform/jobs/leases/leases.ts'
import type { JobReads, JobRecord, JobSubmission, RetriedJob } from './job-engine.ts'
import { withLinksFor } from './present-job.ts'
import { toldTo } from './told-to.ts'

const MAX_WAIT_MS = 30_000
const EXAMPLE_ID = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

/** `:id` of a job. */
export const JobParams = Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) })

export interface OneJobDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
  readonly waits: OpenWaits
  /** The job without its result. */
  readonly present: (job: JobRecord) => Job
  /** The result as it is shown; when absent, the result is shown as stored. */
  readonly presentResult?: (job: JobRecord) => unknown
  /** Throws `not_found` or `job_not_retryable`. */
  readonly retry: (id: string) => Promise<RetriedJob>
  /** Callers with one of these scopes may read and cancel the jobs they had made, without the scope `jobs`. */
  readonly makers: readonly ScopeWord[]
  /** The effect of each operation on the rest of the work, for the description. */
  readonly means: { readonly cancel: string; readonly retry: string }
}

export function oneJobRoutes(
  app: App,
  { db, engine, waits, present, presentResult = ({ result }) => result, retry, makers, means }: OneJobDeps,
): void {
  const config = { group: 'jobs', scope: 'jobs' } as const
  const own = { ...config, orScopes: makers } as const

  app.get(
    '/api/jobs/:id',
    {
      config: own,
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
      const now = await visibleJob(engine, id, request.caller)
      const job =
        waitMs === 0 ? now : toldTo(request.caller, found(await engine.waitForEnd(id, waitMs, wait.signal)))
      if (!isTerminal(job.state)) return present(job)
      return {
        ...withLinksFor(request.caller, present(job)),
        result: presentResult(job),
        ...(job.resultExpired ? { resultExpired: true } : {}),
      }
    },
  )

  app.post(
    '/api/jobs/:id/cancel',
    {
      config: { ...own, errors: ['job_not_cancellable'] },
      schema: {
        summary: 'Cancel a job',
        description: `At once where no worker has it; a running one ends when its worker lets go of it or loses the lease. ${means.cancel}`,
        params: JobParams,
        response: { 200: Job },
      },
    },
    async (request) => {
      const { id } = await visibleJob(engine, request.params.id, request.caller)
      return withLinksFor(request.caller, present(await engine.cancel(id, 'user')))
    },
  )

  app.post(
    '/api/jobs/:id/retry',
    {
      config: { ...config, errors: ['job_not_retryable'], headers: ['Idempotency-Key'] },
      schema: {
        summary: 'Run an ended job again',
        description: `As a new job with the same input and \`retryOf\`; the old one stays as it is. Asked for again before that has ended, it answers 200 with the same. ${means.retry}`,
        params: JobParams,
        response: { 200: Job, 201: Job },
      },
      ...idempotent({ db }),
    },
    async (request, reply) => {
      const { id } = await visibleJob(engine, request.params.id, request.caller)
      const { job, isNew } = await retry(id)
      const shown = present(job)
      request.answeredJob = job.id
      void reply.code(isNew ? 201 : 200).header('location', shown.links['self'])
      return shown
    },
  )
}

/** The job, for a caller who may see it. For any other caller it does not exist. Throws `not_found`. */
export async function visibleJob(engine: JobReads, id: string, caller: Caller): Promise<JobRecord> {
  const job = found(await engine.get(id))
  const owner = visibleOwner(caller, 'jobs')
  return toldTo(caller, found(owner === null || job.owner === owner ? job : null))
}

/** The job; throws `not_found`. */
export function found(job: JobRecord | null): JobRecord {
  if (job === null) throw noJob()
  return job
}
