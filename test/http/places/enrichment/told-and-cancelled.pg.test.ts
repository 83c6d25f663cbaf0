// Who is told of the end of an enrichment, and what a cancel reaches.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { ended, shop, start, stored } from '#test/support/places/enrichment-world.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'

const SECRET = makeSecret()
const webhooks = { allow: ['127.0.0.1/32'], pollMs: 200, timeScale: 0.000_001 }

async function receiverFor(t: TestContext): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver()
  receiver.secrets.push(SECRET)
  t.after(async () => receiver[Symbol.asyncDispose]())
  return receiver
}

const eventsOf = ({ requests }: WebhookReceiver) =>
  requests
    .map(({ body, path, genuine }) => ({ ...JSON.parse(body), path, genuine }))
    .toSorted((a, b) => a.data.sequence - b.data.sequence)

test('each request is told of the end at its own address, kept endpoints once', async (t) => {
  const receiver = await receiverFor(t)
  const world = await start(t, { gated: true, webhooks })
  const { places, crawl } = world
  const [id = '', none = '', bad = ''] = await stored(world, [shop(1), shop(2, { website: null }), shop(3)])
  crawl.find = (website) => {
    if (website.includes('shop3')) throw new SurveyorError('target_blocked', 'The website shows a captcha.')
    return { emails: [{ value: 'info@shop1.test', confidence: 0.9 }] }
  }
  const webhook = (path: string, more = {}) => ({
    url: `${receiver.url}/${path}`,
    secret: SECRET,
    metadata: { order: path },
    ...more,
  })
  const endpoint = await places.post('/api/webhook-endpoints', {
    url: `${receiver.url}/kept`,
    events: ['enrichment.succeeded'],
  })
  assert.equal(endpoint.status, 201, endpoint.text)
  receiver.secrets.push(endpoint.body.secret)

  const first = await places.post('/api/enrich/start', { placeId: id, webhook: webhook('one') })
  assert.equal(first.status, 202, first.text)
  await places.post('/api/enrich/start', { placeId: id, webhook: webhook('two', { include: 'result' }) })
  const batch = await places.post('/api/enrich/batch', {
    placeIds: [id, none, bad],
    webhook: webhook('batch', { events: ['enrichment.no_website', 'enrichment.failed'] }),
  })
  assert.deepEqual([batch.status, batch.body.accepted, batch.body.running], [202, 2, 1], batch.text)
  crawl.gate.open()
  await receiver.received(5)
  for (const placeId of [id, none, bad]) await ended(world, placeId)
  const told = eventsOf(receiver)
  assert.deepEqual(
    told.map(({ type, data, path, genuine }) => [type, data.placeId, path, genuine]).toSorted(),
    [
      ['enrichment.failed', bad, '/batch', true],
      ['enrichment.no_website', none, '/batch', true],
      ['enrichment.succeeded', id, '/kept', true],
      ['enrichment.succeeded', id, '/one', true],
      ['enrichment.succeeded', id, '/two', true],
    ].toSorted(),
  )
  const of = (order: string) => told.find(({ data }) => data.metadata.order === order).data
  assert.deepEqual(of('one').added.emails, ['info@shop1.test'])
  assert.equal(of('one').result, undefined)
  assert.deepEqual(of('two').result, { emails: [{ value: 'info@shop1.test', confidence: 0.9 }] })
  assert.equal(told.find(({ type }) => type === 'enrichment.failed').data.error.code, 'target_blocked')
  assert.equal((await places.get(of('one').resultHref)).body.enrichment.id, of('one').enrichmentId)
  const { body: records } = await places.get('/api/webhooks?direction=outgoing')
  assert.equal(records.items.length, 5)
})

