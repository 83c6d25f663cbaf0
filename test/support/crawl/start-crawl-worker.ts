// A real worker on a test crawl, in this process, with its own way out: for the whole way from a request to its answer.
import type { TestContext } from 'node:test'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import type { EgressSettings } from '#platform/egress/egress.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { openEgress } from '#test/support/sites/local-server.ts'
import { TEST_WORKER } from '#test/support/worker/start-worker.ts'
import { runWorker, type WorkerDeps } from '#worker/run-worker.ts'
import type { WorkerSettings } from '#worker/settings.ts'
import type { TestCrawl } from './start-crawl.ts'

/** Reaches loopback; stops before the service does. */
export async function startCrawlWorker(
  t: TestContext,
  crawl: TestCrawl,
  extractors: readonly ExtractorDescriptor[],
  host: Partial<WorkerDeps['host']> = {},
  egress: Partial<EgressSettings> = {},
  settings: Partial<WorkerSettings> = {},
): Promise<void> {
  const { url: origin, workerKey } = crawl
  const headers: Record<string, string> = workerKey === null ? {} : { authorization: `Bearer ${workerKey}` }
  const peer = createPeer({ origin, headers, unavailableCode: 'crawl_unavailable' })
  const worker = await runWorker({
    crawl: peer,
    egress: openEgress(t, egress),
    log: silentLogger,
    settings: { ...TEST_WORKER, ...settings },
    extractors,
    host: { settings: {}, dataDir: '/nonexistent', ...host },
  })
  crawl.beforeStop(async () => {
    await worker.stop()
    await peer[Symbol.asyncDispose]()
  })
}
