// GET /health of a service: the checks that every service has, and its own.
import type { HealthCheck } from '#contract/health.ts'
import type { Database } from '#platform/db/database.ts'
import type { App, ServiceInfo } from '#platform/http/server/server.ts'
import type { JobQueue, JobWorkers } from '#platform/jobs/job-engine.ts'
import { clockCheck, databaseCheck } from './database-check.ts'
import { diskCheck, type DiskSettings } from './disk-check.ts'
import { addHealthRoute } from './health-route.ts'
import { queueCheck, queueLoad, workersCheck } from './queue-check.ts'
import { webhooksCheck } from './webhooks-check.ts'

/** What the checks look at. */
export interface ServiceHealthDeps {
  readonly db: Database
  readonly engine: JobQueue & JobWorkers
  readonly service: ServiceInfo
  readonly disk: DiskSettings
  /** The detail of the check `workers` when there are none. */
  readonly noWorkers: string
  /** The checks of this service only, by name. */
  readonly checks: Readonly<Record<string, () => Promise<HealthCheck>>>
}

/**
 * Adds GET /health. The service is ready while database and disk are: with a paused queue, without workers or another
 * service, stored data can be read and requests be accepted.
 */
export function serviceHealthRoute(app: App, deps: ServiceHealthDeps): void {
  const { db, service, disk, noWorkers, checks } = deps
  addHealthRoute(app, {
    service,
    group: 'health',
    needed: ['database', 'disk'],
    checks: {
      database: async () => databaseCheck(db),
      clock: async () => clockCheck(db),
      disk: async () => diskCheck(disk),
      ...checks,
      queue: async () => queueCheck(deps),
      workers: async () => workersCheck(deps, noWorkers),
      webhooks: async () => webhooksCheck(db),
    },
    queueLoad: async () => queueLoad(deps),
  })
}
