import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractorView } from '#contract/crawl/extractor.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

test('the list shows each extractor with its operations, schemas and why it is not there', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, json } = await crawl.call<{ items: ExtractorView[]; nextCursor: null }>(
    'GET',
    '/api/v1/extractors',
  )
  assert.equal(status, 200)
  assert.deepEqual(
    json.items.map((e) => [e.name, e.available, e.unavailableReason]),
    [
      ['echo', true, null],
      ['announced', false, 'comes later'],
    ],
  )
  const [operation] = json.items[0]?.operations ?? []
  assert.equal(operation?.path, '/api/v1/echo/extract')
  assert.equal(operation?.batch, true)
  assert.deepEqual(Object(operation?.requestSchema).required, ['text'])
  assert.equal(Object(operation?.responseSchema).type, 'object')
  assert.equal(json.nextCursor, null)
})

test('the list is paged like every list', async (t) => {
  const crawl = await startTestCrawl(t)
  const first = await crawl.call<{ items: ExtractorView[]; nextCursor: string }>(
    'GET',
    '/api/v1/extractors?limit=1',
  )
  assert.equal(first.json.items[0]?.name, 'echo')
  const second = await crawl.call<{ items: ExtractorView[]; nextCursor: null }>(
    'GET',
    `/api/v1/extractors?limit=1&cursor=${first.json.nextCursor}`,
  )
  assert.equal(second.json.items[0]?.name, 'announced')
  assert.equal(second.json.nextCursor, null)
  assert.equal((await crawl.call('GET', '/api/v1/extractors?limit=0')).status, 422)
  assert.equal((await crawl.call('GET', '/api/v1/extractors?cursor=junk')).status, 400)
})
