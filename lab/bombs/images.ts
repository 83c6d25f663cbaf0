// T40, the part of images: every bomb at once against the whole product, while a probe asks /health.
import type { Outcome } from '#lab/experiment.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { imageBombs } from '#test/support/crawl/image-bombs.ts'
import { respondWith } from '#test/support/sites/respond-with.ts'
import { isHealthy, probeHealth } from './parts/probe-health.ts'
import { startProduct } from '#test/support/programs/start-product.ts'

export const name = 'images-bombs'
export const about =
  'image bombs against the running product: each ends as named, /health answers meanwhile, a good image after'

const ROUNDS = 3

export async function run(): Promise<Outcome> {
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
  const { crawlUrl } = await startProduct(resources, `127.0.0.1/32:${port}`)

  const probe = resources.use(await probeHealth(crawlUrl))
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
  const health = await probe.end()
  return {
    id: name,
    pass: wrong.length === 0 && good === 8 && isHealthy(health),
    figure: {
      asExpected: `${ROUNDS * bombs.length - wrong.length}/${ROUNDS * bombs.length}`,
      wrong,
      worstJobMs: Math.round(worstMs),
      healthMs: health,
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
