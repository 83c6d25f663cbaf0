// The extractors with real children: what a large document gives is what a small one gives, errors included.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import type { ExtractorModule } from '#extract/context.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createIsolate } from '#worker/isolate/isolate.ts'
import { extractContext, siteOf } from '#test/support/extract/extract-context.ts'
import { madeSpec } from '#test/support/extract/swagger-site.ts'
import { memoryLimits } from '#test/support/maps/limits.ts'

const URL = 'https://example.org/'
/** Longer than any extractor reads in its own process. */
const PADDING = `<!--${' '.repeat(600_000)}-->`

/** Runs an extractor in children; `documents` counts what they were given. */
function inChildren(
  t: TestContext,
  load: () => Promise<Pick<ExtractorModule, 'create'>>,
  operation = 'extract',
) {
  const isolate = createIsolate({ children: 1, heapMb: 256, log: silentLogger })
  t.after(() => isolate[Symbol.asyncDispose]())
  const caller = { jobId: 'job_1', signal: new AbortController().signal }
  const counts = { documents: 0 }
  const run = async (input: object, page: string) => {
    const context = extractContext(siteOf({ [URL]: page }).fetch, {
      isolate: async (parser, document, bounds) => {
        counts.documents += 1
        return isolate.run(parser, document, caller, bounds)
      },
    })
    const host = { settings: {}, limits: memoryLimits() } as unknown as Parameters<
      ExtractorModule['create']
    >[0]
    const { operations } = await (await load()).create(host)
    const output = await operations[operation]?.({ timeoutMs: 120_000, ...input }, context)
    assert.ok(output !== undefined)
    return output
  }
  return { run, counts }
}

const WORDS = '<p>The axe is forged by hand, with a handle of ash. It comes from Graz, by train.</p>'.repeat(
  9,
)
const PAGE = `<html lang="en"><title>Axe</title><main><h1>Axe</h1>${WORDS}
  <img src="/axe.jpg" alt="The axe" width="600" height="400">
  <script type="application/ld+json">{"@type":"Product","name":"Axe"}</script></main>`

test('markdown', async (t) => {
  const { run, counts } = inChildren(t, () => import('#extractors/markdown/extract.ts'))
  const small = await run({ url: URL }, PAGE)
  assert.equal(counts.documents, 0)
  const { data, quality, warnings } = await run({ url: URL }, PAGE + PADDING)
  assert.equal(counts.documents, 1)
  assert.deepEqual({ data, quality, warnings }, { data: small.data, quality: small.quality, warnings: [] })
  const wall = '<script>window._cf_chl_opt={}</script>Checking.'
  for (const page of [wall, wall + PADDING]) {
    await assert.rejects(run({ url: URL }, page), {
      code: 'target_blocked',
      blockedBy: { provider: 'cloudflare', kind: 'challenge' },
    })
  }
  assert.equal(counts.documents, 2)
})

test('json', async (t) => {
  const { run, counts } = inChildren(t, () => import('#extractors/json/extract.ts'))
  const request = { url: URL, jsonPath: '$.jsonLd[*].name' }
  const small = await run(request, PAGE)
  assert.equal(counts.documents, 0)
  const { data } = await run(request, PAGE + PADDING)
  assert.equal(counts.documents, 1)
  assert.deepEqual(data, small.data)
  const lists = JSON.stringify(Array.from({ length: 30_000 }, (_, i) => ({ i, list: [i] })))
  const state = `<p>x</p><script type="application/json">${lists}</script>`
  await assert.rejects(run({ url: URL, sources: ['state'], jsonPath: '$..[?$..i]' }, state), {
    code: 'validation_failed',
    errors: [{ pointer: '', code: 'too_much_work', detail: 'The JSONPath visits too much of the document.' }],
  })
  assert.equal(counts.documents, 2)
})

test('swagger', async (t) => {
  const { run, counts } = inChildren(t, () => import('#extractors/swagger/extract.ts'))
  const spec = madeSpec('Pets', { components: { schemas: { Pet: { type: 'object' } } } })
  const request = { url: URL, output: 'summary' }
  const small = await run(request, JSON.stringify(spec))
  assert.equal(counts.documents, 0)
  const { data } = await run(request, JSON.stringify(spec) + ' '.repeat(100_000))
  assert.equal(counts.documents, 1)
  assert.deepEqual(data, small.data)
  const compareTo = `{"swagger": "2.0", ${' '.repeat(100_000)}`
  await assert.rejects(run({ ...request, compareTo }, JSON.stringify(spec)), {
    code: 'validation_failed',
    errors: [{ pointer: '/compareTo', code: 'description', detail: 'must be an OpenAPI document' }],
  })
  assert.equal(counts.documents, 2)
})

test('image: those of a page are found like a small page, those that are decoded always in a child', async (t) => {
  const { run, counts } = inChildren(t, () => import('#extractors/image/extract.ts'))
  const gray = { r: 9, g: 9, b: 9 }
  const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: gray } })
    .png()
    .toBuffer()
  const inline = `<img alt="Inline" src="data:image/png;base64,${png.toString('base64')}">`
  const request = { url: URL, includeInline: true }
  const small = await run(request, PAGE + inline)
  assert.equal(counts.documents, 0)
  const { data } = await run(request, PAGE + inline + PADDING)
  assert.equal(counts.documents, 1)
  assert.deepEqual(data, small.data)
  const inspected = await run({ url: URL, mode: 'inspect', includeInline: true }, `<p>${WORDS}</p>${inline}`)
  const [image] = Object(inspected.data).images as { width: number; height: number; format: string }[]
  assert.deepEqual([image?.width, image?.height, image?.format], [4, 3, 'png'])
  assert.equal(counts.documents, 2)
})

test('contact: a page that is not read in time ends with its child, and the next page is read', async (t) => {
  const { run, counts } = inChildren(t, () => import('#extractors/contact/extract.ts'), 'enrich')
  const page = `${PAGE}<footer><a href="mailto:forge@example.org">Write to us</a></footer>`
  const request = { url: URL, maxPages: 1 }
  const small = await run(request, page)
  assert.match(JSON.stringify(small.data), /forge@example\.org/)
  assert.equal(counts.documents, 0)
  const endless = page + `<p>${'1 2 3-'.repeat(3_000_000)}</p>`
  await assert.rejects(run({ ...request, timeoutMs: 300 }, endless), { code: 'extract_timeout' })
  const { data } = await run(request, page + PADDING)
  assert.deepEqual(data, small.data)
})
