// The page of places over a real search: places, crawl with a worker on the sample town, and a receiver of webhooks.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import maps from '#extractors/maps/index.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'

const TOWN = fileURLToPath(new URL('../../../demo/town.osm', import.meta.url))

/** What a test of the page has around it. */
export interface PlacesWorld {
  readonly places: TestPlaces
  /** The deliveries that the receiver has answered with 500. */
  readonly receiver: { readonly url: string; readonly deliveries: readonly string[] }
}

/** Ends with the test. */
export async function startPlacesWorld(t: TestContext): Promise<PlacesWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-page-'))
  t.after(async () => rm(folder, { recursive: true, force: true }))
  const deliveries: string[] = []
  const server = createServer((request, response) => {
    deliveries.push(String(request.headers['webhook-id']))
    request.resume()
    response.writeHead(500, { 'content-type': 'text/plain' }).end('<b>not today</b>')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const crawl = await startTestCrawl(t, { extractors: [maps] })
  const settings = { mapProvider: 'osm-file', osmFile: TOWN }
  await startCrawlWorker(t, crawl, [maps], { settings, dataDir: folder })
  const places = await startTestPlaces(t, {
    crawlUrl: crawl.url,
    webhooks: { allow: ['127.0.0.0/8'], pollMs: 200 },
  })
  return { places, receiver: { url: `http://127.0.0.1:${port}/hook`, deliveries } }
}
