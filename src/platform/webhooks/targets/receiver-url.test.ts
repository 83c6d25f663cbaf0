import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { encryptTarget, shownUrl } from './receiver-url.ts'

const encryptor = createEncryptor(Buffer.from('pepper of this test'))

for (const [url, shown] of [
  ['https://example.com', 'https://example.com'],
  ['https://example.com/hook?token=geheim', 'https://example.com/hook'],
  ['https://example.com/#token', 'https://example.com/'],
  [
    'https://hooks.chat.example/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    'https://hooks.chat.example/services/T00000000/B00000000/XXXX…',
  ],
  [
    'https://long-name-of-a-host.example.com:8443/webhook/2f1c6f8e-9a0b-4c1d-8e2f-3a4b5c6d7e8f/',
    'https://long-name-of-a-host.example.com:8443/webhook/2f1c…/',
  ],
] as const) {
  test(`${url} is shown as ${shown}`, () => {
    const sealed = encryptTarget(encryptor, { url })
    assert.equal(shownUrl(encryptor, { endpoint_id: null, url: null, sealed }), shown)
  })
}
