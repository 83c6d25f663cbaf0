// The checks of GET /health of places: those of crawl, its own loops, and crawl itself, which every search needs.
import type { HealthCheck } from '#contract/health.ts'
import type { Database } from '#platform/db/database.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { clockCheck, databaseCheck } from '#platform/health/database-check.ts'
import { diskCheck, type DiskSettings } from '#platform/health/disk-check.ts'
import { queueCheck, queueLoad, workersCheck } from '#platform/health/queue-check.ts'
import { webhooksCheck } from '#platform/health/webhooks-check.ts'
import { addHealthRoute } from '#platform/health/health-route.ts'
import type { App, ServiceInfo } from '#platform/http/server/server.ts'
import type { JobQueue, JobWorkers } from '#platform/jobs/job-engine.ts'

const CRAWL_TIMEOUT_MS = 2_000

/** What the checks look at. */
export interface HealthDeps {
  readonly db: Database
  readonly engine: JobQueue & JobWorkers
  readonly crawl: Peer
  readonly service: ServiceInfo
  readonly disk: DiskSettings
  /** Concurrent deliveries to one receiver. */
  readonly perReceiver: number
}

/** Adds GET /health. The service is ready while database and disk are. */
export function healthRoute(app: App, deps: HealthDeps): void {
  const { db, crawl, service, disk, perReceiver } = deps
  addHealthRoute(app, {
    service,
    group: 'health',
    // Stored data can be read, and searches can be accepted, without crawl and while the queue is paused.
    needed: ['database', 'disk'],
    checks: {
      database: async () => databaseCheck(db),
      clock: async () => clockCheck(db),
      disk: async () => diskCheck(disk),
      queue: async () => queueCheck(deps),
      workers: async () => workersCheck(deps, 'No loop works on the queue: searches wait.'),
      crawl: async () => crawlCheck(crawl),
      webhooks: async () => webhooksCheck(db, perReceiver),
    },
    queueLoad: async () => queueLoad(deps),
  })
}

async function crawlCheck(crawl: Peer): Promise<HealthCheck> {
  const startedAt = performance.now()
  const down: HealthCheck = { status: 'warn', detail: 'Crawl does not answer: searches wait for it.' }
  try {
    const { status } = await crawl.request({
      method: 'GET',
      path: '/health',
      query: { probe: 'ready' },
      timeoutMs: CRAWL_TIMEOUT_MS,
    })
    return status === 200
      ? { status: 'pass', detail: null, latencyMs: Math.round(performance.now() - startedAt) }
      : down
  } catch {
    return down
  }
}
