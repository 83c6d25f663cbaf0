import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { CreatedKey } from '#contract/key.ts'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { JobAccepted } from '#contract/result.ts'
import markdown from '#extractors/markdown/index.ts'
import { startTestCrawl, type TestCrawl } from '#test/http/crawl/start-crawl.ts'

const PATH = '/api/v1/markdown/extract'
const BATCH = '/api/v1/markdown/batch/extract'
const ADMIN = 'the-admin-key-of-this-test-0001'
const later = { prefer: 'respond-async' }
const url = 'https://example.org/page'

const start = (t: TestContext, fixedKeys?: Parameters<typeof startTestCrawl>[1]): Promise<TestCrawl> =>
  startTestCrawl(t, { extractors: [markdown], ...fixedKeys })

test('credentials for a target are in no job that is shown', async (t) => {
  const crawl = await start(t)
  const secrets = {
    headers: { Authorization: 'Bearer s3cr3t-a', 'X-Api-Key': 's3cr3t-b', Accept: 'text/plain' },
    cookies: [{ name: 'sid', value: 's3cr3t-c' }],
  }
  const httpAuth = { username: 'ann', password: 's3cr3t-d' }
  const single = await crawl.call<JobAccepted>('POST', PATH, {
    body: { url, ...secrets, headers: { Accept: 'text/plain' }, httpAuth },
    headers: later,
  })
  assert.equal(single.status, 202)
  const batch = await crawl.call<JobAccepted>('POST', BATCH, {
    body: { items: [{ url }], defaults: secrets },
  })
  assert.equal(batch.status, 202)
  for (const path of [`/api/jobs/${single.json.id}`, `/api/jobs/${batch.json.id}`, '/api/jobs']) {
    const shown = await crawl.call('GET', path)
    assert.equal(shown.status, 200)
    assert.doesNotMatch(shown.text, /s3cr3t/, path)
  }
  const { json } = await crawl.call<Job>('GET', `/api/jobs/${single.json.id}`)
  const { cookies, headers, httpAuth: shown } = json.input as Record<string, unknown>
  assert.deepEqual(cookies, [{ name: 'sid', value: '[hidden]' }])
  assert.deepEqual(headers, { Accept: 'text/plain' })
  assert.deepEqual(shown, { username: 'ann', password: '[hidden]' })
})

test('a refused input does not repeat its credentials', async (t) => {
  const crawl = await start(t)
  for (const [body, pointer] of [
    [{ url, httpAuth: { username: 'a:b', password: 's3cr3t' } }, '/httpAuth/username'],
    [{ url, cookies: [{ name: 'sid', value: 's3cr3t;' }] }, '/cookies/0/value'],
    [{ url, headers: { 'X-Key': 's3cr3t\r\nHost: x' } }, '/headers/X-Key'],
    [{ url, headers: { 'X Key': 's3cr3t' } }, '/headers/X Key'],
  ] as const) {
    const { status, text, json } = await crawl.call<Problem>('POST', PATH, { body })
    assert.equal(status, 422, pointer)
    assert.equal(json.errors?.[0]?.pointer, pointer)
    assert.doesNotMatch(text, /s3cr3t/)
  }
})

test('GET takes lists with commas', async (t) => {
  const crawl = await start(t)
  const query = new URLSearchParams({ url, formats: 'markdown,links', exclude: 'nav,.ad', frames: 'true' })
  const { status, json } = await crawl.call<JobAccepted>('GET', `${PATH}?${query.toString()}`, {
    headers: later,
  })
  assert.equal(status, 202)
  const job = await crawl.call<Job>('GET', `/api/jobs/${json.id}`)
  const { formats, exclude, frames } = job.json.input as Record<string, unknown>
  assert.deepEqual([formats, exclude, frames], [['markdown', 'links'], ['nav', '.ad'], true])
  const bad = await crawl.call<Problem>('GET', `${PATH}?url=${url}&formats=markdown,pdf`, { headers: later })
  assert.deepEqual([bad.status, bad.json.errors?.[0]?.pointer], [422, '?formats/1'])
})

test('robots.txt is ignored only with the scope for it', async (t) => {
  const crawl = await start(t, { fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }] })
  const keyFor = async (scopes: readonly string[]) => {
    const { json } = await crawl.call<CreatedKey>('POST', '/api/keys', {
      body: { name: 'test', scopes },
      headers: { authorization: `Bearer ${ADMIN}` },
    })
    return { authorization: `Bearer ${json.secret}` }
  }
  const plain = await keyFor(['extract'])
  const trusted = await keyFor(['extract', 'robots:ignore'])
  const asks: readonly [string, string, unknown][] = [
    ['POST', PATH, { url, robots: 'ignore' }],
    ['GET', `${PATH}?url=${encodeURIComponent(url)}&robots=ignore`, undefined],
    ['POST', BATCH, { items: [{ url }, { url, robots: 'ignore' }] }],
    ['POST', BATCH, { items: [{ url }], defaults: { robots: 'ignore' } }],
  ]
  for (const [method, path, body] of asks) {
    const refused = await crawl.call<Problem>(method, path, { body, headers: { ...plain, ...later } })
    assert.deepEqual([refused.status, refused.json.code], [403, 'scope_missing'], path)
    const taken = await crawl.call(method, path, { body, headers: { ...trusted, ...later } })
    assert.equal(taken.status, 202, path)
  }
  const obeying = { body: { url, robots: 'obey' }, headers: { ...plain, ...later } }
  assert.equal((await crawl.call('POST', PATH, obeying)).status, 202)
})
