import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EnrichmentOption } from '#contract/crawl/enrichment.ts'
import contact from '#extractors/contact/index.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

test('the list of enrichments says what can be asked, and where', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: [contact] })
  const { status, json } = await crawl.call<{ items: EnrichmentOption[]; nextCursor: null }>(
    'GET',
    '/api/v1/enrich',
  )
  assert.equal(status, 200)
  assert.equal(json.nextCursor, null)
  const [option] = json.items
  assert.ok(option !== undefined)
  assert.deepEqual([option.kind, option.available, option.unavailableReason], ['contact', true, null])
  assert.deepEqual(option.limits, { maxPages: 30, maxDepth: 3, timeoutMs: 300_000, batchItems: 1_000 })
  const { properties } = option.requestSchema as { properties: Record<string, unknown> }
  assert.ok('website' in properties)
  assert.deepEqual(option.paths, {
    single: '/api/v1/enrich/contact',
    batch: '/api/v1/enrich/contact/batch',
  })
  // It is not among the extractors, whose names the document fixes.
  const extractors = await crawl.call<{ items: unknown[] }>('GET', '/api/v1/extractors')
  assert.deepEqual(extractors.json.items, [])
  assert.equal((await crawl.call('GET', '/api/v1/enrich?limit=0')).status, 422)
})
