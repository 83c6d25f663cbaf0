import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEncryptor } from './encryptor.ts'

const encryptor = createEncryptor(Buffer.alloc(32, 1))

test('what is sealed opens for the same thing under the same pepper, and no other', () => {
  const encrypted = encryptor.encrypt('whsec_secret', 'endpoint 1')
  assert.ok(!encrypted.includes('whsec'))
  assert.notDeepEqual(encryptor.encrypt('whsec_secret', 'endpoint 1'), encrypted)
  assert.equal(encryptor.decrypt(encrypted, 'endpoint 1'), 'whsec_secret')
  assert.equal(createEncryptor(Buffer.alloc(32, 1)).decrypt(encrypted, 'endpoint 1'), 'whsec_secret')
  assert.equal(encryptor.decrypt(encrypted, 'endpoint 2'), null)
  assert.equal(createEncryptor(Buffer.alloc(32, 2)).decrypt(encrypted, 'endpoint 1'), null)
})

test('whatever byte is changed, it does not open', () => {
  const encrypted = encryptor.encrypt('text', 'x')
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] as number) ^ 1
    assert.equal(encryptor.decrypt(changed, 'x'), null, `byte ${at}`)
  }
  assert.equal(encryptor.decrypt(new Uint8Array(), 'x'), null)
  assert.equal(encryptor.decrypt(encrypted.subarray(0, 20), 'x'), null)
})
