// What GET /health looks at: the database, the queue, the workers.
import type { HealthCheck } from '#contract/health.ts'
import type { Database } from '#platform/db/database.ts'
import { addHealthRoute, databaseCheck } from '#platform/http/health-route.ts'
import type { App, ServiceInfo } from '#platform/http/server.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import { workerMetrics } from '#crawl/use-cases/present-worker.ts'

export interface HealthDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly service: ServiceInfo
}

export function healthRoute(app: App, { db, engine, service }: HealthDeps): void {
  addHealthRoute(app, {
    service,
    group: 'health',
    // A paused queue or missing workers are worth a word, but requests can be taken all the same.
    needed: ['database'],
    checks: {
      database: async () => databaseCheck(db),
      async queue(): Promise<HealthCheck> {
        const { state } = await engine.queue.status()
        return state === 'running'
          ? { status: 'pass', detail: null }
          : { status: 'warn', detail: `The queue is ${state}.` }
      },
      async workers(): Promise<HealthCheck> {
        const { byStatus } = workerMetrics(await engine.workers.list())
        return byStatus['online'] === 0
          ? { status: 'warn', detail: 'No worker is online: jobs wait.' }
          : { status: 'pass', detail: null }
      },
    },
    async pressure() {
      const [{ state, counts }, workers] = await Promise.all([engine.queue.status(), engine.workers.list()])
      const capacity = Object.values(workerMetrics(workers).capacity)
      return {
        reason: state === 'running' ? null : `The queue is ${state}.`,
        running: counts.running,
        queued: counts.queued,
        maxConcurrent: capacity.reduce((sum, count) => sum + count, 0),
        eventLoopDelayMs: null,
      }
    },
  })
}