test('a report that is replayed changes nothing and tells nobody again', async (t) => {
  const receiver = await receiverFor(t)
  const world = await start(t, { webhooks })
  const { places } = world
  const [id = ''] = await stored(world, [shop(4)])
  await places.post('/api/enrich/start', { placeId: id, webhook: { url: receiver.url, secret: SECRET } })
  await receiver.received(1)
  const before = (await places.get(`/api/places/${id}`)).body
  const { body: incoming } = await places.get('/api/webhooks?direction=incoming')
  const replay = await places.post(`/api/webhooks/${incoming.items[0].id}/replay`, {})
  assert.equal(replay.status, 202)
  for (;;) {
    const { body } = await places.get(`/api/webhooks/${replay.body.id}`)
    if (body.completedAt === null) continue
    assert.deepEqual([body.status, body.lastError], ['discarded', 'nobody_waits'])
    break
  }
  assert.deepEqual((await places.get(`/api/places/${id}`)).body, before)
  assert.equal((await places.get('/api/webhooks?direction=outgoing')).body.items.length, 1)
})

test('a cancel ends the enrichment and its job in crawl, and is told', async (t) => {
  const receiver = await receiverFor(t)
  const world = await start(t, { gated: true, webhooks })
  const { places, crawl } = world
  const [id = '', other = ''] = await stored(world, [shop(5), shop(6)])
  await places.post('/api/enrich/start', { placeId: id, webhook: { url: receiver.url, secret: SECRET } })
  while ((await places.get(`/api/enrich/status/${id}`)).body.enrichment.status !== 'running') await delay(10)
  // Crawl is away when it is cancelled: it hears of it afterwards.
  crawl.refusal = new SurveyorError('draining', 'Crawl stops.')
  const cancelled = await places.post(`/api/enrich/cancel/${id}`, {})
  assert.deepEqual([cancelled.status, cancelled.body.enrichment.status], [200, 'cancelled'], cancelled.text)
  crawl.refusal = null
  while (crawl.cancelled.length === 0) await delay(10)
  assert.equal(crawl.cancelled.length, 1)
  await receiver.received(1)
  assert.deepEqual(
    eventsOf(receiver).map(({ type }) => type),
    ['enrichment.cancelled'],
  )
  const again = await places.post(`/api/enrich/cancel/${id}`, {})
  assert.deepEqual([again.status, again.body], [200, cancelled.body])
  const never = await places.post(`/api/enrich/cancel/${other}`, {})
  assert.deepEqual([never.status, never.body.enrichment], [200, null])
  const unknown = 'plc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
  assert.equal((await places.post(`/api/enrich/cancel/${unknown}`, {})).status, 404)
  crawl.gate.open()
  assert.equal((await ended(world, id)).status, 'cancelled')
})

test('a key cancels what it began, and a wrong webhook is refused before anything begins', async (t) => {
  const fixedKeys = ['first', 'second'].map((name) => ({
    name,
    secret: `the-${name}-key-of-this-test-0000001`,
    scopes: ['enrich' as const, 'places' as const],
  }))
  const world = await start(t, { gated: true, fixedKeys })
  const as = (nth: number) => ({ 'x-api-key': fixedKeys[nth]?.secret ?? '' })
  const [id = ''] = await stored(world, [shop(7)], as(0))
  const begin = (webhook: object) => world.places.post('/api/enrich/start', { placeId: id, webhook }, as(0))
  for (const [webhook, pointer] of [
    [{ url: 'ftp://example.org/' }, '/webhook/url'],
    [{ url: 'https://example.org/', events: ['search.failed'] }, '/webhook/events/0'],
    [{}, '/webhook'],
  ] as const) {
    const { status, body } = await begin(webhook)
    assert.deepEqual([status, body.errors?.[0]?.pointer], [422, pointer], JSON.stringify(body))
  }
  assert.equal((await world.places.get(`/api/enrich/status/${id}`, as(0))).body.enrichment, null)
  assert.equal((await world.places.post('/api/enrich/start', { placeId: id }, as(0))).status, 202)
  assert.equal((await world.places.post(`/api/enrich/cancel/${id}`, {}, as(1))).status, 409)
  assert.equal((await world.places.post(`/api/enrich/cancel/${id}`, {}, as(0))).status, 200)
  world.crawl.gate.open()
})
