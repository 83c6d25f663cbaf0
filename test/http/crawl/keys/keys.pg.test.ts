import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ApiKey, CreatedKey } from '#contract/key.ts'
import type { Problem } from '#contract/problem.ts'
import { newId } from '#kit/ids.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

async function startWithKeys(t: TestContext): Promise<TestCrawl> {
  return startTestCrawl(t, { fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }] })
}

async function makeKey(crawl: TestCrawl, scopes: readonly string[], by = ADMIN): Promise<CreatedKey> {
  const { status, json } = await crawl.call<CreatedKey>('POST', '/api/keys', {
    body: { name: 'test', scopes },
    headers: bearer(by),
  })
  assert.equal(status, 201)
  return json
}

test('a key is made, listed without its secret, rotated and revoked', async (t) => {
  const crawl = await startWithKeys(t)
  const { key, secret } = await makeKey(crawl, ['jobs'])
  const list = await crawl.call<{ items: ApiKey[] }>('GET', '/api/keys', { headers: bearer(ADMIN) })
  assert.deepEqual(
    list.json.items.map(({ id }) => id),
    [key.id],
  )
  assert.ok(!list.text.includes(secret))
  assert.equal((await crawl.call('GET', '/api/jobs', { headers: bearer(secret) })).status, 200)
  assert.equal((await crawl.call('GET', '/api/jobs', { headers: { 'x-api-key': secret } })).status, 200)

  const rotated = await crawl.call<CreatedKey>('POST', `/api/keys/${key.id}/rotate`, {
    headers: bearer(ADMIN),
  })
  assert.equal(rotated.status, 201)
  assert.equal((await crawl.call('GET', '/api/jobs', { headers: bearer(rotated.json.secret) })).status, 200)

  const revoked = await crawl.call<ApiKey>('DELETE', `/api/keys/${rotated.json.key.id}`, {
    headers: bearer(ADMIN),
  })
  assert.equal(revoked.json.status, 'revoked')
  const after = await crawl.call<Problem>('GET', '/api/jobs', { headers: bearer(rotated.json.secret) })
  assert.equal(after.status, 401)
  assert.equal(after.json.code, 'key_revoked')
  const one = await crawl.call<ApiKey>('GET', `/api/keys/${key.id}`, { headers: bearer(ADMIN) })
  assert.equal(one.json.replacedBy, rotated.json.key.id)
})

test('each path asks for its scope', async (t) => {
  const crawl = await startWithKeys(t)
  const { secret } = await makeKey(crawl, ['stats'])
  for (const [method, path, body] of [
    ['GET', '/api/jobs', undefined],
    ['GET', `/api/jobs/${newId('job')}`, undefined],
    ['POST', '/api/v1/echo/extract', { text: 'a' }],
    ['GET', '/api/v1/echo/extract?text=a', undefined],
    ['POST', '/api/v1/echo/batch/extract', { items: [{ text: 'a' }] }],
    ['GET', '/api/workers', undefined],
    ['POST', '/api/workers/prune', {}],
    ['POST', '/api/worker/register', {}],
    ['GET', '/api/worker/jobs/next', undefined],
    ['POST', '/api/worker/claims', {}],
    ['POST', '/api/worker/completions', {}],
    ['GET', '/api/keys', undefined],
    ['GET', '/metrics', undefined],
    ['GET', '/api/proxy', undefined],
  ] as const) {
    const without = await crawl.call<Problem>(method, path, { body })
    assert.equal(without.status, 401, `${method} ${path} without a key`)
    const { status, json } = await crawl.call<Problem>(method, path, { body, headers: bearer(secret) })
    assert.equal(status, 403, `${method} ${path}`)
    assert.equal(json.code, 'scope_missing')
  }
  assert.equal((await crawl.call('GET', '/api/stats', { headers: bearer(secret) })).status, 200)
  for (const path of ['/', '/health', '/openapi.json', '/swagger', '/api/v1/extractors']) {
    assert.equal((await crawl.call('GET', path)).status, 200, path)
  }
})

test('a key hands on only what it may do itself', async (t) => {
  const crawl = await startWithKeys(t)
  const { secret } = await makeKey(crawl, ['keys', 'extract'])
  await makeKey(crawl, ['extract:echo'], secret)
  const more = await crawl.call<Problem>('POST', '/api/keys', {
    body: { name: 'more', scopes: ['extract', 'admin'] },
    headers: bearer(secret),
  })
  assert.equal(more.status, 403)
  const { key: strong } = await makeKey(crawl, ['admin'])
  const rotated = await crawl.call('POST', `/api/keys/${strong.id}/rotate`, { headers: bearer(secret) })
  assert.equal(rotated.status, 403)
})

