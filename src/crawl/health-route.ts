// The checks of GET /health of crawl: the database and its clock, the disk, the files, the queue, the workers, the
// webhooks.
import type { Database } from '#platform/db/database.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { createBlobsCheck } from '#platform/health/blobs-check.ts'
import { clockCheck, databaseCheck } from '#platform/health/database-check.ts'
import { diskCheck, type DiskSettings } from '#platform/health/disk-check.ts'
import { queueCheck, queueLoad, workersCheck } from '#platform/health/queue-check.ts'
import { webhooksCheck } from '#platform/health/webhooks-check.ts'
import { addHealthRoute } from '#platform/health/health-route.ts'
import type { App, ServiceInfo } from '#platform/http/server/server.ts'
import type { JobQueue, JobWorkers } from '#platform/jobs/job-engine.ts'

/** The parts whose state is asked for at each call. */
export interface HealthDeps {
  readonly db: Database
  readonly engine: JobQueue & JobWorkers
  readonly service: ServiceInfo
  readonly disk: DiskSettings
  readonly blobs: Pick<BlobStore, 'probe'>
  /** Concurrent deliveries to one receiver. */
  readonly perReceiver: number
}

/** 200 while the service can work, also degraded; 503 when it cannot. */
export function healthRoute(app: App, deps: HealthDeps): void {
  const { db, service, disk, blobs, perReceiver } = deps
  addHealthRoute(app, {
    service,
    group: 'health',
    // A paused queue, missing workers or an unreachable store are reported, but requests can still be accepted.
    needed: ['database', 'disk'],
    checks: {
      database: async () => databaseCheck(db),
      clock: async () => clockCheck(db),
      disk: async () => diskCheck(disk),
      blobs: createBlobsCheck(blobs),
      queue: async () => queueCheck(deps),
      workers: async () => workersCheck(deps, 'No worker is online: jobs wait.'),
      webhooks: async () => webhooksCheck(db, perReceiver),
    },
    queueLoad: async () => queueLoad(deps),
  })
}
