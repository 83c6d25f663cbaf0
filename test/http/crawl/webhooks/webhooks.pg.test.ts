import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import type {
  CreatedEndpoint,
  WebhookEndpoint,
  WebhookRecord,
  WebhookRecordDetail,
  WebhookStats,
} from '#contract/webhook.ts'
import { newId } from '#kit/ids.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import {
  startWebhookReceiver,
  type ReceiverAnswer,
  type WebhookReceiver,
} from '#test/support/webhooks/webhook-receiver.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { serveEcho } from '#test/support/crawl/test-worker.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'

interface Setting {
  readonly crawl: TestCrawl
  readonly receiver: WebhookReceiver
}

async function setUp(t: TestContext, answer?: ReceiverAnswer): Promise<Setting> {
  const crawl = await startTestCrawl(t, {
    webhooks: { allow: ['127.0.0.1/32'], pollMs: 200, timeScale: 0.000_001 },
  })
  const receiver = await startWebhookReceiver(answer)
  crawl.beforeStop(async () => receiver[Symbol.asyncDispose]())
  return { crawl, receiver }
}

async function makeEndpoint({ crawl, receiver }: Setting, more = {}): Promise<CreatedEndpoint> {
  const { status, json, headers } = await crawl.call<CreatedEndpoint>('POST', '/api/webhook-endpoints', {
    body: { url: `${receiver.url}/kept`, ...more },
  })
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `/api/webhook-endpoints/${json.endpoint.id}`)
  receiver.secrets.push(json.secret)
  return json
}

/** The record once it has ended. */
async function ended(crawl: TestCrawl, id: string): Promise<WebhookRecordDetail> {
  for (;;) {
    const { json } = await crawl.call<WebhookRecordDetail>('GET', `/api/webhooks/${id}`)
    if (json.completedAt !== null) return json
  }
}

async function list(crawl: TestCrawl, query = ''): Promise<WebhookRecord[]> {
  const { json } = await crawl.call<{ items: WebhookRecord[] }>('GET', `/api/webhooks${query}`)
  return json.items
}

test('a webhook of a request tells of the end of its job, signed, and is no input', async (t) => {
  const { crawl, receiver } = await setUp(t)
  await serveEcho(crawl)
  const secret = makeSecret()
  receiver.secrets.push(secret)
  const { status, json, text } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body: {
      text: 'a',
      url: 'https://example.com/page',
      webhook: { url: `${receiver.url}/own`, secret, metadata: { order: '7' }, include: 'result' },
    },
    headers: { prefer: 'respond-async' },
  })
  assert.equal(status, 202)
  assert.ok(!text.includes(secret))
  await receiver.received(1)
  const [request] = receiver.requests
  assert.equal(request?.genuine, true)
  const { type, data } = JSON.parse(request?.body ?? '')
  assert.equal(type, 'job.succeeded')
  assert.equal(data.jobId, json.id)
  assert.deepEqual([data.extractor, data.operation, data.status], ['echo', 'extract', 'succeeded'])
  assert.equal(data.url, 'https://example.com/page')
  assert.deepEqual(data.metadata, { order: '7' })
  assert.equal(data.result.data.echo.text, 'a')
  assert.equal(data.resultHref, `/api/jobs/${json.id}/result`)
  const job = await crawl.call<{ input: object }>('GET', `/api/jobs/${json.id}`)
  assert.ok(!('webhook' in job.json.input))
  assert.ok(!job.text.includes(secret))
  const [record] = await list(crawl, `?subjectId=${json.id}`)
  assert.equal(record?.event, 'job.succeeded')
  assert.equal(record?.webhookId, request?.id)
})

test('a failed job and a batch are told, the items of a batch are not', async (t) => {
  const setting = await setUp(t)
  const { crawl, receiver } = setting
  await makeEndpoint(setting)
  await serveEcho(crawl, ({ job }) =>
    (job.input as { text: string }).text === 'bad'
      ? { type: 'urn:x', title: 'x', status: 502, detail: 'no', code: 'target_blocked', retryable: false }
      : { echo: 1 },
  )
  const batch = await crawl.call<JobAccepted>('POST', '/api/v1/echo/batch/extract', {
    body: { items: [{ text: 'a' }, { text: 'bad' }], webhook: { url: `${receiver.url}/batch` } },
  })
  assert.equal(batch.status, 202)
  await crawl.call('POST', '/api/v1/echo/extract', { body: { text: 'bad' } })
  await receiver.received(3)
  const told = receiver.requests.map(({ path, body }) => [path, JSON.parse(body).type]).toSorted()
  assert.deepEqual(told, [
    ['/batch', 'job.partially_succeeded'],
    ['/kept', 'job.failed'],
    ['/kept', 'job.partially_succeeded'],
  ])
  const ofBatch = receiver.requests.filter(({ body }) => JSON.parse(body).data.jobId === batch.json.id)
  assert.equal(new Set(ofBatch.map(({ id }) => id)).size, 1)
  assert.deepEqual(JSON.parse(ofBatch[0]?.body ?? '').data.children, {
    total: 2,
    succeeded: 1,
    failed: 1,
    cancelled: 0,
  })
})