test('a key is changed: it asks as often as its limit lets it, and only from where it may', async (t) => {
  const crawl = await startWithKeys(t)
  const second = await startTestCrawl(t, {
    db: crawl.db,
    replicated: true,
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
  })
  const { key, secret } = await makeKey(crawl, ['jobs'])
  assert.deepEqual([key.rateLimit, key.allowedIps, key.lastUsedAt], [null, null, null])
  const change = async (body: object, by = ADMIN) =>
    crawl.call<Omit<ApiKey, 'status'> & Problem>('PATCH', `/api/keys/${key.id}`, {
      body,
      headers: bearer(by),
    })
  const ask = async () => second.call<Problem>('GET', '/api/jobs', { headers: bearer(secret) })
  /** Until the other replica has heard of the change. */
  const until = async (wanted: (answer: Awaited<ReturnType<typeof ask>>) => boolean) => {
    for (;;) {
      const answer = await ask()
      if (wanted(answer)) return answer
    }
  }

  const limited = await change({ rateLimit: { requestsPerMinute: 3 }, name: 'slow' })
  assert.deepEqual(
    [limited.status, limited.json.name, limited.json.rateLimit],
    [200, 'slow', { requestsPerMinute: 3 }],
  )
  const refused = await until(({ status }) => status === 429)
  assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=3;w=60')
  assert.match(refused.json.detail, /^At most 3 requests in 60 s\.$/)
  assert.ok(Number(refused.headers.get('retry-after')) > 1)
  assert.equal(
    (await second.call('GET', '/api/jobs', { headers: bearer(ADMIN) })).status,
    200,
    'others do not notice',
  )

  await change({ rateLimit: null, allowedIps: ['10.0.0.0/8'] })
  const away = await until(({ status }) => status !== 429 && status !== 200)
  assert.deepEqual([away.status, away.json.code], [403, 'address_not_allowed'])
  await change({ allowedIps: ['127.0.0.0/8', '::1'] })
  await until(({ status }) => status === 200)
  const { json } = await crawl.call<ApiKey>('GET', `/api/keys/${key.id}`, { headers: bearer(ADMIN) })
  assert.deepEqual([json.rateLimit, json.allowedIps], [null, ['127.0.0.0/8', '::1']])
  assert.ok(json.lastUsedAt !== null && Math.abs(Date.parse(json.lastUsedAt) - Date.now()) < 60_000)

  for (const [body, pointer] of [
    [{}, ''],
    [{ rateLimit: { requestsPerMinute: 0 } }, '/rateLimit/requestsPerMinute'],
    [{ rateLimit: { requestsPerMinute: 30_001 } }, '/rateLimit/requestsPerMinute'],
    [{ allowedIps: [] }, '/allowedIps'],
    [{ allowedIps: ['127.0.0.1', 'localhost'] }, '/allowedIps/1'],
    [{ secret: 'x' }, '/secret'],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, '/expiresAt'],
  ] as const) {
    const { status, json: problem } = await change(body)
    assert.deepEqual([status, problem.errors?.[0]?.pointer], [422, pointer], JSON.stringify(body))
  }
  const { secret: clerk } = await makeKey(crawl, ['keys'])
  assert.equal((await change({ name: 'mine' }, clerk)).status, 403, 'a key that can do more')
  await crawl.call('DELETE', `/api/keys/${key.id}`, { headers: bearer(ADMIN) })
  assert.equal((await change({ name: 'gone' })).status, 409)
})

test('bad input and unknown keys are refused', async (t) => {
  const crawl = await startWithKeys(t)
  const headers = bearer(ADMIN)
  for (const [body, pointer] of [
    [{}, '/name'],
    [{ name: 'x', scopes: ['root'] }, '/scopes/0'],
    [{ name: 'x', scopes: ['jobs'], expiresAt: '2001-01-01T00:00:00Z' }, '/expiresAt'],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', '/api/keys', { body, headers })
    assert.equal(status, 422)
    assert.equal(json.errors?.[0]?.pointer, pointer)
  }
  for (const [method, path] of [
    ['GET', `/api/keys/${newId('key')}`],
    ['DELETE', `/api/keys/${newId('key')}`],
    ['POST', `/api/keys/${newId('key')}/rotate`],
    ['GET', '/api/keys/none'],
  ] as const) {
    assert.equal((await crawl.call(method, path, { headers })).status, 404, `${method} ${path}`)
  }
})
