import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { callbackSecrets } from './callback-secret.ts'
import { makeSecret, refusalOf, secretBytes, signedHeaders } from './sign.ts'

test('whatever text the operator shares, what one side signs the other takes', () => {
  const body = Buffer.from('{"type":"webhook.test"}')
  const timestamp = 1_795_251_600
  for (const text of [
    makeSecret(),
    randomBytes(32).toString('base64'),
    randomBytes(32).toString('base64url'),
    'short',
    'x'.repeat(200),
    'eine Passphrase mit Ümlauten und Leerzeichen',
  ]) {
    const secrets = callbackSecrets(text)
    assert.ok(
      secrets.every((secret) => secretBytes(secret) !== null),
      text,
    )
    const headers = { ...signedHeaders(secrets.slice(0, 1), { id: 'msg_1', timestamp, body }) }
    assert.equal(refusalOf(callbackSecrets(text), { headers, body }, timestamp * 1_000), null, text)
    assert.equal(
      refusalOf(callbackSecrets(`${text}.`), { headers, body }, timestamp * 1_000),
      'bad_signature',
    )
  }
})

test('a secret in a form of the standard is meant as its libraries read it', () => {
  const now = new Date()
  for (const text of [makeSecret(), randomBytes(32).toString('base64')]) {
    const body = '{"type":"webhook.test"}'
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(text).sign('msg_1', now, body),
    }
    assert.equal(refusalOf(callbackSecrets(text), { headers, body: Buffer.from(body) }, now.getTime()), null)
  }
})