test('a webhook that cannot be is refused with the place of the mistake', async (t) => {
  const setting = await setUp(t)
  const { crawl } = setting
  const { endpoint } = await makeEndpoint(setting)
  for (const [webhook, pointer] of [
    [{}, '/webhook'],
    [{ url: 'https://example.com/', endpointId: endpoint.id }, '/webhook'],
    [{ endpointId: newId('whe') }, '/webhook/endpointId'],
    [{ endpointId: 'x' }, '/webhook/endpointId'],
    [{ endpointId: endpoint.id, secret: makeSecret() }, '/webhook/secret'],
    [{ url: 'ftp://example.com/' }, '/webhook/url'],
    [{ url: 'https://example.com/', secret: 'geheim' }, '/webhook/secret'],
    [{ url: 'https://example.com/', headers: { Authorization: 'x' } }, '/webhook/headers/Authorization'],
    [{ url: 'https://example.com/', headers: { 'x-a': 'a\r\nb' } }, '/webhook/headers/x-a'],
    [{ url: 'https://example.com/', events: ['job.suceeded'] }, '/webhook/events/0'],
    [{ url: 'https://example.com/', uri: 'x' }, '/webhook/uri'],
  ] as const) {
    const { status, json, text } = await crawl.call<Problem>('POST', '/api/v1/echo/extract', {
      body: { text: 'a', webhook },
    })
    assert.equal(status, 422, text)
    assert.equal(json.errors?.[0]?.pointer, pointer, text)
  }
  const refused = await crawl.call<Problem>('POST', '/api/v1/echo/batch/extract', {
    body: { items: [{ text: 'a' }], webhook: { url: 'http://192.168.1.1/' } },
  })
  assert.deepEqual([refused.status, refused.json.code], [403, 'url_not_allowed'])
  assert.equal((await crawl.call('GET', '/api/jobs')).json['nextCursor'], null)
})

test('an endpoint is made, listed without its secret, changed, rotated, tested and deleted', async (t) => {
  const setting = await setUp(t)
  const { crawl, receiver } = setting
  const { endpoint, secret } = await makeEndpoint(setting, { headers: { 'x-key': 'planted-value' } })
  const path = `/api/webhook-endpoints/${endpoint.id}`
  const listed = await crawl.call<{ items: WebhookEndpoint[] }>('GET', '/api/webhook-endpoints')
  assert.deepEqual(listed.json.items, [endpoint])
  for (const hidden of [secret, 'planted-value']) assert.ok(!listed.text.includes(hidden))
  assert.deepEqual((await crawl.call('GET', path)).json, endpoint)
  const changed = await crawl.call<WebhookEndpoint>('PATCH', path, { body: { description: 'mine' } })
  assert.equal(changed.json.description, 'mine')
  const rotated = await crawl.call<CreatedEndpoint>('POST', `${path}/rotate`, { body: { overlapMs: 60_000 } })
  assert.equal(rotated.status, 200)
  assert.notEqual(rotated.json.secret, secret)
  const tested = await crawl.call<WebhookRecordDetail>('POST', `${path}/test`)
  assert.equal(tested.status, 202)
  assert.equal(tested.headers.get('location'), `/api/webhooks/${tested.json.id}`)
  const record = await ended(crawl, tested.json.id)
  assert.equal(record.status, 'delivered')
  assert.equal(record.attempts[0]?.signatures, 2)
  assert.equal(receiver.requests[0]?.genuine, true)
  assert.equal(receiver.requests[0]?.headers['x-key'], 'planted-value')
  assert.equal((await crawl.call('DELETE', path)).status, 204)
  assert.equal((await crawl.call('GET', path)).status, 404)
  assert.equal((await crawl.call('GET', `/api/webhooks/${record.id}`)).status, 200)
})

