// The paths of crawls of sites without a worker: what is refused, who sees what, and what a crawl shows before it begins.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { CreatedKey } from '#contract/key.ts'
import type { Problem } from '#contract/problem.ts'
import type { SiteCrawl } from '#contract/crawl/sites/site.ts'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import screenshot from '#extractors/screenshot/index.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'
const CRAWL = '/api/v1/sites/crawl'
const UNKNOWN = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const START = { urls: ['https://example.org/docs/'] }

async function setUp(t: TestContext) {
  const crawl = await startTestCrawl(t, {
    extractors: [markdown, page, screenshot],
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
  })
  const ask = <T = Problem>(secret: string, method: string, path: string, body?: unknown) =>
    crawl.call<T>(method, path, { body, headers: { authorization: `Bearer ${secret}` } })
  return {
    ask,
    async key(...scopes: string[]): Promise<string> {
      const body = { name: 'test', scopes }
      return (await ask<CreatedKey>(ADMIN, 'POST', '/api/keys', body)).json.secret
    },
  }
}

test('a crawl that cannot be made is refused with the place of each mistake', async (t) => {
  const { ask } = await setUp(t)
  for (const [body, ...pointers] of [
    [{}, '/urls'],
    [{ urls: [] }, '/urls'],
    [{ ...START, maxPage: 3 }, '/maxPage'],
    [{ ...START, maxPages: 0 }, '/maxPages'],
    [{ urls: ['https://user:word@example.org/'] }, '/urls/0'],
    [{ ...START, include: ['docs'], exclude: ['re:(', '/ok/*'] }, '/include/0', '/exclude/0'],
    [{ ...START, exclude: ['/docs/*'] }, '/urls/0'],
    [{ ...START, extractors: [{ extractor: 'nothing' }] }, '/extractors/0/extractor'],
    [{ ...START, extractors: [{ extractor: 'page' }] }, '/extractors/0/extractor'],
    [
      { ...START, extractors: [{ extractor: 'markdown' }, { extractor: 'markdown' }] },
      '/extractors/1/extractor',
    ],
    [
      { ...START, extractors: [{ extractor: 'markdown', options: { url: 'https://other.example/' } }] },
      '/extractors/0/options/url',
    ],
    [
      { ...START, extractors: [{ extractor: 'markdown', options: { formats: ['nothing'] } }] },
      '/extractors/0/options/formats/0',
    ],
    [{ ...START, incremental: UNKNOWN }, '/incremental'],
    [{ ...START, html: '<p>' }, '/html'],
  ] as const) {
    const { status, json } = await ask(ADMIN, 'POST', CRAWL, body)
    assert.equal(status, 422, JSON.stringify(body))
    const found = (json.errors ?? []).map(({ pointer }) => pointer)
    for (const pointer of pointers)
      assert.ok(found.includes(pointer), `${JSON.stringify(body)}: ${found.join()}`)
  }
})

test('a key sees and steers its own crawls only, and needs the scope of each extractor', async (t) => {
  const { ask, key } = await setUp(t)
  const [mine, other, narrow, none] = [
    await key('extract'),
    await key('extract'),
    await key('extract:markdown'),
    await key('stats'),
  ]
  const made = await ask<{ jobId: string; links: Record<string, string> }>(mine, 'POST', CRAWL, START)
  assert.equal(made.status, 202, made.text)
  const { jobId: id, links } = made.json
  assert.equal(links['pages'], `/api/v1/sites/${id}/pages`)
  const paths: readonly (readonly [string, string])[] = [
    ['GET', ''],
    ['GET', '/pages'],
    ['POST', '/pause'],
    ['POST', '/resume'],
  ]
  for (const [method, path] of paths) {
    assert.equal((await ask(mine, method, `/api/v1/sites/${id}${path}`)).status, 200, path)
    assert.equal((await ask(other, method, `/api/v1/sites/${id}${path}`)).status, 404, path)
    assert.equal((await ask(mine, method, `/api/v1/sites/${UNKNOWN}${path}`)).status, 404, path)
    assert.equal((await ask(mine, method, `/api/v1/sites/nothing${path}`)).status, 404, path)
    assert.equal((await ask(none, method, `/api/v1/sites/${id}${path}`)).status, 403, path)
  }
  assert.equal((await ask(none, 'POST', CRAWL, START)).status, 403)
  const two = { ...START, extractors: [{ extractor: 'markdown' }, { extractor: 'screenshot' }] }
  assert.equal((await ask(narrow, 'POST', CRAWL, START)).status, 202)
  assert.deepEqual((await ask(narrow, 'POST', CRAWL, two)).json.code, 'scope_missing')
  assert.equal((await ask(mine, 'POST', CRAWL, { ...START, robots: 'ignore' })).json.code, 'scope_missing')
})

test('credentials of a crawl are not shown, and neither is a list cut without a word', async (t) => {
  const { ask } = await setUp(t)
  const secret = 'a-secret-of-the-site'
  const body = { ...START, headers: { 'x-token': secret }, cookies: [{ name: 'a', value: secret }] }
  const { json } = await ask<{ jobId: string }>(ADMIN, 'POST', CRAWL, body)
  for (const path of [`/api/jobs/${json.jobId}`, '/api/jobs', `/api/v1/sites/${json.jobId}`]) {
    const { text, status } = await ask(ADMIN, 'GET', path)
    assert.equal(status, 200)
    assert.ok(!text.includes(secret), path)
  }
  const shown = await ask<SiteCrawl>(ADMIN, 'GET', `/api/v1/sites/${json.jobId}`)
  assert.equal(shown.json.manifest.complete, null)
  assert.deepEqual(shown.json.urls, START.urls)
  const workers = await ask<{ items?: unknown[] }>(ADMIN, 'GET', '/api/workers')
  assert.ok(!workers.text.includes('sites.crawl'))
  assert.equal((await ask(ADMIN, 'GET', `/api/v1/sites/${json.jobId}/pages?cursor=bm9uZQ`)).status, 400)
})
