// T72, T73, T74: what the servers saw of 200 URLs on 3 hosts, of a second pass, and of a Retry-After.
import type { Outcome } from '#lab/experiment.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uuidV7 } from '#kit/ids.ts'
import { createEgress, type Egress } from '#platform/egress/egress.ts'
import { createCache } from '#platform/cache/cache.ts'
import { DEFAULT_CACHE_SETTINGS } from '#platform/cache/entries/cache-settings.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { openJobPages } from '#worker/pages/job-pages.ts'
import { createSnapshotBodies } from '#worker/pages/snapshot-bodies.ts'
import type { SnapshotCalls } from '#worker/pages/snapshot-calls.ts'

export const name = 'egress-politeness'
export const about =
  'per-host concurrency and distance, conditional requests and Retry-After, from the log of the servers'

const URLS = 200
const CONCURRENCY = 2
const DELAY_MS = 100
/** A request may wait that long in the event loop of a busy machine before it is noted. */
const TOLERANCE_MS = 50
const CLOSED_SECONDS = 2
const PAGE = 'x'.repeat(10_000)

interface Site {
  readonly server: Server
  readonly origin: string
  readonly startedAt: number[]
  most: number
  bodyBytes: number
  notModified: number
}

async function startSite(): Promise<Site> {
  let running = 0
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    site.startedAt.push(performance.now())
    running += 1
    site.most = Math.max(site.most, running)
    setTimeout(() => {
      running -= 1
      const etag = `"${request.url}"`
      const known = request.headers['if-none-match'] === etag
      if (known) site.notModified += 1
      else site.bodyBytes += PAGE.length
      response.writeHead(known ? 304 : 200, { etag, 'cache-control': 'no-cache' }).end(known ? '' : PAGE)
    }, 5)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: Site = { server, origin, startedAt: [], most: 0, bodyBytes: 0, notModified: 0 }
  return site
}

const open = (hostDelayMs: number): Egress =>
  createEgress({
    settings: {
      allow: ['127.0.0.0/8'],
      hosts: [],
      contact: null,
      hostDelayMs,
      hostConcurrency: CONCURRENCY,
      productVersion: '0.0.0',
    },
    log: silentLogger,
  })

const get = (egress: Egress, url: string) => egress.fetch({ url, maxBytes: 100_000, deadlineMs: 60_000 })

/** Every page is too old at once, so that each look at it asks the target. */
const RULES = { extractor: 'lab', maxAgeMs: 1, staleIfErrorMs: 0, store: true, variant: '' }

/** Fetches as the jobs of a worker do, one page each, through the page cache of crawl. */
async function openPageCache(
  resources: AsyncDisposableStack,
  egress: Egress,
): Promise<(url: string) => Promise<void>> {
  const scratch = resources.use(await startScratchDatabase(['jobs', 'blobs', 'crawl']))
  const metrics = resources.use(createMetrics({ service: 'lab', version: '0', commit: 'lab' }))
  const cache = resources.use(
    createCache({
      db: await scratch.open(10),
      log: silentLogger,
      metrics,
      settings: DEFAULT_CACHE_SETTINGS,
      replicated: false,
    }),
  )
  const calls: SnapshotCalls = {
    async lookUp(query, waitMs, signal) {
      const [found] = await cache.snapshots.lookUp({ wishes: [query], waitMs }, signal)
      return { state: 'none', snapshot: null, ...found, keeping: true }
    },
    async report(reports) {
      await cache.snapshots.report({ reports: [...reports] })
    },
    reportWithEnd: () => null,
    async body(key, sha256) {
      const body = await cache.snapshots.readBody(key, sha256)
      return Buffer.isBuffer(body) ? body : null
    },
  }
  const bodies = createSnapshotBodies(64 * 1024 * 1024)
  return async (url) => {
    const signal = AbortSignal.timeout(120_000)
    const pages = openJobPages({
      egress,
      calls,
      bodies,
      holder: uuidV7(),
      rules: RULES,
      signal,
      log: silentLogger,
    })
    await pages.fetch({ url, maxBytes: 100_000, deadlineMs: 60_000 })
    await pages.end(true)
  }
}

/** How long after its 429 a host was asked again, in milliseconds. */
async function retryAfterGap(): Promise<number> {
  const times: number[] = []
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    times.push(performance.now())
    if (times.length === 1) response.writeHead(429, { 'retry-after': String(CLOSED_SECONDS) })
    return void response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using egress = open(0)
  await get(egress, `${origin}/1`)
  await Promise.all([2, 3, 4].map((page) => get(egress, `${origin}/${page}`)))
  server.closeAllConnections()
  server.close()
  return (times[1] ?? 0) - (times[0] ?? 0)
}

const bytesOf = (sites: readonly Site[]): number => sites.reduce((sum, site) => sum + site.bodyBytes, 0)

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const sites = await Promise.all([startSite(), startSite(), startSite()])
  await using egress = open(DELAY_MS)
  const urls = Array.from({ length: URLS }, (_, i) => `${sites[i % sites.length]?.origin}/${i}`)
  await Promise.all(urls.map((url) => get(egress, url)))
  const gaps = sites.flatMap((site) => site.startedAt.slice(1).map((at, i) => at - (site.startedAt[i] ?? 0)))

  await using resources = new AsyncDisposableStack()
  const load = await openPageCache(resources, resources.use(open(0)))
  const politeBytes = bytesOf(sites)
  await Promise.all(urls.map(load))
  const firstBytes = bytesOf(sites) - politeBytes
  await Promise.all(urls.map(load))
  const secondBytes = bytesOf(sites) - politeBytes - firstBytes
  const notModified = sites.reduce((sum, site) => sum + site.notModified, 0)
  for (const { server } of sites) {
    server.closeAllConnections()
    server.close()
  }
  const closedMs = await retryAfterGap()

  const mostAtOnce = Math.max(...sites.map((site) => site.most))
  const minGapMs = Math.round(Math.min(...gaps))
  return {
    id: name,
    pass:
      mostAtOnce <= CONCURRENCY &&
      minGapMs >= DELAY_MS - TOLERANCE_MS &&
      notModified === URLS &&
      closedMs >= CLOSED_SECONDS * 1000 - TOLERANCE_MS,
    figure: {
      mostAtOnce: `${mostAtOnce}/${CONCURRENCY}`,
      minGapMs: `${minGapMs}, asked for ${DELAY_MS}`,
      secondPass: `${notModified}/${URLS} not modified, ${Math.round(100 - (100 * secondBytes) / firstBytes)} % of the bytes saved`,
      afterRetryAfterMs: `${Math.round(closedMs)}, asked for ${CLOSED_SECONDS * 1000}`,
    },
    secs: (performance.now() - startedAt) / 1000,
  }
}
