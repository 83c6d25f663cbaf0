import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXTRACTOR_NAMES } from '#contract/crawl/extractor.ts'
import { operationsOf } from '#crawl/extractors/operations.ts'
import { discoverExtractors } from '#extract/discover.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

interface Operation {
  readonly summary?: string
  readonly responses: Record<string, unknown>
}
interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
}

test('the description has every path of the extractors', async (t) => {
  const extractors = await discoverExtractors(new URL('../../../../src/extractors/', import.meta.url))
  const crawl = await startTestCrawl(t, { extractors })
  const { json } = await crawl.call<Document>('GET', '/openapi.json')
  assert.match(json.openapi, /^3\.1/)
  for (const { operation, batchPath } of operationsOf(extractors)) {
    assert.ok(json.paths[operation.path]?.['post'], operation.path)
    assert.ok(batchPath === null || json.paths[batchPath]?.['post'], `${batchPath}`)
  }
  for (const name of EXTRACTOR_NAMES) assert.ok(json.paths[`/api/v1/${name}/extract`]?.['get'], name)
  for (const [path, methods] of Object.entries(json.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method} ${path}`
      assert.ok((operation.summary ?? '').length > 0, `${name} has no summary`)
    }
  }
})

test('what is refused as not built in place of a job is described where it is answered', async (t) => {
  const extractors = await discoverExtractors(new URL('../../../../src/extractors/', import.meta.url))
  const crawl = await startTestCrawl(t, { extractors })
  const { json: document } = await crawl.call<Document>('GET', '/openapi.json')
  const path = '/api/v1/airbnb/extract'
  const body = { url: 'https://www.airbnb.com/experiences/1' }
  const { status, json } = await crawl.call<{ code: string }>('POST', path, { body })
  assert.deepEqual([status, json.code], [501, 'not_built_yet'])
  const describes501 = (of: string) => '501' in (document.paths[of]?.['post']?.responses ?? {})
  assert.equal(describes501(path), true)
  assert.equal(describes501('/api/v1/markdown/extract'), false)
})

test('/swagger is a page', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, text } = await crawl.call('GET', '/swagger', { headers: { accept: 'text/html' } })
  assert.equal(status, 200)
  assert.match(text, /<html/)
})
