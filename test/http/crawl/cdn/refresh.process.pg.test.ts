// refresh=true: a worker looks at the domain, and the answer has what it saw.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdnDetection } from '#contract/crawl/learned/cdn.ts'
import type { Problem } from '#contract/problem.ts'
import cdn from '#extractors/cdn/index.ts'
import { startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'

test('a worker asks the site once, and what it shows is the answer', async (t) => {
  const asked: string[] = []
  const site = await startServer(t, (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const headers = request.url === '/' ? { 'x-sucuri-id': '11001', server: 'Sucuri/Cloudproxy' } : {}
    response.writeHead(request.url === '/' ? 200 : 404, headers).end()
  })
  const crawl = await startTestCrawl(t, { extractors: [cdn] })
  await startCrawlWorker(t, crawl, [cdn])
  const ask = async (domain: string) =>
    crawl.call<CdnDetection & Problem>('GET', `/api/cdn-detection/${domain}?refresh=true`)
  const { host } = new URL(site.origin)
  const { json, text } = await ask(host)
  assert.deepEqual(
    [json.state, json.protection, json.providers?.map(({ name, kind }) => [name, kind]), json.reports],
    ['confirmed', 'passive', [['sucuri', 'waf']], 1],
    text,
  )
  assert.deepEqual(
    asked.filter((one) => !one.endsWith('/robots.txt')),
    ['HEAD /'],
  )
  // The guard lets nobody ask at this port.
  const refused = await ask('127.0.0.1:9')
  assert.equal(refused.json.code, 'url_not_allowed', refused.text)
  assert.equal((await crawl.call('GET', '/api/cdn-detection/127.0.0.1:9')).status, 404)
  assert.equal((await ask('not%20a%20name')).status, 404)
})

test('a refresh needs a scope for the check', async (t) => {
  const { crawl, ask, make } = await startKeyedCrawl(t, { extractors: [cdn] })
  await startCrawlWorker(t, crawl, [cdn])
  const reader = await make(['cdn'])
  const { status, json } = await ask<Problem>(reader.secret, 'GET', '/api/cdn-detection/a.test?refresh=true')
  assert.deepEqual([status, json.code], [403, 'scope_missing'])
  const both = await make(['cdn', 'extract:cdn'])
  const asked = await ask<Problem>(both.secret, 'GET', '/api/cdn-detection/127.0.0.1:9?refresh=true')
  assert.equal(asked.json.code, 'url_not_allowed')
})

test('a refresh where no worker could look is refused at once', async (t) => {
  const crawl = await startTestCrawl(t)
  const { json } = await crawl.call<Problem>('GET', '/api/cdn-detection/a.test?refresh=true')
  assert.equal(json.code, 'no_worker')
})
