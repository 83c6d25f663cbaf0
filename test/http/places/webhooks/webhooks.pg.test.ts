import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'

async function setUp(t: TestContext) {
  const made = [1, 2, 3].map((i) => madePlace(`node/${i}`, { lat: 43.7 + i / 1000, lng: 7.4 }))
  const crawl = await startFakeCrawl(
    t,
    createMapProvider({ places: made, pageSize: 500, maxResults: null, areas: {} }),
  )
  const receiver = await startWebhookReceiver()
  t.after(async () => receiver[Symbol.asyncDispose]())
  const places = await startTestPlaces(t, {
    crawlUrl: crawl.url,
    webhooks: { allow: ['127.0.0.1/32'], pollMs: 200, timeScale: 0.000_001 },
  })
  return { crawl, receiver, places }
}

test('the end of a search is told, signed, in the transaction that ends it', async (t) => {
  const { places, receiver } = await setUp(t)
  const secret = makeSecret()
  receiver.secrets.push(secret)
  const { status, body } = await places.post('/api/search', {
    query: '*',
    webhook: { url: receiver.url, secret, include: 'result', metadata: { order: '7' } },
  })
  assert.equal(status, 202)
  await receiver.received(1)
  const [request] = receiver.requests
  assert.equal(request?.genuine, true)
  const { type, data } = JSON.parse(request?.body ?? '')
  assert.equal(type, 'search.succeeded')
  assert.deepEqual([data.searchId, data.sessionId, data.status], [body.id, body.sessionId, 'succeeded'])
  assert.deepEqual([data.complete, data.kept, data.new, data.error], [true, 3, 3, null])
  assert.deepEqual(data.metadata, { order: '7' })
  assert.equal(data.result.counts.kept, 3)
  assert.equal(data.searchHref, `/api/search/${body.id}`)
  const { body: list } = await places.get(`/api/webhooks?subjectId=${body.id}`)
  assert.equal(list.items.length, 1)
  const stored = await places.db.query<{ text: string }>(sql`select s::text as text from searches s`)
  assert.ok(!stored[0]?.text.includes('webhook'))
  assert.deepEqual(await places.db.query(sql`select subject_id from webhook_wishes`), [])
})

test('a search that fails is told to endpoints that take it', async (t) => {
  const { places, receiver, crawl } = await setUp(t)
  const { body: created } = await places.post('/api/webhook-endpoints', {
    url: receiver.url,
    events: ['search.failed'],
  })
  receiver.secrets.push(created.secret)
  const good = await places.post('/api/search', { query: '*' })
  await places.ended(good.body.id)
  crawl.before = () => {
    throw new SurveyorError('target_blocked', 'Blocked.')
  }
  const bad = await places.post('/api/search', { query: 'x' })
  await receiver.received(1)
  const { type, data } = JSON.parse(receiver.requests[0]?.body ?? '')
  assert.equal(type, 'search.failed')
  assert.equal(data.searchId, bad.body.id)
  assert.equal(data.error.code, 'target_blocked')
  assert.equal(receiver.requests[0]?.genuine, true)
})

test('a webhook that cannot be is refused before anything is stored', async (t) => {
  const { places } = await setUp(t)
  for (const [webhook, pointer] of [
    [{}, '/webhook'],
    [{ endpointId: newId('whe') }, '/webhook/endpointId'],
    [{ url: 'https://example.com/', events: ['job.failed'] }, '/webhook/events/0'],
    [{ url: 'https://example.com/', headers: { 'webhook-id': 'x' } }, '/webhook/headers/webhook-id'],
  ] as const) {
    const { status, body } = await places.post('/api/search', { query: '*', webhook })
    assert.deepEqual([status, body.errors[0].pointer], [422, pointer])
  }
  const { status } = await places.post('/api/search', { query: '*', webhook: { url: 'http://10.0.0.1/' } })
  assert.equal(status, 403)
  assert.deepEqual(await places.db.query(sql`select id from searches`), [])
})

