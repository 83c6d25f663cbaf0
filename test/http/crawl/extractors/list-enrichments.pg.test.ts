import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EnrichmentOption } from '#contract/crawl/enrichment.ts'
import type { Problem } from '#contract/problem.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

test('the list of enrichments says what is not there yet, as its path does', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, json } = await crawl.call<{ items: EnrichmentOption[]; nextCursor: null }>(
    'GET',
    '/api/v1/enrich',
  )
  assert.equal(status, 200)
  assert.equal(json.nextCursor, null)
  const [contact] = json.items
  assert.ok(contact !== undefined)
  assert.deepEqual([contact.kind, contact.available], ['contact', false])
  assert.match(contact.unavailableReason ?? '', /not built/)
  assert.equal(contact.limits['batchItems'], 1_000)
  const { properties } = contact.requestSchema as { properties: Record<string, unknown> }
  assert.ok('website' in properties)
  for (const path of Object.values(contact.paths)) {
    const refused = await crawl.call<Problem>('POST', path, { body: { website: 'example.org' } })
    assert.deepEqual([refused.status, refused.json.code], [501, 'not_built_yet'], path)
  }
  assert.equal((await crawl.call('GET', '/api/v1/enrich?limit=0')).status, 422)
})
