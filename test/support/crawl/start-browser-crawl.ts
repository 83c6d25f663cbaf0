// Crawl, a worker with a browser, and a site on loopback: all that a request for a picture or a PDF goes through.
import type { RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import type { WorkerSettings } from '#worker/settings.ts'
import { startTestCrawl, type TestCrawl } from './start-crawl.ts'
import { startCrawlWorker } from './start-crawl-worker.ts'

/** The pages of the site by path; anything else is a 404. */
export async function startBrowserCrawl(
  t: TestContext,
  extractors: readonly ExtractorDescriptor[],
  pages: Readonly<Record<string, string>> | RequestListener,
  settings: Partial<WorkerSettings> = {},
): Promise<{ crawl: TestCrawl; site: LocalServer }> {
  const respond: RequestListener = (request, response) => {
    const page = typeof pages === 'function' ? undefined : pages[request.url ?? '']
    if (page === undefined) return void response.writeHead(404).end('nothing here')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }
  const site = await startServer(t, typeof pages === 'function' ? pages : respond)
  const crawl = await startTestCrawl(t, { extractors })
  const concurrency = { light: 10, http: 4, browser: 2, parser: 1 }
  await startCrawlWorker(t, crawl, extractors, {}, {}, { concurrency, ...settings })
  return { crawl, site }
}
