// A page that several extractors read needs the scopes of each of them, and their options need what they need alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import json from '#extractors/json/index.ts'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import screenshot from '#extractors/screenshot/index.ts'
import { startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'

const URL_OF = 'https://example.org/article'
const SCRIPT = { actions: [{ type: 'script', script: 'return 1' }] }

test('a key needs the scopes of the extractors that it has run on a page', async (t) => {
  const { make, ask } = await startKeyedCrawl(t, { extractors: [json, markdown, page, screenshot] })
  const narrow = await make(['extract:page', 'extract:markdown'])
  const all = await make(['extract'])
  const free = await make(['extract', 'robots:ignore', 'browser:script'])
  const codeOf = async ({ secret }: { secret: string }, ...extractors: readonly object[]) => {
    const body = { url: URL_OF, extractors }
    const { status, json: answer } = await ask<Problem>(secret, 'POST', '/api/v1/page/extract', body)
    return status === 202 ? null : answer.code
  }
  assert.equal(await codeOf(narrow, { extractor: 'markdown' }), null)
  assert.equal(await codeOf(narrow, { extractor: 'markdown' }, { extractor: 'json' }), 'scope_missing')
  const scripted = { extractor: 'screenshot', options: SCRIPT }
  const hasty = { extractor: 'markdown', options: { robots: 'ignore' } }
  assert.equal(await codeOf(all, scripted), 'scope_missing')
  assert.equal(await codeOf(all, hasty), 'scope_missing')
  assert.equal(await codeOf(free, scripted), null)
  assert.equal(await codeOf(free, hasty), null)
})

test('the options of an extractor name no other page', async (t) => {
  const { make, ask } = await startKeyedCrawl(t, { extractors: [markdown, page] })
  const { secret } = await make(['extract'])
  for (const name of ['url', 'html', 'artifactId', 'baseUrl']) {
    const extractors = [{ extractor: 'markdown', options: { [name]: 'https://example.com/' } }]
    const { status, json: answer } = await ask<Problem>(secret, 'POST', '/api/v1/page/extract', {
      url: URL_OF,
      extractors,
    })
    assert.deepEqual([status, answer.errors?.[0]?.pointer], [422, `/extractors/0/options/${name}`])
  }
})
