// Crawl, a worker with the image extractor, and a site of pictures on loopback: all that a request for pictures goes through.
import type { TestContext } from 'node:test'
import image from '#extractors/image/index.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import { respondWith, type SiteFiles } from '#test/support/sites/respond-with.ts'
import { startTestCrawl, type TestCrawl } from './start-crawl.ts'
import { startCrawlWorker } from './start-crawl-worker.ts'

export async function startImageCrawl(
  t: TestContext,
  files: SiteFiles,
): Promise<{ crawl: TestCrawl; site: LocalServer }> {
  const site = await startServer(t, respondWith(files))
  const crawl = await startTestCrawl(t, { extractors: [image] })
  await startCrawlWorker(t, crawl, [image])
  return { crawl, site }
}
