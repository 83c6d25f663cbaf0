// The receiving side: only genuine and fresh webhooks, each once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { receiveWebhook } from './receive.ts'
import { makeSecret, signedHeaders } from '#platform/webhooks/secrets/sign.ts'

const secret = makeSecret()
const sender = { name: 'crawl', secrets: [secret] }
const BODY = '{"type": "enrichment.completed", "data": {"name": "Café\\u0000"}}'

function signed(id: string, body = BODY, options: { readonly ageS?: number; readonly by?: string } = {}) {
  const { ageS = 0, by = secret } = options
  const timestamp = Math.floor(Date.now() / 1000) - ageS
  return { headers: { ...signedHeaders([by], { id, timestamp, body }) }, rawBody: Buffer.from(body) }
}

test('a genuine one is kept once, and a repeat gets the same answer', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks'])
  const first = await receiveWebhook(db, sender, signed('msg_1'))
  assert.equal(first.duplicate, false)
  assert.equal(first.event, 'enrichment.completed')
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, i) =>
      receiveWebhook(db, sender, signed('msg_1', BODY, { ageS: i })),
    ),
  )
  for (const answer of answers) assert.deepEqual(answer, { ...first, duplicate: true })
  const racing = await Promise.all(
    Array.from({ length: 20 }, async () => receiveWebhook(db, sender, signed('msg_2'))),
  )
  assert.equal(racing.filter(({ duplicate }) => !duplicate).length, 1)
  assert.equal(new Set(racing.map(({ recordId }) => recordId)).size, 1)
  // Another sender may use the same id.
  assert.equal((await receiveWebhook(db, { ...sender, name: 'other' }, signed('msg_1'))).duplicate, false)
  const rows = await db.query(
    sql`select direction, status, source, message_id from webhook_records order by created_at limit 1`,
  )
  assert.deepEqual(rows, [{ direction: 'incoming', status: 'pending', source: 'crawl', message_id: 'msg_1' }])
})

test('what the public library signs is received', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks'])
  const now = new Date()
  const headers = {
    'webhook-id': 'msg_lib',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_lib', now, BODY),
  }
  const { duplicate } = await receiveWebhook(db, sender, { headers, rawBody: Buffer.from(BODY) })
  assert.equal(duplicate, false)
})

test('a wrong signature, an old or future time, another body: 401, and nothing is kept', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks'])
  const good = signed('msg_1')
  for (const [name, incoming] of Object.entries({
    'another secret': signed('msg_1', BODY, { by: makeSecret() }),
    old: signed('msg_1', BODY, { ageS: 400 }),
    future: signed('msg_1', BODY, { ageS: -400 }),
    'written again': { ...good, rawBody: Buffer.from(JSON.stringify(JSON.parse(BODY))) },
    'another id': { ...good, headers: { ...good.headers, 'webhook-id': 'msg_2' } },
    'a header twice': { ...good, headers: { ...good.headers, 'webhook-id': ['msg_1', 'msg_1'] } },
    unsigned: { ...good, headers: {} },
  })) {
    await assert.rejects(
      receiveWebhook(db, sender, incoming),
      (error) => error instanceof SurveyorError && error.status === 401 && !error.message.includes(secret),
      name,
    )
  }
  await assert.rejects(receiveWebhook(db, { ...sender, secrets: [] }, good), { code: 'unauthenticated' })
  assert.deepEqual(await db.query(sql`select id from webhook_records`), [])
})

test('a genuine body that is no event is refused', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks'])
  for (const body of ['', 'x', '[]', '{}', '{"type":7}', '{"type":""}', 'null']) {
    await assert.rejects(
      receiveWebhook(db, sender, signed('msg_1', body)),
      { code: 'validation_failed' },
      body,
    )
  }
  const long = signed('m'.repeat(300))
  await assert.rejects(receiveWebhook(db, sender, long), { code: 'validation_failed' })
})
