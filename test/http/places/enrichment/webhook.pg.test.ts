// The webhook receiver of places: events that crawl did not sign within five minutes are refused, others are stored
// once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { sql } from '#platform/db/sql.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'

const SECRET = makeSecret()
const PATH = '/api/enrich/webhook'
const BODY = '{"type": "webhook.test",  "data": {"sequence": 1}}'

function signed(id: string, body = BODY, { by = SECRET, ageMs = 0 } = {}): Record<string, string> {
  const sentAt = new Date(Date.now() - ageMs)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, sentAt, body),
  }
}

async function ended(places: TestPlaces, recordId: string) {
  for (;;) {
    const { body } = await places.get(`/api/webhooks/${recordId}`)
    if (body.completedAt !== null) return body
  }
}

test('a genuine event is answered at once, kept once, and then processed', async (t) => {
  const places = await startTestPlaces(t, { callbackSecret: SECRET })
  const first = await places.post(PATH, BODY, signed('msg_1'))
  assert.equal(first.status, 202)
  assert.match(first.body.recordId, /^whk_/)
  assert.deepEqual(first.body, { recordId: first.body.recordId, webhookId: 'msg_1', event: 'webhook.test' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => places.post(PATH, BODY, signed('msg_1'))),
  )
  for (const { status, body } of answers) assert.deepEqual([status, body], [202, first.body])

  const record = await ended(places, first.body.recordId)
  assert.deepEqual(
    [record.direction, record.status, record.attemptCount, record.payload.data],
    ['incoming', 'delivered', 1, { sequence: 1 }],
  )
  const { body: list } = await places.get('/api/webhooks?direction=incoming&event=webhook.test')
  assert.equal(list.items.length, 1)

  // An event that nothing here waits for is stored as well, and its record says so.
  const unknown = '{"type": "enrichment.completed", "data": {}}'
  const other = await places.post(PATH, unknown, signed('msg_2', unknown))
  const discarded = await ended(places, other.body.recordId)
  assert.deepEqual([discarded.status, discarded.lastError], ['discarded', 'unknown_event'])

  const replay = await places.post(`/api/webhooks/${first.body.recordId}/replay`, {})
  assert.deepEqual(
    [replay.status, replay.body.webhookId, replay.body.replayOf],
    [202, 'msg_1', first.body.recordId],
  )
  assert.equal((await ended(places, replay.body.id)).status, 'delivered')
  // A clean-up of everything does not make a repeat look new.
  await fetch(`${places.url}/api/webhooks/cleanup?olderThanDays=0`, { method: 'DELETE' })
  assert.deepEqual((await places.post(PATH, BODY, signed('msg_1'))).body, first.body)
})

test('what is not signed by crawl just now is 401, and nothing of it is kept', async (t) => {
  const places = await startTestPlaces(t, { callbackSecret: SECRET })
  const rewritten = JSON.stringify(JSON.parse(BODY))
  for (const [name, body, headers] of [
    ['unsigned', BODY, {}],
    ['another secret', BODY, signed('msg_1', BODY, { by: makeSecret() })],
    ['six minutes old', BODY, signed('msg_1', BODY, { ageMs: 360_000 })],
    ['six minutes ahead', BODY, signed('msg_1', BODY, { ageMs: -360_000 })],
    ['written again', rewritten, signed('msg_1')],
    ['another id', BODY, { ...signed('msg_1'), 'webhook-id': 'msg_2' }],
    ['no event, unsigned', '{"tpye": 7}', {}],
  ] as const) {
    const answer = await places.post(PATH, body, headers)
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], name)
    assert.ok(!answer.text.includes(SECRET.slice(6)), name)
  }
  const nothing = await fetch(places.url + PATH, { method: 'POST' })
  assert.equal(nothing.status, 401)
  const large = JSON.stringify({ type: 'webhook.test', data: 'x'.repeat(2_000_000) })
  assert.equal((await places.post(PATH, large, signed('msg_1', large))).status, 413)
  // The error does not even reveal that it is not JSON: the signature, which is for another body, is checked first.
  assert.equal((await places.post(PATH, '{"type": ', signed('msg_1'))).status, 401)
  for (const body of ['{}', '{"type": 7}', '[]']) {
    assert.equal((await places.post(PATH, body, signed('msg_1', body))).status, 422, body)
  }
  assert.deepEqual(await places.db.query(sql`select id from webhook_records`), [])

  const unsubscribed = await startTestPlaces(t)
  assert.equal(
    (await unsubscribed.post(PATH, BODY, signed('msg_1'))).status,
    401,
    'no secret: nothing is genuine',
  )
})