test('records are read, replayed and cleaned up; never one that waits', async (t) => {
  const { places, receiver } = await setUp(t)
  const { body: created } = await places.post('/api/webhook-endpoints', { url: receiver.url })
  const { body: tested } = await places.post(`/api/webhook-endpoints/${created.endpoint.id}/test`, {})
  await receiver.received(1)
  const { status, body: replay } = await places.post(`/api/webhooks/${tested.id}/replay`, {})
  assert.equal(status, 202)
  assert.equal(replay.webhookId, tested.webhookId)
  await receiver.received(2)
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 1)
  for (;;) {
    const { body } = await places.get('/api/webhooks/stats')
    if (body.byStatus.delivered === 2) break
  }
  await places.db.execute(sql`
    insert into webhook_records (id, direction, message_id, event, source, body, status, created_at)
    values (gen_random_uuid(), 'incoming', 'msg_1', 'enrichment.completed', 'crawl', '{}', 'pending', '2020-01-01')`)
  const incoming = await places.get('/api/webhooks?direction=incoming')
  assert.equal(incoming.body.items[0].event, 'enrichment.completed')
  const again = await places.post(`/api/webhooks/${incoming.body.items[0].id}/replay`, {})
  assert.deepEqual([again.status, again.body.code], [409, 'conflict'], 'it was not even processed once')
  const cleanUp = async (query = '') => {
    const response = await fetch(`${places.url}/api/webhooks/cleanup${query}`, { method: 'DELETE' })
    return [response.status, await response.json()]
  }
  assert.deepEqual(await cleanUp(), [200, { deleted: 0 }])
  await places.db.execute(sql`update webhook_records set completed_at = now() - interval '31 days' where id =
    ${tested.id.slice('whk_'.length)}`)
  assert.deepEqual(await cleanUp(), [200, { deleted: 1 }])
  assert.equal((await places.get(`/api/webhooks/${tested.id}`)).status, 404)
  assert.deepEqual(await cleanUp('?olderThanDays=0'), [200, { deleted: 1 }])
  assert.equal((await places.get('/api/webhooks')).body.items.length, 1)
  for (const query of ['?olderThanDays=-1', '?olderThanDays=x', '?days=1']) {
    assert.equal((await cleanUp(query))[0], 422)
  }
})

test('unknown ids and bad input', async (t) => {
  const { places } = await setUp(t)
  for (const id of [newId('whk'), 'x', newId('whe')]) {
    assert.equal((await places.get(`/api/webhooks/${id}`)).status, 404)
    assert.equal((await places.post(`/api/webhooks/${id}/replay`, {})).status, 404)
  }
  assert.equal((await places.get('/api/webhooks?event=no%20event')).status, 422)
  assert.equal((await places.post('/api/webhooks/replay', { since: 'x' })).status, 422)
  assert.equal((await places.post('/api/webhook-endpoints', { url: 'x' })).status, 422)
})

test('every path asks for the scope webhooks', async (t) => {
  const places = await startTestPlaces(t, {
    fixedKeys: [
      { name: 'admin', secret: ADMIN, scopes: ['admin'] },
      { name: 'search', secret: 'the-search-key-of-this-test-001', scopes: ['search', 'places'] },
    ],
  })
  for (const [method, path] of [
    ['GET', '/api/webhooks'],
    ['GET', '/api/webhooks/stats'],
    ['GET', `/api/webhooks/${newId('whk')}`],
    ['POST', `/api/webhooks/${newId('whk')}/replay`],
    ['POST', '/api/webhooks/replay'],
    ['DELETE', '/api/webhooks/cleanup'],
    ['GET', '/api/webhook-endpoints'],
    ['POST', '/api/webhook-endpoints'],
    ['GET', `/api/webhook-endpoints/${newId('whe')}`],
    ['PATCH', `/api/webhook-endpoints/${newId('whe')}`],
    ['DELETE', `/api/webhook-endpoints/${newId('whe')}`],
    ['POST', `/api/webhook-endpoints/${newId('whe')}/rotate`],
    ['POST', `/api/webhook-endpoints/${newId('whe')}/test`],
  ] as const) {
    const status = async (key?: string) =>
      (
        await fetch(places.url + path, {
          method,
          ...(key === undefined ? {} : { headers: { 'x-api-key': key } }),
        })
      ).status
    assert.equal(await status(), 401, path)
    assert.equal(await status('the-search-key-of-this-test-001'), 403, path)
    assert.ok([200, 404, 422].includes(await status(ADMIN)), path)
  }
})
