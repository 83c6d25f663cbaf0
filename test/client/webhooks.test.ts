// The verification of webhooks by the client: what the services sign counts, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook, WebhookError, type WebhookRequest } from '#client/index.ts'
import { makeSecret, signedHeaders } from '#platform/webhooks/secrets/sign.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const SECRET = makeSecret()
const BODY = JSON.stringify({
  type: 'job.succeeded',
  timestamp: '2026-11-21T09:00:00.000Z',
  data: { jobId: 'job_1', name: 'Café' },
})

function signed(secrets: readonly string[], { sentAt = NOW, body = BODY } = {}): WebhookRequest {
  const headers = signedHeaders(secrets, { id: 'msg_1', timestamp: Math.floor(sentAt / 1_000), body })
  return { secret: SECRET, headers: { ...headers }, body, now: NOW }
}

const isRefused = (code: string) => (error: unknown) => error instanceof WebhookError && error.code === code

test('an event that the service signed is read, from text or bytes, from Node or fetch', async () => {
  const request = signed([SECRET])
  const event = {
    id: 'msg_1',
    type: 'job.succeeded',
    timestamp: '2026-11-21T09:00:00.000Z',
    data: { jobId: 'job_1', name: 'Café' },
  }
  assert.deepEqual(await verifyWebhook(request), event)
  const headers = new Headers(request.headers as Record<string, string>)
  assert.deepEqual(await verifyWebhook({ ...request, headers, body: Buffer.from(BODY) }), event)
})

test('while a secret changes either one counts, on both sides', async () => {
  const other = makeSecret()
  await verifyWebhook(signed([other, SECRET]))
  await verifyWebhook({ ...signed([other]), secret: [SECRET, other] })
  await assert.rejects(verifyWebhook(signed([other])), isRefused('bad_signature'))
})

test('whatever was changed is refused, with the reason', async () => {
  const good = signed([SECRET])
  const headers = good.headers as Record<string, string>
  const changed = (more: Record<string, string | undefined>, body = BODY) =>
    verifyWebhook({ ...good, body, headers: { ...headers, ...more } })
  await assert.rejects(changed({}, BODY.replace('job_1', 'job_2')), isRefused('bad_signature'))
  await assert.rejects(changed({ 'webhook-id': 'msg_2' }), isRefused('bad_signature'))
  await assert.rejects(changed({ 'webhook-timestamp': String(NOW / 1_000 + 1) }), isRefused('bad_signature'))
  await assert.rejects(changed({ 'webhook-timestamp': 'soon' }), isRefused('bad_timestamp'))
  for (const signature of ['v1,', 'v1,!!!', 'v2,AAAA', 'v1', `${headers['webhook-signature']}=`.slice(3)]) {
    await assert.rejects(changed({ 'webhook-signature': signature }), isRefused('bad_signature'), signature)
  }
  for (const name of Object.keys(headers)) {
    await assert.rejects(changed({ [name]: undefined }), isRefused('missing_headers'), name)
    await assert.rejects(changed({ [name]: '' }), isRefused('missing_headers'), name)
  }
})

test('an event counts for five minutes on either side of now', async () => {
  for (const seconds of [-300, 300]) await verifyWebhook(signed([SECRET], { sentAt: NOW + seconds * 1_000 }))
  await assert.rejects(verifyWebhook(signed([SECRET], { sentAt: NOW - 301_000 })), isRefused('too_old'))
  await assert.rejects(verifyWebhook(signed([SECRET], { sentAt: NOW + 301_000 })), isRefused('too_new'))
  await verifyWebhook({ ...signed([SECRET], { sentAt: NOW - 3_600_000 }), toleranceSeconds: 3_600 })
})

test('what is signed and no event is refused, and so is a secret that is none', async () => {
  for (const body of ['', 'null', '[]', '{"type":7}', '{"type":"a"}', '<p>']) {
    await assert.rejects(verifyWebhook(signed([SECRET], { body })), isRefused('not_an_event'), body)
  }
  for (const secret of ['', 'secret', 'whsec_', 'whsec_AAAA', 'whsec_!!', `whsec_${'A'.repeat(100)}`]) {
    await assert.rejects(verifyWebhook({ ...signed([SECRET]), secret }), TypeError, secret)
  }
})
