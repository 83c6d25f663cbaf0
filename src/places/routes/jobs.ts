// /api/jobs: the background jobs of places: plans and cells of searches.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static, type TObject } from 'typebox'
import { isTerminal, Job, JOB_STATES, type JobState } from '#contract/job.ts'
import { Id, ListOf, Timestamp, Words } from '#contract/schema.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import { listQuery, sendList } from '#platform/http/pagination.ts'
import type { App } from '#platform/http/server.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import { existing, jobPath, presentJob, presentOneJob } from './present-job.ts'
import { clientSignal } from './client-signal.ts'

const MAX_WAIT_MS = 30_000
const EXAMPLE_ID = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const CSV_COLUMNS = [
  'id',
  'type',
  'status',
  'deliveries',
  'failures',
  'parentId',
  'createdAt',
  'startedAt',
  'completedAt',
  'error.code',
  'error.detail',
]

export interface JobRouteDeps {
  readonly engine: JobEngine
  /** Aborts when the service stops: then waiting requests are answered with what there is. */
  readonly stopping: AbortSignal
}

const FILTERS = {
  type: Type.Optional(Type.String({ maxLength: 100, description: '`search.plan` or `search.cell`.' })),
  parentId: Type.Optional(Type.String({ description: 'Only the jobs that this one made.' })),
  createdAfter: Type.Optional(Timestamp),
  createdBefore: Type.Optional(Timestamp),
}
type Filters = Static<TObject<typeof FILTERS>>

const Params = Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) })

export function jobRoutes(app: App, { engine, stopping }: JobRouteDeps): void {
  const config = { group: 'jobs', scope: 'jobs' } as const

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    state: JobState | undefined,
    { type, parentId, createdAfter, createdBefore }: Filters,
  ): Promise<{ items: Job[]; nextCursor: string | null }> {
    const filter = {
      ...(state === undefined ? {} : { states: [state] }),
      ...(type === undefined ? {} : { types: [type] }),
      ...(parentId === undefined ? {} : { parentId }),
      ...(createdAfter === undefined ? {} : { createdAfter: new Date(createdAfter) }),
      ...(createdBefore === undefined ? {} : { createdBefore: new Date(createdBefore) }),
    }
    return sendList(request, reply, {
      cursorLength: 1,
      columns: CSV_COLUMNS,
      async page(limit, after) {
        const cursor = after === null ? {} : { cursor: String(after[0]) }
        const { items, nextCursor } = await engine.list({ ...filter, ...cursor, limit })
        return { items: items.map(presentJob), next: nextCursor === null ? null : [nextCursor] }
      },
    })
  }

  app.get(
    '/api/jobs',
    {
      config: { ...config, seed: true },
      schema: {
        summary: 'List background jobs',
        description: 'Newest first, without results.',
        querystring: listQuery({ status: Type.Optional(Words(JOB_STATES)), ...FILTERS }),
        response: { 200: ListOf(Job) },
      },
    },
    async (request, reply) => list(request, reply, request.query.status, request.query),
  )

  app.get(
    '/api/jobs/dead',
    {
      config,
      schema: {
        summary: 'List dead jobs',
        description: 'Those that were lost with their processes again and again; newest first.',
        querystring: listQuery(FILTERS),
        response: { 200: ListOf(Job) },
      },
    },
    async (request, reply) => list(request, reply, 'dead', request.query),
  )

  app.get(
    '/api/jobs/:id',
    {
      config,
      schema: {
        summary: 'Look at a job, or wait for its end',
        params: Params,
        querystring: Type.Object({
          waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_MS })),
        }),
        response: { 200: Job },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { waitMs = 0 } = request.query
      return presentOneJob(
        waitMs === 0
          ? await engine.get(id)
          : await engine.waitForEnd(id, waitMs, clientSignal(reply, stopping)),
      )
    },
  )

  app.get(
    '/api/jobs/:id/result',
    {
      config: {
        ...config,
        errors: ['result_expired', 'job_ended', 'crawl_unavailable', 'rate_limited', 'target_timeout'],
      },
      schema: {
        summary: 'Get the result of a job',
        description:
          'How the job ended, which its search adds up: 202 and the job while it has not, the problem it ended with ' +
          'where it did not end well, 410 `result_expired` once it is no longer kept.',
        params: Params,
        response: { 200: Type.Object({ jobId: Id('job'), result: Type.Unknown() }), 202: Job },
      },
    },
    async (request, reply) => {
      const job = existing(await engine.get(request.params.id))
      if (!isTerminal(job.state)) {
        return reply
          .code(202)
          .header('retry-after', '1')
          .header('location', jobPath(job.id))
          .send(presentJob(job))
      }
      if (job.error !== null && job.state !== 'cancelled') throw errorOf(job.error)
      if (job.state !== 'succeeded') throw new SurveyorError('job_ended', `The job ended as ${job.state}.`)
      if (job.resultExpired) throw new SurveyorError('result_expired', 'The result is no longer kept.')
      return { jobId: job.id, result: job.result }
    },
  )

  app.post(
    '/api/jobs/:id/cancel',
    {
      config: { ...config, errors: ['job_not_cancellable'] },
      schema: {
        summary: 'Cancel a job',
        description:
          'The part of a search that it was for is then cut, and the search says so; with its plan the whole search is ' +
          'cancelled. At once where nobody works on it.',
        params: Params,
        response: { 200: Job },
      },
    },
    async (request) => presentJob(await engine.cancel(request.params.id, 'user')),
  )
}