test('bad input and unknown ids of endpoints are refused', async (t) => {
  const setting = await setUp(t)
  const { crawl } = setting
  const { endpoint } = await makeEndpoint(setting)
  const path = `/api/webhook-endpoints/${endpoint.id}`
  for (const [method, where, body, pointer] of [
    ['POST', '/api/webhook-endpoints', {}, '/url'],
    ['POST', '/api/webhook-endpoints', { url: 'https://example.com/', events: [] }, '/events'],
    [
      'POST',
      '/api/webhook-endpoints',
      { url: 'https://example.com/', secret: `whsec_${'A'.repeat(33)}` },
      '/secret',
    ],
    [
      'POST',
      '/api/webhook-endpoints',
      { url: 'https://example.com/', headers: { Host: 'x' } },
      '/headers/Host',
    ],
    ['PATCH', path, { state: 'enabled' }, '/state'],
    ['PATCH', path, {}, ''],
    ['PATCH', path, { headers: { cookie: 'x' } }, '/headers/cookie'],
    ['POST', `${path}/rotate`, { overlapMs: -1 }, '/overlapMs'],
  ] as const) {
    const { status, json, text } = await crawl.call<Problem>(method, where, { body })
    assert.equal(status, 422, text)
    assert.equal(json.errors?.[0]?.pointer, pointer, text)
  }
  const refused = await crawl.call<Problem>('PATCH', path, { body: { url: 'http://10.0.0.1/' } })
  assert.equal(refused.json.code, 'url_not_allowed')
  for (const id of [newId('whe'), 'x', newId('whk')]) {
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { description: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/rotate', {}],
      ['POST', '/test', undefined],
    ] as const) {
      const { status } = await crawl.call(method, `/api/webhook-endpoints/${id}${rest}`, { body })
      assert.equal(status, 404, `${method} ${id}${rest}`)
    }
  }
  await crawl.call('PATCH', path, { body: { status: 'disabled' } })
  assert.equal((await crawl.call<Problem>('POST', `${path}/test`)).json.code, 'conflict')
})

test('records are listed with filters, counted and looked at', async (t) => {
  const setting = await setUp(t, (request, response) => {
    response.writeHead(request.path === '/kept' ? 200 : 500).end('answer')
  })
  const { crawl, receiver } = setting
  await serveEcho(crawl)
  const { endpoint } = await makeEndpoint(setting)
  await crawl.call('POST', '/api/v1/echo/extract', {
    body: { text: 'a', webhook: { url: `${receiver.url}/bad?token=planted-token` } },
  })
  await receiver.received(11)
  const all = await list(crawl)
  assert.equal(all.length, 2)
  const [good, bad] = await Promise.all([
    ended(crawl, all.find(({ endpointId }) => endpointId !== null)?.id ?? ''),
    ended(crawl, all.find(({ endpointId }) => endpointId === null)?.id ?? ''),
  ])
  assert.equal(good.status, 'delivered')
  assert.equal(bad.status, 'failed')
  assert.equal(bad.attempts.length, 10)
  assert.deepEqual([bad.attempts[0]?.statusCode, bad.attempts[0]?.response], [500, 'answer'])
  assert.equal((good.payload as { type: string }).type, 'job.succeeded')
  assert.ok(!JSON.stringify(bad).includes('planted-token'))
  const ids = async (query: string) => (await list(crawl, query)).map(({ id }) => id)
  assert.deepEqual(await ids('?status=failed'), [bad.id])
  assert.deepEqual(await ids('?status=failed,delivered&limit=1'), [all[0]?.id])
  assert.deepEqual(await ids(`?endpointId=${endpoint.id}`), [good.id])
  assert.deepEqual(await ids('?event=job.failed'), [])
  assert.deepEqual(await ids('?direction=incoming'), [])
  assert.deepEqual(await ids(`?createdAfter=${all[0]?.createdAt}`), [])
  assert.equal((await ids('?createdAfter=2020-01-01T00:00:00Z&createdBefore=2999-01-01T00:00:00Z')).length, 2)
  const page = await crawl.call<{ nextCursor: string }>('GET', '/api/webhooks?limit=1')
  assert.deepEqual(await ids(`?limit=1&cursor=${page.json.nextCursor}`), [all[1]?.id])
  const metrics = await crawl.call('GET', '/metrics')
  assert.match(metrics.text, /^surveyor_webhook_attempts_total\{outcome="refused"\} 10$/m)
  assert.match(metrics.text, /^surveyor_webhook_delivery_lag_seconds_count 1$/m)
  const csv = await crawl.call('GET', '/api/webhooks', { headers: { accept: 'text/csv' } })
  assert.equal(csv.text.trim().split('\n').length, 3)
  const { json: stats } = await crawl.call<WebhookStats>('GET', '/api/webhooks/stats')
  assert.deepEqual(stats.byStatus, { delivered: 1, failed: 1 })
  assert.deepEqual(stats.byEvent, { 'job.succeeded': 2 })
  assert.equal(stats.byEndpoint.length, 2)
  assert.deepEqual([stats.total, stats.attempts, stats.successRate], [2, 11, 0.5])
  assert.ok((stats.latencyMs.p50 ?? 0) > 0)
  assert.equal(stats.oldestPendingAgeMs, null)
  for (const query of ['?status=lost', '?event=x', '?cursor=x', '?createdAfter=x', '?wrong=1']) {
    const { status } = await crawl.call('GET', `/api/webhooks${query}`)
    assert.ok(status === 422 || status === 400, query)
  }
  assert.equal((await crawl.call('GET', '/api/webhooks/stats?createdAfter=x')).status, 422)
  assert.equal((await crawl.call('GET', `/api/webhooks/${newId('whk')}`)).status, 404)
  assert.equal((await crawl.call('GET', '/api/webhooks/x')).status, 404)
})

