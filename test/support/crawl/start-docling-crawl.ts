// Crawl, a worker with the docling extractor, and a site of documents on loopback.
import type { TestContext } from 'node:test'
import docling from '#extractors/docling/index.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import { startTestCrawl, type TestCrawl } from './start-crawl.ts'
import { startCrawlWorker } from './start-crawl-worker.ts'
import { respondWith, type SiteFiles } from '#test/support/sites/respond-with.ts'

export async function startDoclingCrawl(
  t: TestContext,
  files: SiteFiles,
): Promise<{ crawl: TestCrawl; site: LocalServer }> {
  const site = await startServer(t, respondWith(files))
  const crawl = await startTestCrawl(t, { extractors: [docling] })
  await startCrawlWorker(t, crawl, [docling])
  return { crawl, site }
}