test('crawl tells places through an endpoint with the shared secret', async (t) => {
  const places = await startTestPlaces(t, { callbackSecret: SECRET })
  const crawl = await startTestCrawl(t, { webhooks: { allow: ['127.0.0.1/32'], pollMs: 100 } })
  const { json } = await crawl.call<{ endpoint: { id: string } }>('POST', '/api/webhook-endpoints', {
    body: { url: places.url + PATH, secret: SECRET },
  })
  const sent = await crawl.call<{ webhookId: string }>(
    'POST',
    `/api/webhook-endpoints/${json.endpoint.id}/test`,
    {
      body: {},
    },
  )
  for (;;) {
    const { body } = await places.get('/api/webhooks?direction=incoming&status=delivered')
    if (body.items.length === 0) continue
    assert.equal(body.items[0].webhookId, sent.json.webhookId)
    break
  }
})

test('records that are kept no longer go by themselves, those that wait stay', async (t) => {
  const places = await startTestPlaces(t, { webhooks: { keepMs: 60_000, retentionMs: 30 } })
  const insert = async (id: string, status: string, minutes: number) =>
    places.db.execute(sql`
      insert into webhook_records (id, direction, message_id, event, body, status, created_at, completed_at)
      values (gen_random_uuid(), 'outgoing', ${id}, 'search.failed', '{}', ${status},
        now() - interval '1 day', case when ${status} <> 'pending' then now() - ${minutes} * interval '1 minute' end)`)
  await insert('msg_new', 'delivered', 0)
  await insert('msg_waits', 'pending', 0)
  await insert('msg_old', 'failed', 5)
  for (;;) {
    const { body } = await places.get('/api/webhooks')
    const left = (body.items as { webhookId: string }[]).map(({ webhookId }) => webhookId)
    if (left.includes('msg_old')) continue
    assert.deepEqual(left.toSorted(), ['msg_new', 'msg_waits'])
    break
  }
})

test('the signature is judged over the bytes, before anything is read out of them', async (t) => {
  const places = await startTestPlaces(t, { callbackSecret: SECRET })
  for (const body of [
    '{"type": ',
    '[1',
    `{${'"k":1,'.repeat(40_000)}"z":1}`,
    `"${'\u0000'.repeat(90)}"`,
    '',
  ]) {
    const { status, body: problem } = await places.post(PATH, body, signed('msg_1', 'another body'))
    assert.deepEqual([status, problem.code], [401, 'unauthenticated'], body.slice(0, 20))
  }
  const genuine = await places.post(PATH, '{"type": ', signed('msg_2', '{"type": '))
  assert.deepEqual([genuine.status, genuine.body.code], [400, 'malformed_json'])
  const large = JSON.stringify({ type: 'webhook.test', data: 'x'.repeat(600_000) })
  const tooLarge = await places.post(PATH, large, signed('msg_3', large))
  assert.equal(tooLarge.status, 413)
})

test('strangers are counted by their address', async (t) => {
  const places = await startTestPlaces(t, {
    callbackSecret: SECRET,
    fixedKeys: [{ name: 'admin', secret: 'the-admin-key-of-this-test-0001', scopes: ['admin'] }],
  })
  const { status, headers } = await places.post(PATH, BODY, signed('msg_1', 'another body'))
  assert.deepEqual([status, headers.get('ratelimit-policy')], [401, '"default";q=30000;w=60'])
  const [, left = ''] = /r=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  assert.ok(Number(left) < 750, 'the burst of the bucket, less this one')
})
