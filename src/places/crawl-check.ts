// The check of GET /health of places that only places has: whether crawl answers, which every search needs.
import type { HealthCheck } from '#contract/health.ts'
import type { Peer } from '#platform/egress/peer.ts'

const CRAWL_TIMEOUT_MS = 2_000

/** Only a warning: stored data can be read, and searches can be accepted, without crawl. */
export async function crawlCheck(crawl: Peer): Promise<HealthCheck> {
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
