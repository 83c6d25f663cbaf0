// POST and GET /api/v1/sites/map: a site through crawl and a worker, bad input, and who may ask.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import sites from '#extractors/sites/index.ts'
import type { MapData } from '#extractors/sites/request/options.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { generateSite } from '#test/support/sites/generated/generated-site.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'
const OTHER = 'a-key-without-any-tool-0000003'
const PATH = '/api/v1/sites/map'

test('a site is mapped by a worker, as an answer, a file and lines', async (t) => {
  const site = generateSite({ pages: 250, traps: false })
  const { origin } = await startServer(t, site.respond)
  const crawl = await startTestCrawl(t, {
    extractors: [sites],
    fixedKeys: [
      { name: 'admin', secret: ADMIN, scopes: ['admin'] },
      { name: 'other', secret: OTHER, scopes: ['extract:markdown'] },
    ],
  })
  await startCrawlWorker(t, crawl, [sites])
  const headers = { authorization: `Bearer ${ADMIN}` }
  const body = { url: `${origin}/` }
  const missing = ({ links }: Pick<MapData, 'links'>): string[] => {
    const paths = new Set(links.map(({ url }) => new URL(url).pathname))
    return [...site.expected].filter((path) => !paths.has(path))
  }

  const posted = await crawl.call<ExtractionAnswer & { data: MapData }>('POST', PATH, { body, headers })
  assert.equal(posted.status, 200)
  const { data, response, engine } = posted.json
  assert.deepEqual(missing(data), [])
  assert.deepEqual([data.found, data.matched, data.complete], [data.links.length, null, false])
  assert.ok(
    data.lists.some(({ url, outcome }) => url === `${origin}/sitemaps/broken.xml` && outcome === 'cut'),
  )
  assert.deepEqual([response?.finalUrl, engine.used], [`${origin}/`, 'http'])

  const byHand = await crawl.call<ExtractionAnswer & { data: MapData } & Problem>(
    'GET',
    `${PATH}?url=${encodeURIComponent(body.url)}&search=section&limit=2`,
    { headers },
  )
  assert.equal(byHand.status, 200, JSON.stringify(byHand.json))
  assert.equal(byHand.json.data.links.length, 2)
  assert.ok((byHand.json.data.matched ?? 0) > 100)

  const filed = await crawl.call<ExtractionAnswer>('POST', PATH, {
    body: { ...body, delivery: 'artifact' },
    headers,
  })
  assert.equal(filed.json.data, null)
  const file = filed.json.artifacts.at(-1)
  const kept = await crawl.call<MapData>('GET', file?.href ?? '', { headers })
  assert.deepEqual(missing(kept.json), [])

  const raw = await fetch(crawl.url + PATH, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, delivery: 'raw' }),
  })
  assert.equal(raw.headers.get('content-type')?.split(';', 1)[0], 'application/x-ndjson')
  const lines = (await raw.text()).trim().split('\n')
  assert.deepEqual(missing({ links: lines.map((line) => JSON.parse(line) as MapData['links'][number]) }), [])

  const bad = async (more: object): Promise<unknown> => {
    const { status, json } = await crawl.call<Problem>('POST', PATH, { body: { ...body, ...more }, headers })
    return [status, json.code, json.errors?.map(({ pointer }) => pointer)]
  }
  assert.deepEqual(await bad({ exclude: ['/a/*', 'no pattern'] }), [422, 'validation_failed', ['/exclude/1']])
  assert.deepEqual(await bad({ include: ['re:(?=x)'] }), [422, 'validation_failed', ['/include/0']])
  assert.deepEqual(await bad({ limit: 100_001 }), [422, 'validation_failed', ['/limit']])
  assert.deepEqual(await bad({ includeSubdomain: true }), [422, 'validation_failed', ['/includeSubdomain']])
  assert.deepEqual(await bad({ url: 'ftp://example.org/' }), [422, 'validation_failed', ['/url']])
  const forbidden = await crawl.call<Problem>('POST', PATH, {
    body,
    headers: { authorization: `Bearer ${OTHER}` },
  })
  assert.deepEqual([forbidden.status, forbidden.json.code], [403, 'scope_missing'])
  assert.equal((await crawl.call('POST', PATH, { body })).status, 401)
})

test('a robots.txt larger than any page is read as far as its beginning, through crawl and worker', async (t) => {
  const site = generateSite({ pages: 250, traps: false })
  const { origin } = await startServer(t, (request, response) => {
    if (request.url !== '/robots.txt') return site.respond(request, response)
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end(`Sitemap: /feed.xml\n${'Disallow: /nowhere/*/x$\n'.repeat(60_000)}`)
  })
  const crawl = await startTestCrawl(t, { extractors: [sites] })
  await startCrawlWorker(t, crawl, [sites])
  const body = { url: `${origin}/`, sitemap: 'only' }
  const { json, status } = await crawl.call<{ data: MapData }>('POST', PATH, { body })
  assert.equal(status, 200)
  const found = new Set(json.data.links.map(({ url }) => url.slice(origin.length)))
  const listed = [...site.plan.pages.values()].filter(({ foundBy }) => foundBy === 'feed')
  assert.deepEqual(found, new Set(listed.map(({ path }) => path)))
})
