// /api/workers: the operator's view of the workers.
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'
import {
  DirectWorkerBody,
  HeartbeatAnswer,
  HeartbeatBody,
  PruneWorkersAnswer,
  PruneWorkersBody,
  RegisterWorkerAnswer,
  RegisterWorkerBody,
  Worker,
  WORKER_STATES,
  WorkerList,
  WorkerMetrics,
} from '#contract/worker.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { presentWorker } from '#platform/jobs/present-worker.ts'
import {
  heartbeat,
  REGISTER_EXAMPLE,
  registerWorker,
  WorkerParams,
  type RegistrationDeps,
} from './registration-routes.ts'
import { workerMetrics } from './worker-metrics.ts'

const CSV_COLUMNS = ['id', 'name', 'version', 'status', 'runningJobs', 'registeredAt', 'lastSeenAt']
const METRICS_EXAMPLE: WorkerMetrics = {
  total: 2,
  byStatus: { online: 1, offline: 1 },
  runningJobs: 3,
  capacity: { light: 200, http: 64 },
  types: { 'maps.search': 1 },
}
const DEFAULT_OLDER_THAN_MS = 600_000

/** List, read, direct and prune; needs the scope `workers`. */
export function workerRoutes(app: App, deps: RegistrationDeps): void {
  const { engine } = deps
  const config = { group: 'workers', scope: 'workers' } as const

  app.get(
    '/api/workers',
    {
      config,
      schema: {
        summary: 'List the workers',
        description: 'Newest first; one that left is `offline`, a silent one `stale`, then `lost`.',
        querystring: listQuery({
          status: Type.Optional(Type.Array(Words(WORKER_STATES), { description: 'Any of these.' })),
          type: Type.Optional(
            Type.String({ description: 'Takes jobs of this type.', examples: ['maps.search'] }),
          ),
          tag: Type.Optional(Type.String()),
        }),
        response: { 200: WorkerList },
      },
    },
    async (request, reply) => {
      const { status, type, tag } = request.query
      // A few hundred at most: all registered workers fit into memory for each request.
      const workers = (await engine.workers.list())
        .filter((worker) => status === undefined || status.includes(worker.state))
        .filter((worker) => type === undefined || worker.capabilities.types.includes(type))
        .filter((worker) => tag === undefined || worker.tags.includes(tag))
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      return sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        async page(limit, after) {
          const left = after === null ? workers : workers.filter(({ id }) => id < String(after[0]))
          const items = left.slice(0, limit).map(presentWorker)
          return { items, next: left.length > limit ? [items.at(-1)?.id ?? null] : null }
        },
      })
    },
  )

  app.get(
    '/api/workers/metrics',
    {
      config,
      schema: {
        summary: 'What the workers can do together',
        response: { 200: { ...WorkerMetrics, examples: [METRICS_EXAMPLE] } },
      },
    },
    async () => workerMetrics(await engine.workers.list()),
  )

  app.post(
    '/api/workers',
    {
      config,
      schema: {
        summary: 'Register a worker',
        description: 'The same as `POST /api/worker/register`, for operators.',
        body: { ...RegisterWorkerBody, examples: [REGISTER_EXAMPLE] },
        response: { 200: RegisterWorkerAnswer, 201: RegisterWorkerAnswer },
      },
    },
    (request, reply) => registerWorker(deps, request.body, reply),
  )

  app.post(
    '/api/workers/:id/heartbeat',
    {
      config,
      schema: {
        summary: 'Report that a worker lives',
        description: 'The same as `POST /api/worker/:id/heartbeat`, for operators.',
        params: WorkerParams,
        body: { ...HeartbeatBody, examples: [{ status: 'running', running: [] }] },
        response: { 200: HeartbeatAnswer },
      },
    },
    (request) => heartbeat(deps, request.params.id, request.body),
  )

  app.patch(
    '/api/workers/:id',
    {
      config: { group: 'workers', scope: 'workers' },
      schema: {
        summary: 'Make a worker quiet, let it go on, or send it away',
        description:
          'Its next claim obeys it, and so does a poll that is open. It hears of it with its next heartbeat, and its `status` ' +
          'changes with the one after. A worker that registers again goes on.',
        params: WorkerParams,
        body: { ...DirectWorkerBody, examples: [{ directive: 'quiet' }] },
        response: { 200: Worker },
      },
    },
    async (request) => {
      const { id } = request.params
      await engine.workers.direct(id, request.body.directive)
      const worker = await engine.workers.get(id)
      if (worker === null) throw new SurveyorError('unknown_worker', 'The worker has just been taken out.')
      return presentWorker(worker)
    },
  )

  app.post(
    '/api/workers/prune',
    {
      config,
      schema: {
        summary: 'Take out silent workers',
        description: 'Their jobs go to others, and what they still report about them is refused.',
        body: { ...PruneWorkersBody, examples: [{ olderThanMs: DEFAULT_OLDER_THAN_MS, dryRun: true }] },
        response: { 200: PruneWorkersAnswer },
      },
    },
    async (request) => {
      const { olderThanMs = DEFAULT_OLDER_THAN_MS, dryRun = false } = request.body
      return { ...(await engine.workers.prune({ olderThanMs, dryRun })), dryRun }
    },
  )
}
