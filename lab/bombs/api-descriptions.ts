// T40, the part of API descriptions: every bomb at once against the whole product, while a probe asks /health.
import type { Outcome } from '#lab/experiment.ts'
import { hostileDescriptions } from './parts/hostile-descriptions.ts'
import { isHealthy, probeHealth } from './parts/probe-health.ts'
import { startProduct } from '#test/support/programs/start-product.ts'
import { startSite } from '#test/support/programs/start-site.ts'

const SITE = new URL('./parts/site-program.ts', import.meta.url)

export const name = 'openapi-bombs'
export const about =
  'hostile API descriptions against the running product: each ends as named in its time, /health answers meanwhile'

const TIMEOUT_MS = 60_000
/** The allowed errors for a description that is not an API, is too large, or takes too long. */
const NAMED = new Set(['unsupported_document', 'target_too_large', 'extract_timeout', 'empty_content'])

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  const bombs = hostileDescriptions()
  const port = await startSite(resources, SITE)
  const { crawlUrl } = await startProduct(resources, `127.0.0.1/32:${port}`)
  const probe = resources.use(await probeHealth(crawlUrl))
  const ends: Record<string, number> = {}
  const wrong: string[] = []
  let worstMs = 0
  await Promise.all(
    [...bombs.keys()].map(async (bomb) => {
      const askedAt = performance.now()
      const end = await extract(crawlUrl, {
        url: `http://127.0.0.1:${port}/description/${encodeURIComponent(bomb)}`,
      })
      worstMs = Math.max(worstMs, performance.now() - askedAt)
      ends[end] = (ends[end] ?? 0) + 1
      if (end !== 'read' && !NAMED.has(end)) wrong.push(`${bomb}: ${end}`)
    }),
  )
  const good = await extract(crawlUrl, {
    html: '{"openapi":"3.1.0","info":{"title":"Good","version":"1"},"paths":{}}',
  })
  const health = await probe.end()
  return {
    id: name,
    pass: wrong.length === 0 && good === 'read' && isHealthy(health),
    figure: { bombs: bombs.size, ends, wrong, good, worstJobMs: Math.round(worstMs), healthMs: health },
    secs: (performance.now() - startedAt) / 1_000,
  }
}

/** `read`, or the code of the problem. */
async function extract(crawlUrl: string, target: { url: string } | { html: string }): Promise<string> {
  const response = await fetch(`${crawlUrl}/api/v1/swagger/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=120' },
    body: JSON.stringify({
      ...target,
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
