// Signatures against the public library of Standard Webhooks, in both directions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeSecret, refusalOf, secretBytes, signedHeaders } from './sign.ts'

const NOW = Date.now()
const nowS = Math.floor(NOW / 1000)
const BODY = '{"type":"job.succeeded","data":{"name":"Café 東京"}}'
const message = { id: 'msg_1', timestamp: nowS, body: BODY }
const refused = (secrets: readonly string[], headers: object, body: string | Uint8Array = BODY) =>
  refusalOf(secrets, { headers: { ...headers }, body: Buffer.from(body) }, NOW)

test('the vector of the specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const headers = signedHeaders([secret], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  })
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the public library verifies what we sign, and we what it signs', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW })
  for (let i = 0; i < 20; i += 1) {
    const secret = makeSecret()
    assert.doesNotThrow(() => new Webhook(secret).verify(BODY, { ...signedHeaders([secret], message) }))
    const signature = new Webhook(secret).sign(message.id, new Date(NOW), BODY)
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(nowS),
      'webhook-signature': signature,
    }
    assert.equal(refused([secret], headers), null)
    assert.equal(refused([makeSecret()], headers), 'bad_signature')
  }
})

test('while a secret changes, either verifies', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW })
  const [old, fresh] = [makeSecret(), makeSecret()]
  const headers = { ...signedHeaders([fresh, old], message) }
  assert.equal(headers['webhook-signature'].split(' ').length, 2)
  for (const secret of [old, fresh]) {
    assert.doesNotThrow(() => new Webhook(secret).verify(BODY, headers))
    assert.equal(refused([secret], headers), null)
  }
  assert.equal(refused([makeSecret(), old], headers), null)
})

test('anything changed, old or from the future is refused', () => {
  const secret = makeSecret()
  const headers = signedHeaders([secret], message)
  const at = (timestamp: number) => signedHeaders([secret], { ...message, timestamp })
  assert.equal(refused([secret], headers), null)
  assert.equal(refused([secret], at(nowS - 299)), null)
  assert.equal(refused([secret], at(nowS - 302)), 'too_old')
  assert.equal(refused([secret], at(nowS + 302)), 'too_new')
  assert.equal(refused([secret], { ...headers, 'webhook-timestamp': 'now' }), 'bad_timestamp')
  assert.equal(refused([secret], { ...headers, 'webhook-id': 'msg_2' }), 'bad_signature')
  assert.equal(refused([secret], { ...headers, 'webhook-timestamp': String(nowS - 1) }), 'bad_signature')
  assert.equal(refused([secret], headers, JSON.stringify(JSON.parse(BODY), null, 1)), 'bad_signature')
  assert.equal(refused([secret], { ...headers, 'webhook-signature': 'v1a,abc' }), 'bad_signature')
  assert.equal(refused([secret], { ...headers, 'webhook-signature': 'v1,' }), 'bad_signature')
  assert.equal(refused([secret], {}), 'missing_headers')
  assert.equal(refused([], headers), 'bad_signature')
})

test('a secret has 24 to 64 bytes', () => {
  const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  assert.equal(secretBytes(of(23)), null)
  assert.equal(secretBytes(of(24))?.length, 24)
  assert.equal(secretBytes(of(64))?.length, 64)
  assert.equal(secretBytes(of(65)), null)
  assert.equal(secretBytes(of(32).slice('whsec_'.length)), null)
  assert.equal(secretBytes(`${of(32)}!`), null)
  assert.equal(secretBytes(makeSecret())?.length, 32)
})
