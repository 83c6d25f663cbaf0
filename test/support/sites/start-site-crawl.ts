// A crawl service with a real worker and a made-up site on loopback, and what a test asks of crawls of it.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { SiteCrawl, SitePage } from '#contract/crawl/sites/site.ts'
import { isTerminal, type Job } from '#contract/job.ts'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import type { EgressSettings } from '#platform/egress/egress.ts'
import { startTestCrawl, type TestCrawl, type TestCrawlOptions } from '#test/support/crawl/start-crawl.ts'
import { createFakeMap, fakeMapExtractor, type FakeMap } from './fake-map.ts'
import { generateSite, type GeneratedSite } from './generated/generated-site.ts'
import type { SiteOptions } from './generated/site-plan.ts'
import { startServer } from './local-server.ts'

export interface SiteCrawlTest {
  readonly crawl: TestCrawl
  readonly site: GeneratedSite
  readonly origin: string
  /** What sitemaps name; nothing at first. */
  readonly map: FakeMap
  /** Starts a crawl of the first page and answers its id. Without sitemaps unless the body says otherwise. */
  start(body?: Record<string, unknown>): Promise<string>
  look(id: string): Promise<SiteCrawl>
  /** Looks until `holds`, however long that takes. */
  until(id: string, holds: (crawl: SiteCrawl) => boolean): Promise<SiteCrawl>
  /** The crawl once it has ended. */
  ended(id: string): Promise<SiteCrawl>
  /** All pages, as a stream. */
  pages(id: string, query?: string): Promise<SitePage[]>
}

export async function startSiteCrawl(
  t: TestContext,
  options: Partial<SiteOptions> = {},
  services: { readonly crawl?: TestCrawlOptions; readonly egress?: Partial<EgressSettings> } = {},
): Promise<SiteCrawlTest> {
  const site = generateSite(options)
  const { origin } = await startServer(t, site.respond)
  const map = createFakeMap()
  const extractors = [markdown, page, fakeMapExtractor(map)]
  const crawl = await startTestCrawl(t, { extractors, ...services.crawl })
  await startCrawlWorker(t, crawl, extractors, {}, services.egress)
  const look = async (id: string) => (await crawl.call<SiteCrawl>('GET', `/api/v1/sites/${id}`)).json
  return {
    crawl,
    site,
    origin,
    map,
    async start(body = {}) {
      const { json, status, text } = await crawl.call<JobAccepted>('POST', '/api/v1/sites/crawl', {
        body: { urls: [`${origin}/`], sitemap: 'skip', ...body },
      })
      assert.equal(status, 202, text)
      return json.jobId
    },
    look,
    async until(id, holds) {
      for (;;) {
        const now = await look(id)
        if (holds(now)) return now
        await crawl.call('GET', `/api/jobs/${id}?waitMs=100`)
      }
    },
    async ended(id) {
      for (;;) {
        const { json } = await crawl.call<Job>('GET', `/api/jobs/${id}?waitMs=30000`)
        if (isTerminal(json.status)) return look(id)
      }
    },
    async pages(id, query = '') {
      const { text } = await crawl.call('GET', `/api/v1/sites/${id}/pages?${query}`, {
        headers: { accept: 'application/x-ndjson' },
      })
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line): SitePage => JSON.parse(line))
    },
  }
}
