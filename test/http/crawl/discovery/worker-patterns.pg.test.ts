// What workers choose pages by: with an ETag, for workers alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import type { Problem } from '#contract/problem.ts'
import { startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { learn, patternOf, QUIET, signals } from '#test/support/discovery/discovery-client.ts'

const PATH = '/api/worker/discovery/patterns'

test('active patterns, what was tried beside them, and what is not to be visited', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const url = 'https://x.example/werbung'
  await learn(crawl, [
    ...signals(40, 'good', { url: 'https://x.example/standorte' }),
    ...signals(9, 'ad', { url, type: 'contact_empty', found: {}, newlyFound: {} }),
  ])
  const { id } = (await patternOf(crawl, '/werbung')) ?? {}
  await crawl.call('POST', `/api/discovery/candidates/${id}/reject`, { body: {} })
  for (const body of [
    { kind: 'path', value: 'a.example/calendar/*', match: 'glob', scope: 'learn' },
    { kind: 'email', value: 'ann@a.example' },
    { kind: 'anchor', value: 'Newsletter', scope: 'output' },
  ])
    assert.equal((await crawl.call('POST', '/api/discovery/exclusions', { body })).status, 201)
  const { json, headers } = await crawl.call<WorkerPatterns>('GET', PATH)
  const standorte = json.patterns.find(({ template }) => template === '/standorte')
  assert.deepEqual(
    [standorte?.language, standorte?.expectedYield.toFixed(2), standorte?.cost404],
    ['de', '0.82', 0],
  )
  // What is past the comma has decayed since.
  assert.deepEqual(
    json.known.map((each) => ({ ...each, beta: Math.round(each.beta) })),
    [{ kind: 'path', template: '/werbung', language: 'de', alpha: 1, beta: 18, isOpen: false }],
  )
  assert.deepEqual(json.skipped, [{ kind: 'path', value: 'a.example/calendar/*', match: 'glob' }])
  const again = await fetch(crawl.url + PATH, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
})

test('only workers may read it', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const [worker, other] = [await make(['worker']), await make(['discovery'])]
  assert.equal((await ask(worker.secret, 'GET', PATH)).status, 200)
  assert.equal((await ask<Problem>(other.secret, 'GET', PATH)).json.code, 'scope_missing')
})
