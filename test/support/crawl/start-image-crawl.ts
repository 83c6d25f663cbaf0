// Crawl, a worker with the image extractor, and a site of pictures on loopback: all that a request for pictures goes through.
import type { RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import image from '#extractors/image/index.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import { startTestCrawl, type TestCrawl } from './start-crawl.ts'
import { startCrawlWorker } from './start-crawl-worker.ts'

/** The response of the site; text is served as a page. */
export type SiteFile = string | { readonly type: string; readonly body: Uint8Array }
/** By path; anything else is a 404. */
export type SiteFiles = Readonly<Record<string, SiteFile>>

export async function startImageCrawl(
  t: TestContext,
  files: SiteFiles,
): Promise<{ crawl: TestCrawl; site: LocalServer }> {
  const site = await startServer(t, respondWith(files))
  const crawl = await startTestCrawl(t, { extractors: [image] })
  await startCrawlWorker(t, crawl, [image])
  return { crawl, site }
}

export function respondWith(files: SiteFiles): RequestListener {
  return (request, response) => {
    const file = files[request.url ?? '']
    if (file === undefined) return response.writeHead(404).end('nothing here')
    const { type, body } = typeof file === 'string' ? { type: 'text/html', body: Buffer.from(file) } : file
    return response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
  }
}
