// The `webhooks` of both descriptions: every event is present, and every sent event has the described shape.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Check } from 'typebox/value'
import { PROXY_WEBHOOK_EVENTS } from '#contract/crawl/learned/proxy-webhooks.ts'
import {
  CDN_WEBHOOK_EVENTS,
  JOB_WEBHOOK_EVENTS,
  OWN_WEBHOOK_EVENTS,
  ENRICHMENT_WEBHOOK_EVENTS,
  SEARCH_WEBHOOK_EVENTS,
} from '#contract/webhook.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { readReport } from '#crawl/cdn/read-report.ts'
import { takeReports } from '#crawl/cdn/take-reports.ts'
import { readDescription, type Description } from '#test/support/http/openapi.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { serveEcho } from '#test/support/crawl/test-worker.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const WEBHOOKS = { allow: ['127.0.0.1/32'], pollMs: 100, timeScale: 0.000_001 }

async function receiverOf(t: TestContext): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver((request, response) => {
    response.writeHead(request.path === '/gone' ? 410 : 200).end()
  })
  t.after(async () => receiver[Symbol.asyncDispose]())
  return receiver
}

/** Each event that came, checked against the description. */
function classified({ webhooks = {} }: Description, { requests }: WebhookReceiver): string[] {
  return requests.map(({ body, headers }) => {
    const event = JSON.parse(body) as { type: string }
    const described = webhooks[event.type]?.post
    assert.ok(described, `${event.type} is not described`)
    const { schema = {} } = described.requestBody?.content['application/json'] ?? {}
    assert.ok(Check(schema, event), body)
    for (const { name, required } of described.parameters ?? []) {
      if (required === true) assert.ok(headers[name], name)
    }
    return event.type
  })
}

test('crawl describes every event that it sends, and sends what it describes', async (t) => {
  const receiver = await receiverOf(t)
  const crawl = await startTestCrawl(t, { webhooks: WEBHOOKS })
  const description = await readDescription(crawl.url)
  const names = Object.keys(description.webhooks ?? {})
  assert.deepEqual(names, [
    ...JOB_WEBHOOK_EVENTS,
    ...CDN_WEBHOOK_EVENTS,
    ...OWN_WEBHOOK_EVENTS,
    ...PROXY_WEBHOOK_EVENTS,
  ])

  const endpoint = async (path: string) => {
    const { json } = await crawl.call<{ endpoint: { id: string } }>('POST', '/api/webhook-endpoints', {
      body: { url: receiver.url + path, include: 'result' },
    })
    return json.endpoint.id
  }
  const kept = await endpoint('/kept')
  const webhook = { url: `${receiver.url}/asked`, metadata: { order: '7' } }
  const submit = async (path: string, body: object) =>
    (await crawl.call<{ id: string }>('POST', path, { body, headers: { prefer: 'respond-async' } })).json.id
  const cancelled = await submit('/api/v1/echo/extract', { text: 'late', webhook })
  await crawl.call('POST', `/api/jobs/${cancelled}/cancel`)
  await serveEcho(crawl, ({ job }) => {
    const { text } = job.input as { text: string }
    return text === 'bad'
      ? problemOf(new SurveyorError('empty_content', 'There is nothing.'))
      : { echo: text }
  })
  await submit('/api/v1/echo/extract', { text: 'good', url: 'https://example.com/', webhook })
  await submit('/api/v1/echo/extract', { text: 'bad', webhook })
  await submit('/api/v1/echo/batch/extract', { items: [{ text: 'good' }, { text: 'bad' }], webhook })
  await crawl.call('POST', `/api/webhook-endpoints/${kept}/test`, { body: {} })
  const proxy = await crawl.call<{ id: string }>('POST', '/api/proxy', { body: { url: 'http://proxy.test' } })
  await crawl.call('PATCH', `/api/proxy/${proxy.json.id}`, { body: { state: 'disabled' } })
  await crawl.call('POST', '/api/proxy/lease', { body: {} })
  const seen = readReport({ domain: 'example.org', ips: ['104.16.0.1'], outcome: 'ok' }, 'worker')
  assert.ok(seen !== null)
  await crawl.db.transaction(async (tx) => takeReports(tx, [seen]))
  await receiver.received(11)
  // Created last, so that it receives nothing else.
  const gone = await endpoint('/gone')
  await crawl.call('POST', `/api/webhook-endpoints/${gone}/test`, { body: {} })
  await receiver.received(13)
  const counts = Object.groupBy(classified(description, receiver), (type) => type)
  assert.deepEqual(Object.fromEntries(Object.entries(counts).map(([type, all]) => [type, all?.length])), {
    'cdn.detected': 1,
    'job.cancelled': 2,
    'job.succeeded': 2,
    'job.failed': 2,
    'job.partially_succeeded': 2,
    'webhook.test': 2,
    'endpoint.disabled': 1,
    'proxy.group_exhausted': 1,
  })
})

test('places describes every event that it sends, and sends what it describes', async (t) => {
  const receiver = await receiverOf(t)
  const fake = await startFakeCrawl(
    t,
    createMapProvider({
      places: [madePlace('node/1', { lat: 43.7, lng: 7.4 })],
      pageSize: 20,
      maxResults: null,
      areas: {},
    }),
  )
  const places = await startTestPlaces(t, { crawlUrl: fake.url, webhooks: WEBHOOKS })
  const description = await readDescription(places.url)
  assert.deepEqual(Object.keys(description.webhooks ?? {}), [
    ...SEARCH_WEBHOOK_EVENTS,
    ...ENRICHMENT_WEBHOOK_EVENTS,
    ...OWN_WEBHOOK_EVENTS,
  ])
  const webhook = { url: receiver.url, include: 'result', metadata: { order: '7' } }
  await places.post('/api/search', { query: '*', webhook })
  await receiver.received(1)
  await places.post('/api/search', { query: '*', location: 'Nowhere at all', webhook })
  await receiver.received(2)
  assert.deepEqual(classified(description, receiver), ['search.succeeded', 'search.failed'])
})

test('every example fits, and a body of another event does not', async (t) => {
  const { url } = await startTestPlaces(t)
  const { webhooks = {} } = await readDescription(url)
  for (const [event, { post }] of Object.entries(webhooks)) {
    const { schema = {}, example } = post.requestBody?.content['application/json'] ?? {}
    assert.ok(Check(schema, example), event)
    assert.ok(!Check(schema, { ...(example as object), type: 'another.event' }), event)
  }
})
