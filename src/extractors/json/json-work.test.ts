// Large targets are worked on in a child process: the answer is that of a small one, and no credentials go along.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractContext } from '#extract/context.ts'
import { create } from './extract.ts'
import type { JsonData } from '#extractors/json/request/options.ts'
import { extractContext, isolateHere, siteOf } from '#test/support/extract/extract-context.ts'

const PAGE_URL = 'https://example.org/axe'
const FEED_URL = 'https://example.org/feed'
const PAGE = `<html lang="en"><title>Axe</title><link rel="alternate" type="application/rss+xml" href="/feed">
  <p>The axe is forged by hand. It comes from Graz.</p>
  <script type="application/ld+json">{"@type":"Product","name":"Axe","offers":{"price":"19.90"}}</script>`
const FEED = '<rss><channel><title>News</title><item><title>One</title></item></channel></rss>'
/** Makes a page large without content. */
const PADDING = `<!--${' '.repeat(300_000)}-->`
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, madeIn: { type: 'string' } },
}
const REQUEST = {
  url: PAGE_URL,
  schema: SCHEMA,
  sources: ['jsonLd', 'feeds', 'llm'],
  jsonPath: '$.jsonLd[*].name',
}

/** The output, and what went to child processes. */
async function run(
  page: string,
  feed: string,
  request: object = REQUEST,
  more: Partial<ExtractContext> = {},
) {
  const asked: { readonly message: string; readonly totalMs: number | undefined }[] = []
  const site = siteOf({
    [PAGE_URL]: page,
    [FEED_URL]: { body: Buffer.from(feed), headers: { 'content-type': 'application/rss+xml' } },
  })
  const context = extractContext(site.fetch, {
    isolate: async (parser, input, bounds) => {
      asked.push({ message: Buffer.from(input.make()).toString(), totalMs: bounds?.totalMs })
      return isolateHere(parser, input, bounds)
    },
    ...more,
  })
  const { operations } = await create({
    settings: { llmUrl: 'https://model.example/v1' },
    peerFetch: async () => ({
      status: 200,
      headers: {},
      body: Buffer.from(JSON.stringify({ choices: [{ message: { content: '{"madeIn":"Graz"}' } }] })),
    }),
  })
  const output = await operations['extract']?.(request, context)
  return { output, data: output?.data as JsonData, asked }
}

test('a large page, its feeds and the answer of the model come to what a small page comes to', async () => {
  const small = await run(PAGE, FEED)
  assert.deepEqual(small.asked, [])
  assert.deepEqual(small.data.value, { name: 'Axe', price: 19.9, madeIn: 'Graz' })
  assert.deepEqual(
    small.data.matches?.map(({ value }) => value),
    ['Axe'],
  )
  const large = await run(PAGE + PADDING, FEED + PADDING)
  // The page until its feeds are needed, the feed, the page until the model is, the page to its end.
  assert.equal(large.asked.length, 4)
  assert.deepEqual(large.data, small.data)
  assert.deepEqual(large.output?.warnings, small.output?.warnings)
})

test('a child process is told nothing that names the caller, and gets the time that is left', async () => {
  const request = {
    url: PAGE_URL,
    timeoutMs: 20_000,
    headers: { 'x-key': 's3cr3t' },
    cookies: [{ name: 'sid', value: 's3cr3t' }],
    httpAuth: { username: 'me', password: 's3cr3t' },
  }
  const { asked } = await run(PAGE + PADDING, FEED, request)
  assert.equal(asked.length, 1)
  assert.doesNotMatch(asked[0]?.message ?? '', /s3cr3t/)
  assert.ok((asked[0]?.totalMs ?? Infinity) <= 20_000)
})

test('a large document of data is read elsewhere, and so is what is wrong with it', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = Buffer.from(JSON.stringify({ name: 'Axe', more: 'x'.repeat(300_000) }))
  const request = { url: 'https://example.org/a.json', schema: SCHEMA, found: false }
  let isolated = 0
  const context = (answer: Buffer): ExtractContext =>
    extractContext(siteOf({ [request.url]: { body: answer, headers } }).fetch, {
      isolate: async (parser, input, bounds) => {
        isolated += 1
        return isolateHere(parser, input, bounds)
      },
    })
  const { operations } = await create({ settings: {} })
  const output = await operations['extract']?.(request, context(body))
  assert.equal((output?.data as JsonData | undefined)?.kind, 'json')
  const deep = Buffer.from('['.repeat(300_000))
  await assert.rejects(async () => operations['extract']?.(request, context(deep)), {
    code: 'unsupported_document',
  })
  const state = `<p>x</p><script type="application/json">${JSON.stringify(Array.from({ length: 30_000 }, (_, i) => ({ i, list: [i] })))}</script>`
  const path = { html: state, sources: ['state'], jsonPath: '$..[?$..i]' }
  await assert.rejects(async () => operations['extract']?.(path, context(body)), {
    code: 'validation_failed',
    errors: [{ pointer: '', code: 'too_much_work', detail: 'The JSONPath visits too much of the document.' }],
  })
  assert.equal(isolated, 3)
})
