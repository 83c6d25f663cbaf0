import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { CreatedKey } from '#contract/key.ts'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { JobAccepted } from '#contract/crawl/result.ts'
import markdown from '#extractors/markdown/index.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'

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

test('addresses are taken as people paste them, and shown in their normal spelling', async (t) => {
  const crawl = await start(t)
  const inputOf = async (id: string): Promise<Record<string, unknown>> =>
    (await crawl.call<Job>('GET', `/api/jobs/${id}`)).json.input as Record<string, unknown>
  for (const [given, normal] of [
    ['https://de.wikipedia.org/wiki/Köln', 'https://de.wikipedia.org/wiki/K%C3%B6ln'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    [' https://example.org/a b|c?q={1}[2] ', 'https://example.org/a%20b%7Cc?q=%7B1%7D%5B2%5D'],
  ] as const) {
    const post = await crawl.call<JobAccepted>('POST', PATH, {
      body: { url: given, referer: given },
      headers: later,
    })
    assert.equal(post.status, 202, post.text)
    const { url: shown, referer } = await inputOf(post.json.id)
    assert.deepEqual([shown, referer], [normal, normal])
    const query = new URLSearchParams({ url: given }).toString()
    const get = await crawl.call<JobAccepted>('GET', `${PATH}?${query}`, { headers: later })
    assert.equal(get.status, 202, get.text)
    assert.equal((await inputOf(get.json.id))['url'], normal)
    const batch = await crawl.call<JobAccepted>('POST', BATCH, {
      body: { items: [{ url: given }], defaults: { referer: given } },
    })
    assert.equal(batch.status, 202, batch.text)
    const children = await crawl.call<{ items: Job[] }>('GET', `/api/jobs?parentId=${batch.json.id}`)
    const { url: inBatch, referer: common } = (children.json.items[0] as Job).input as Record<string, unknown>
    assert.deepEqual([inBatch, common], [normal, normal])
  }
})

test('what is no address is told in words, where it stands', async (t) => {
  const crawl = await start(t)
  for (const [body, path, pointer, words] of [
    [{ url: 'example.com/x' }, PATH, '/url', /did you mean 'https:\/\/example\.com\/x'/],
    [{ url: 'ftp://example.com/x' }, PATH, '/url', /begins with ftp:/],
    [{ url, referer: 'http://exa mple.com' }, PATH, '/referer', /The host 'exa mple\.com'/],
    [{ items: [{ url }, { url: 'http://' }] }, BATCH, '/items/1/url', /name a host/],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', path, { body })
    assert.equal(status, 422)
    assert.deepEqual([json.errors?.length, json.errors?.[0]?.pointer], [1, pointer])
    assert.match(json.errors?.[0]?.detail ?? '', words)
  }
  const { json } = await crawl.call<Problem>('GET', `${PATH}?url=example.com`)
  assert.equal(json.errors?.[0]?.pointer, '?url')
})

test('a URL with a user or a password is refused before anything of it is stored', async (t) => {
  const crawl = await startTestCrawl(t)
  const url = 'http://user:planted-secret@example.com/'
  for (const [method, path, body, pointer] of [
    ['POST', '/api/v1/echo/extract', { text: 'a', url }, '/url'],
    ['POST', '/api/v1/echo/extract', { text: 'a', url: ' h\nttps:\\\\planted-secret@example.com' }, '/url'],
    ['GET', `/api/v1/echo/extract?text=a&url=${encodeURIComponent(url)}`, undefined, '?url'],
    ['POST', '/api/v1/echo/batch/extract', { items: [{ text: 'a' }, { text: 'b', url }] }, '/items/1/url'],
    ['POST', '/api/v1/echo/batch/extract', { items: [{ text: 'a' }], defaults: { url } }, '/defaults/url'],
  ] as const) {
    const { status, json } = await crawl.call<Problem>(method, path, { body })
    assert.deepEqual(
      [status, json.errors?.[0]?.pointer, json.errors?.[0]?.code],
      [422, pointer, 'credentials_in_url'],
    )
    assert.ok(!JSON.stringify(json).includes('planted'))
  }
  const named = await crawl.call<Problem>('POST', '/api/v1/echo/extract', {
    body: { text: 'a', webhook: { url } },
  })
  assert.equal(named.status, 403)
  const rows = await crawl.db.query(sql`select from jobs`)
  assert.equal(rows.length, 0)
})