test('a replay delivers under the same webhook-id; with one Idempotency-Key once', async (t) => {
  const setting = await setUp(t)
  const { crawl, receiver } = setting
  const { endpoint } = await makeEndpoint(setting)
  const { json: source } = await crawl.call<WebhookRecordDetail>(
    'POST',
    `/api/webhook-endpoints/${endpoint.id}/test`,
  )
  await ended(crawl, source.id)
  const replay = (headers = {}) =>
    crawl.call<WebhookRecordDetail>('POST', `/api/webhooks/${source.id}/replay`, { headers })
  const free = await Promise.all(Array.from({ length: 20 }, async () => replay()))
  assert.ok(free.every(({ status, json }) => status === 202 && json.webhookId === source.webhookId))
  assert.ok(free.every(({ json }) => json.replayOf === source.id))
  assert.equal(new Set(free.map(({ json }) => json.id)).size, 20)
  for (;;) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => replay({ 'idempotency-key': 'once' })),
    )
    assert.ok(answers.every(({ status }) => status === 202 || status === 409))
    const made = answers.filter(({ status }) => status === 202)
    if (made.length === 10) {
      assert.equal(new Set(made.map(({ json }) => json.id)).size, 1)
      break
    }
  }
  await receiver.received(22)
  const records = await list(crawl, '?limit=100')
  assert.equal(records.length, 22)
  for (const { id } of records) assert.equal((await ended(crawl, id)).status, 'delivered')
  assert.equal(receiver.requests.length, 22)
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 1)
  assert.ok(receiver.requests.every(({ genuine }) => genuine))
  assert.equal((await crawl.call('POST', `/api/webhooks/${newId('whk')}/replay`)).status, 404)
  assert.equal((await crawl.call('POST', '/api/webhooks/x/replay')).status, 404)
  await crawl.call('DELETE', `/api/webhook-endpoints/${endpoint.id}`)
  const gone = await crawl.call<Problem>('POST', `/api/webhooks/${source.id}/replay`)
  assert.deepEqual([gone.status, gone.json.code], [409, 'conflict'])
})

test('what failed is delivered again in bulk, once', async (t) => {
  let works = false
  const setting = await setUp(t, (_request, response) => response.writeHead(works ? 200 : 500).end())
  const { crawl, receiver } = setting
  await serveEcho(crawl)
  const webhook = { url: receiver.url }
  for (const text of ['a', 'b', 'c']) {
    await crawl.call('POST', '/api/v1/echo/extract', { body: { text, webhook } })
  }
  await receiver.received(30)
  const failed: WebhookRecordDetail[] = []
  for (const { id } of await list(crawl)) failed.push(await ended(crawl, id))
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['failed', 'failed', 'failed'],
  )
  works = true
  const bulk = (body: object) =>
    crawl.call<{ replayed: number; more: boolean }>('POST', '/api/webhooks/replay', { body })
  const since = '2020-01-01T00:00:00Z'
  assert.deepEqual((await bulk({ since: '2999-01-01T00:00:00Z' })).json, { replayed: 0, more: false })
  assert.deepEqual((await bulk({ since, event: 'job.failed' })).json, { replayed: 0, more: false })
  assert.deepEqual((await bulk({ since, endpointId: newId('whe') })).json, { replayed: 0, more: false })
  const first = await bulk({ since, limit: 2 })
  assert.deepEqual([first.status, first.json], [202, { replayed: 2, more: true }])
  assert.deepEqual((await bulk({ since, limit: 2 })).json, { replayed: 1, more: false })
  assert.deepEqual((await bulk({ since })).json, { replayed: 0, more: false })
  await receiver.received(33)
  const wanted = failed.map(({ webhookId }) => webhookId).toSorted()
  assert.deepEqual(
    receiver.requests
      .slice(-3)
      .map(({ id }) => id)
      .toSorted(),
    wanted,
  )
  for (const body of [{}, { since: 'x' }, { since, status: 'delivered' }, { since, limit: 0 }]) {
    assert.equal((await bulk(body)).status, 422)
  }
})

