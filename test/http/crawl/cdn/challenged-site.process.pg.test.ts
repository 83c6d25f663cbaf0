// A site that challenges HTTP and lets browsers through: what workers see of it decides how the next jobs go there.
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import type { CdnDetection } from '#contract/crawl/learned/cdn.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import markdown from '#extractors/markdown/index.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'

const CDN = { server: 'cloudflare', 'cf-ray': '8f3a1c2b7d9e0f12-FRA', 'content-type': 'text/html' }
const WALL = `<!doctype html><title>Just a moment...</title><h1>Just a moment...</h1>
<p>Verifying you are human. This may take a few seconds.</p><script>window._cf_chl_opt = {}</script>`

test('from the third request on the browser serves it at once, and the record says why', async (t) => {
  const asked: string[] = []
  /** Browsers tell how they came, plain HTTP does not. */
  const site: RequestListener = (request, response) => {
    if (request.url?.startsWith('/page') !== true) return void response.writeHead(404).end()
    const isBrowser = request.headers['sec-fetch-mode'] === 'navigate'
    asked.push(isBrowser ? 'browser' : 'http')
    if (!isBrowser) return void response.writeHead(403, CDN).end(WALL)
    const words = 'Words that a browser is shown without a question. '.repeat(20)
    response.writeHead(200, CDN).end(`<title>Behind</title><article><p>${words}</p></article>`)
  }
  const { crawl, site: server } = await startBrowserCrawl(t, [markdown], site)
  const read = async (path: string): Promise<ExtractionAnswer> => {
    const { status, json, text } = await crawl.call<ExtractionAnswer>('POST', '/api/v1/markdown/extract', {
      body: { url: `${server.origin}${path}`, timeoutMs: 110_000 },
      // However slow the machine is.
      headers: { prefer: 'wait=120' },
    })
    assert.equal(status, 200, text)
    return json
  }
  const escalations = [{ from: 'http', to: 'browser', reason: 'target_blocked' }]
  const first = await read('/page/1')
  assert.deepEqual(first.engine, { used: 'browser', escalations })
  assert.deepEqual(first.cdn, { provider: 'cloudflare', kind: 'cdn', confidence: 0.82 })
  assert.deepEqual((await read('/page/2')).engine, { used: 'browser', escalations, reason: 'trial' })
  const learned = { used: 'browser', escalations: [], reason: 'learned' }
  assert.deepEqual((await read('/page/3')).engine, learned)
  assert.deepEqual((await read('/page/4')).engine, learned)
  assert.deepEqual(asked, ['http', 'browser', 'http', 'browser', 'browser', 'browser'])

  const { json: known } = await crawl.call<CdnDetection>(
    'GET',
    `/api/cdn-detection/${encodeURIComponent(new URL(server.origin).host)}`,
  )
  assert.deepEqual(
    [known.state, known.protection, known.providers.map(({ name }) => name), known.reports],
    ['confirmed', 'challenge', ['cloudflare'], 6],
  )
  assert.deepEqual(
    known.providers[0]?.evidence.map(({ kind, source }) => [kind, source]),
    [
      ['header', 'worker'],
      ['body', 'worker'],
      ['server', 'worker'],
    ],
  )
  assert.deepEqual([known.strategy?.engine, known.strategy?.proxyKind], ['browser', 'none'])
  assert.deepEqual(
    known.outcomes.map(({ engine, ok, blocked }) => [engine, Math.round(ok), Math.round(blocked)]),
    [
      ['http', 0, 2],
      ['browser', 4, 0],
    ],
  )
})
