// T40, the part of images: every bomb at once against the whole product, while a probe asks /health.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { imageBombs } from '#test/http/crawl/image/image-bombs.ts'
import { respondWith } from '#test/http/crawl/image/start-image-crawl.ts'

export const name = 'images-bombs'
export const about =
  'image bombs against the running product: each ends as named, /health answers meanwhile, a good image after'

const PROGRAM = fileURLToPath(new URL('../../src/bin/surveyor.mjs', import.meta.url))
const PROBE_EVERY_MS = 100
const HEALTH_LIMIT_MS = 250
const ROUNDS = 3

export async function run(): Promise<{ id: string; pass: boolean; figure: object; secs: number }> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  const bombs = await imageBombs()
  const site = createServer(respondWith(Object.fromEntries(bombs.map(({ path, file }) => [path, file]))))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  resources.defer(() => {
    site.closeAllConnections()
    site.close()
  })
  const { port } = site.address() as AddressInfo
  const crawlUrl = await startProduct(resources, port)

  const probes: number[] = []
  const probing = setInterval(() => {
    const askedAt = performance.now()
    void fetch(`${crawlUrl}/health`).then(
      async (response) => {
        await response.arrayBuffer()
        probes.push(performance.now() - askedAt)
      },
      () => probes.push(Infinity),
    )
  }, PROBE_EVERY_MS)
  const wrong: string[] = []
  let worstMs = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      bombs.map(async ({ path, end }) => {
        const askedAt = performance.now()
        const answer = await inspect(crawlUrl, `http://127.0.0.1:${port}${path}`)
        worstMs = Math.max(worstMs, performance.now() - askedAt)
        if (answer !== end) wrong.push(`${path}: ${answer}`)
      }),
    )
  }
  const good = await inspect(crawlUrl, `http://127.0.0.1:${port}/good.png`)
  clearInterval(probing)
  const sorted = probes.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Infinity)
  return {
    id: name,
    pass: wrong.length === 0 && good === 8 && at(0.99) < HEALTH_LIMIT_MS,
    figure: {
      asExpected: `${ROUNDS * bombs.length - wrong.length}/${ROUNDS * bombs.length}`,
      wrong,
      worstJobMs: Math.round(worstMs),
      healthMs: { probes: probes.length, p50: at(0.5), p99: at(0.99), worst: at(1) },
    },
    secs: (performance.now() - startedAt) / 1_000,
  }
}

async function inspect(crawlUrl: string, url: string): Promise<string | number> {
  const response = await fetch(`${crawlUrl}/api/v1/image/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=120' },
    body: JSON.stringify({ url, maxAgeMs: 0, store: false, timeoutMs: 60_000 }),
  })
  const answer = (await response.json()) as {
    readonly code?: string
    readonly data?: { readonly images: readonly { readonly width: number }[] }
  }
  return answer.data?.images[0]?.width ?? answer.code ?? response.status
}

/** `surveyor start` in a folder of its own; resolves with the address of crawl when that is healthy. */
async function startProduct(resources: AsyncDisposableStack, sitePort: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-lab-'))
  resources.defer(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      SURVEYOR_PLACES_PORT: '0',
      SURVEYOR_CRAWL_PORT: '0',
      SURVEYOR_EGRESS_ALLOW: `127.0.0.1/32:${sitePort}`,
      SURVEYOR_HOST_DELAY_MS: '0',
      SURVEYOR_HOST_CONCURRENCY: '20',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  resources.defer(async () => stop(child))
  let crawlUrl: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    crawlUrl = /^crawl +(http:\S+)/.exec(line)?.[1]
    if (crawlUrl !== undefined) break
  }
  if (crawlUrl === undefined) throw new Error('The product did not start.')
  child.stdout.resume()
  while (!(await fetch(`${crawlUrl}/health?probe=ready`)).ok)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return crawlUrl
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