test('every path asks for the scope webhooks', async (t) => {
  const crawl = await startTestCrawl(t, {
    fixedKeys: [
      { name: 'admin', secret: ADMIN, scopes: ['admin'] },
      { name: 'worker', secret: 'the-jobs-key-of-this-test-00001', scopes: ['jobs'] },
    ],
  })
  for (const [method, path, body] of [
    ['GET', '/api/webhooks', undefined],
    ['GET', '/api/webhooks/stats', undefined],
    ['GET', `/api/webhooks/${newId('whk')}`, undefined],
    ['POST', `/api/webhooks/${newId('whk')}/replay`, undefined],
    ['POST', '/api/webhooks/replay', { since: '2026-01-01T00:00:00Z' }],
    ['DELETE', '/api/webhooks/cleanup', undefined],
    ['GET', '/api/webhook-endpoints', undefined],
    ['POST', '/api/webhook-endpoints', { url: 'https://example.com/' }],
    ['GET', `/api/webhook-endpoints/${newId('whe')}`, undefined],
    ['PATCH', `/api/webhook-endpoints/${newId('whe')}`, { description: 'x' }],
    ['DELETE', `/api/webhook-endpoints/${newId('whe')}`, undefined],
    ['POST', `/api/webhook-endpoints/${newId('whe')}/rotate`, {}],
    ['POST', `/api/webhook-endpoints/${newId('whe')}/test`, undefined],
  ] as const) {
    assert.equal((await crawl.call(method, path, { body })).status, 401, path)
    const headers = { authorization: 'Bearer the-jobs-key-of-this-test-00001' }
    const { status, json } = await crawl.call<Problem>(method, path, { body, headers })
    assert.deepEqual([status, json.code], [403, 'scope_missing'], path)
    const admin = await crawl.call(method, path, { body, headers: { authorization: `Bearer ${ADMIN}` } })
    assert.ok(admin.status < 300 || admin.status === 404, `${method} ${path} ${admin.status}`)
  }
})

test('every operation has examples', async (t) => {
  const crawl = await startTestCrawl(t)
  const { json } = await crawl.call<{ paths: Record<string, Record<string, object>> }>('GET', '/openapi.json')
  const ours = Object.entries(json.paths).filter(([path]) => path.startsWith('/api/webhook'))
  assert.equal(ours.length, 10)
  for (const [path, operations] of ours) {
    for (const [method, operation] of Object.entries(operations)) {
      assert.match(JSON.stringify(operation), /"examples?"/, `${method} ${path}`)
    }
  }
})

test('to which inner address the name of a receiver leads is shown to an operator only', async (t) => {
  const crawl = await startTestCrawl(t, {
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
    webhooks: { timeScale: 0.000_001 },
  })
  const as = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })
  const key = await crawl.call<{ secret: string }>('POST', '/api/keys', {
    ...as(ADMIN),
    body: { name: 'other', scopes: ['webhooks', 'webhooks:all'] },
  })
  const made = await crawl.call<CreatedEndpoint>('POST', '/api/webhook-endpoints', {
    ...as(ADMIN),
    body: { url: 'http://localhost:8080/hook' },
  })
  const path = `/api/webhook-endpoints/${made.json.endpoint.id}/test`
  const sent = await crawl.call<WebhookRecord>('POST', path, as(ADMIN))
  const look = async (secret: string) =>
    (await crawl.call<WebhookRecordDetail>('GET', `/api/webhooks/${sent.json.id}`, as(secret))).json
  let record = await look(ADMIN)
  while (record.lastError === null) record = await look(ADMIN)
  const [attempt] = record.attempts
  assert.equal(attempt?.error, 'target_dns_error')
  assert.match(attempt?.operatorDetail ?? '', /^localhost resolves to (127\.0\.0\.1|::1)/)
  const [told] = (await look(key.json.secret)).attempts
  assert.equal(told?.error, 'target_dns_error')
  assert.equal(told?.operatorDetail, undefined)
})
