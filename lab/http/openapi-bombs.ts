// T40, the part of API descriptions: every bomb at once against crawl and a worker, while a probe asks /health.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { hostileDescriptions } from './parts/hostile-descriptions.ts'
import { openServices } from './parts/services.ts'

export const name = 'openapi-bombs'
export const about =
  'hostile API descriptions against crawl and a worker: each ends as named in its time, /health answers meanwhile'

const PROGRAM = fileURLToPath(new URL('../../src/bin/surveyor.mjs', import.meta.url))
const PROBE_EVERY_MS = 100
const HEALTH_LIMIT_MS = 250
const TIMEOUT_MS = 60_000
/** What a description may come to that is no API, too much of one, or takes too long. */
const NAMED = ['unsupported_document', 'target_too_large', 'extract_timeout', 'empty_content']

export async function run(): Promise<{ id: string; pass: boolean; figure: object; secs: number }> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  const bombs = hostileDescriptions()
  const port = await startSite(resources, bombs)
  const services = resources.use(await openServices())
  const crawl = await services.start('crawl')
  startWorker(resources, crawl.url, port)

  const probes: number[] = []
  const probing = setInterval(() => {
    const askedAt = performance.now()
    void fetch(`${crawl.url}/health?probe=live`).then(
      async (response) => {
        await response.arrayBuffer()
        probes.push(performance.now() - askedAt)
      },
      () => probes.push(Infinity),
    )
  }, PROBE_EVERY_MS)
  const ends: Record<string, number> = {}
  const wrong: string[] = []
  let worstMs = 0
  await Promise.all(
    [...bombs.keys()].map(async (bomb) => {
      const askedAt = performance.now()
      const end = await extract(crawl.url, `http://127.0.0.1:${port}/${encodeURIComponent(bomb)}`)
      const tookMs = performance.now() - askedAt
      worstMs = Math.max(worstMs, tookMs)
      ends[end] = (ends[end] ?? 0) + 1
      if (end !== 'read' && !NAMED.includes(end)) wrong.push(`${bomb}: ${end}`)
    }),
  )
  const good = await extract(crawl.url, `http://127.0.0.1:${port}/good`)
  clearInterval(probing)
  const sorted = probes.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Infinity)
  return {
    id: name,
    pass: wrong.length === 0 && good === 'read' && at(0.99) < HEALTH_LIMIT_MS,
    figure: {
      bombs: bombs.size,
      ends,
      wrong,
      worstJobMs: Math.round(worstMs),
      healthMs: { probes: probes.length, p50: at(0.5), p99: at(0.99), worst: at(1) },
    },
    secs: (performance.now() - startedAt) / 1_000,
  }
}

async function startSite(
  resources: AsyncDisposableStack,
  bombs: ReadonlyMap<string, string>,
): Promise<number> {
  const good = '{"openapi":"3.1.0","info":{"title":"Good","version":"1"},"paths":{}}'
  const site = createServer(({ url = '/' }, response) => {
    const text = url === '/good' ? good : bombs.get(decodeURIComponent(url.slice(1)))
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  resources.defer(() => {
    site.closeAllConnections()
    site.close()
  })
  return (site.address() as AddressInfo).port
}

function startWorker(resources: AsyncDisposableStack, crawlUrl: string, sitePort: number): void {
  const { PATH = '', HOME = '' } = process.env
  const worker = spawn(process.execPath, [PROGRAM, 'worker'], {
    env: {
      PATH,
      HOME,
      SURVEYOR_CRAWL_URL: crawlUrl,
      SURVEYOR_EGRESS_ALLOW: `127.0.0.1/32:${sitePort}`,
      SURVEYOR_HOST_DELAY_MS: '0',
      SURVEYOR_HOST_CONCURRENCY: '30',
    },
    stdio: 'ignore',
  })
  resources.defer(async () => {
    if (worker.exitCode !== null || worker.signalCode !== null) return
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
  })
}

/** `read`, or the code of the problem. */
async function extract(crawlUrl: string, url: string): Promise<string> {
  const response = await fetch(`${crawlUrl}/api/v1/swagger/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=120' },
    body: JSON.stringify({
      url,
      maxAgeMs: 0,
      probe: false,
      timeoutMs: TIMEOUT_MS,
      resolveRefs: 'internal',
      convertTo: '3.1',
      output: 'summary',
    }),
  })
  const answer = (await response.json()) as { readonly code?: string }
  return response.status === 200 ? 'read' : (answer.code ?? String(response.status))
}
