// /api/jobs: the background jobs of places: plans and cells of searches.
import { Type } from 'typebox'
import { Job, JOB_STATES } from '#contract/job.ts'
import { ListOf, Timestamp, Words } from '#contract/schema.ts'
import { listQuery, sendList } from '#platform/http/pagination.ts'
import type { App } from '#platform/http/server.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import { presentJob, presentOneJob } from './present-job.ts'
import { clientSignal } from './client-signal.ts'

const MAX_WAIT_MS = 30_000
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

export function jobRoutes(app: App, { engine, stopping }: JobRouteDeps): void {
  const config = { group: 'jobs', scope: 'jobs' } as const

  app.get(
    '/api/jobs',
    {
      config: { ...config, seed: true },
      schema: {
        summary: 'List background jobs',
        description: 'Newest first, without results.',
        querystring: listQuery({
          status: Type.Optional(Words(JOB_STATES)),
          type: Type.Optional(
            Type.String({ maxLength: 100, description: '`search.plan` or `search.cell`.' }),
          ),
          parentId: Type.Optional(Type.String({ description: 'Only the jobs that this one made.' })),
          createdAfter: Type.Optional(Timestamp),
          createdBefore: Type.Optional(Timestamp),
        }),
        response: { 200: ListOf(Job) },
      },
    },
    async (request, reply) => {
      const { status, type, parentId, createdAfter, createdBefore } = request.query
      const filter = {
        ...(status === undefined ? {} : { states: [status] }),
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
    },
  )

  app.get(
    '/api/jobs/:id',
    {
      config,
      schema: {
        summary: 'Look at a job, or wait for its end',
        params: Type.Object({ id: Type.String() }),
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
}
