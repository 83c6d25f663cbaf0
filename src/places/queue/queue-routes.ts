// /api/queue: waiting jobs and workers; pause, resume and drain.
import { QueueStatus } from '#contract/places/queue.ts'
import { WorkerList } from '#contract/worker.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobQueue, JobWorkers } from '#platform/jobs/job-engine.ts'
import { presentWorker } from '#platform/jobs/present-worker.ts'

const WORKER_COLUMNS = ['id', 'name', 'status', 'version', 'runningJobs', 'registeredAt', 'lastSeenAt']

const CONTROLS = [
  ['pause', 'Pause the queue: nothing new starts, what runs goes on'],
  ['resume', 'Resume the queue'],
  ['drain', 'Drain the queue: no new search is accepted, accepted work finishes'],
] as const

/** Adds the routes. The state of the queue is that of all replicas. */
export function queueRoutes(app: App, { engine }: { readonly engine: JobQueue & JobWorkers }): void {
  const config = { group: 'queue', scope: 'queue' } as const

  app.get(
    '/api/queue/status',
    {
      config,
      schema: { summary: 'State of the queue and its jobs by state', response: { 200: QueueStatus } },
    },
    async () => presentQueue(await engine.queue.status()),
  )

  for (const [control, summary] of CONTROLS) {
    app.post(
      `/api/queue/${control}`,
      {
        config,
        schema: {
          summary,
          description: 'Holds for all replicas and over restarts; repeating it changes nothing.',
          response: { 200: QueueStatus },
        },
      },
      async () => presentQueue(await engine.queue[control]()),
    )
  }

  app.get(
    '/api/queue/workers',
    {
      config,
      schema: {
        summary: 'List the loops that work on the queue',
        querystring: listQuery({}),
        response: { 200: WorkerList },
      },
    },
    async (request, reply) => {
      const workers = await engine.workers.list()
      return sendList(request, reply, {
        cursorLength: 1,
        columns: WORKER_COLUMNS,
        async page(limit, after) {
          const start = after === null ? 0 : workers.findIndex((worker) => worker.id === after[0]) + 1
          const end = start + limit
          const last = workers[end - 1]
          return {
            items: workers.slice(start, end).map(presentWorker),
            next: end < workers.length && last !== undefined ? [last.id] : null,
          }
        },
      })
    },
  )
}

function presentQueue(status: Awaited<ReturnType<JobQueue['queue']['status']>>): QueueStatus {
  return {
    state: status.state,
    changedAt: status.changedAt.toISOString(),
    counts: { ...status.counts },
    types: status.types.map(({ type, counts }) => ({ type, counts: { ...counts } })),
  }
}
