// /api/jobs: look at jobs, wait for one, cancel it, run it again.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static, type TObject } from 'typebox'
import { Job, JOB_STATES, type JobState } from '#contract/job.ts'
import { ListOf, Timestamp, Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { idempotent } from '#platform/http/idempotency.ts'
import { listQuery, sendList } from '#platform/http/pagination.ts'
import type { App } from '#platform/http/server.ts'
import type { JobEngine, JobRecord } from '#platform/jobs/job-engine.ts'
import type { OpenWaits } from '#crawl/open-waits.ts'
import { typesOf, type ExtractorOperation } from '#crawl/use-cases/operations.ts'
import { presentJob, presentJobWithResult } from '#crawl/use-cases/present-job.ts'

const MAX_WAIT_MS = 30_000
const EXAMPLE_ID = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

export const JobParams = Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) })

const CSV_COLUMNS = [
  'id',
  'type',
  'status',
  'priority',
  'deliveries',
  'failures',
  'parentId',
  'workerId',
  'createdAt',
  'startedAt',
  'completedAt',
  'error.code',
  'error.detail',
]

/** What both lists are narrowed down by. */
const filters = (extractors: readonly string[]) => ({
  type: Type.Optional(Type.Array(Type.String({ maxLength: 100, examples: ['maps.search'] }))),
  extractor: Type.Optional(Words(extractors)),
  parentId: Type.Optional(Type.String({ description: 'Only the items of this batch.' })),
  createdAfter: Type.Optional(Timestamp),
  createdBefore: Type.Optional(Timestamp),
})

type Filters = Static<TObject<ReturnType<typeof filters>>>

export interface JobRouteDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly waits: OpenWaits
  readonly operations: readonly ExtractorOperation[]
}

export function jobRoutes(app: App, { db, engine, waits, operations }: JobRouteDeps): void {
  const config = { group: 'jobs', scope: 'jobs' } as const
  const extractors = [...new Set(operations.map(({ extractor }) => extractor.name))]

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    states: readonly JobState[] | undefined,
    { type, extractor, parentId, createdAfter, createdBefore }: Filters,
  ): Promise<{ items: Job[]; nextCursor: string | null }> {
    const types = typesOf(operations, { extractor, types: type })
    const filter = {
      ...(states === undefined ? {} : { states }),
      ...(types === null ? {} : { types }),
      ...(parentId === undefined ? {} : { parentId }),
      ...(createdAfter === undefined ? {} : { createdAfter: new Date(createdAfter) }),
      ...(createdBefore === undefined ? {} : { createdBefore: new Date(createdBefore) }),
    }
    return sendList(request, reply, {
      cursorLength: 1,
      columns: CSV_COLUMNS,
      async page(limit, after) {
        const cursor = after === null ? {} : { cursor: String(after[0]) }
        const { items, nextCursor } = await engine.list({ ...filter, limit, ...cursor })
        return { items: items.map(presentJob), next: nextCursor === null ? null : [nextCursor] }
      },
    })
  }

  app.get(
    '/api/jobs',
    {
      config: { ...config, seed: true },
      schema: {
        summary: 'List jobs',
        description:
          'Newest first, without results. `Accept: application/x-ndjson` or `text/csv` streams all of them.',
        querystring: listQuery({
          status: Type.Optional(Type.Array(Words(JOB_STATES), { description: 'Any of these.' })),
          ...filters(extractors),
        }),
        response: { 200: ListOf(Job) },
      },
    },
    (request, reply) => list(request, reply, request.query.status, request.query),
  )

  app.get(
    '/api/jobs/dead',
    {
      config,
      schema: {
        summary: 'List dead jobs',
        description:
          'Those that failed as often as they may, or were lost with their workers again and again; newest first. ' +
          '`POST /api/jobs/:id/retry` runs one again.',
        querystring: listQuery(filters(extractors)),
        response: { 200: ListOf(Job) },
      },
    },
    (request, reply) => list(request, reply, ['dead'], request.query),
  )

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
      if (waitMs === 0) return presentJobWithResult(found(await engine.get(id)))
      using wait = waits.open(reply)
      return presentJobWithResult(found(await engine.waitForEnd(id, waitMs, wait.signal)))
    },
  )

  app.post(
    '/api/jobs/:id/cancel',
    {
      config: { ...config, errors: ['job_not_cancellable'] },
      schema: {
        summary: 'Cancel a job',
        description:
          'At once where no worker has it; a running one ends when its worker lets go of it or loses the lease. ' +
          'The items of a batch are cancelled with it.',
        params: JobParams,
        response: { 200: Job },
      },
    },
    async (request) => presentJob(await engine.cancel(request.params.id, 'user')),
  )

  app.post(
    '/api/jobs/:id/retry',
    {
      config: { ...config, errors: ['job_not_retryable'], headers: ['Idempotency-Key'] },
      schema: {
        summary: 'Run an ended job again',
        description: 'As a new job with the same input and `retryOf`; the old one stays as it is.',
        params: JobParams,
        response: { 201: Job },
      },
      ...idempotent({ db }),
    },
    async (request, reply) => {
      const job = presentJob(await engine.retry(request.params.id))
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
