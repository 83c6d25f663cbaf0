// What GET /health looks at: the database, the queue, and crawl, without which no search goes on.
import type { HealthCheck } from '#contract/health.ts'
import type { Database } from '#platform/db/database.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { addHealthRoute, databaseCheck } from '#platform/http/health-route.ts'
import type { App, ServiceInfo } from '#platform/http/server.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'

const CRAWL_TIMEOUT_MS = 2_000

export interface HealthDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly crawl: Peer
  readonly service: ServiceInfo
}

export function healthRoute(app: App, { db, engine, crawl, service }: HealthDeps): void {
  addHealthRoute(app, {
    service,
    group: 'health',
    // What is stored can be read, and searches can be accepted, without crawl and while the queue is paused.
    needed: ['database'],
    checks: {
      database: async () => databaseCheck(db),
      async queue(): Promise<HealthCheck> {
        const { state } = await engine.queue.status()
        return state === 'running'
          ? { status: 'pass', detail: null }
          : { status: 'warn', detail: `The queue is ${state}.` }
      },
      crawl: async () => crawlCheck(crawl),
    },
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
