import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealer } from './sealer.ts'

const sealer = createSealer(Buffer.alloc(32, 1))

test('what is sealed opens for the same thing under the same pepper, and no other', () => {
  const sealed = sealer.seal('whsec_secret', 'endpoint 1')
  assert.ok(!sealed.includes('whsec'))
  assert.notDeepEqual(sealer.seal('whsec_secret', 'endpoint 1'), sealed)
  assert.equal(sealer.open(sealed, 'endpoint 1'), 'whsec_secret')
  assert.equal(createSealer(Buffer.alloc(32, 1)).open(sealed, 'endpoint 1'), 'whsec_secret')
  assert.equal(sealer.open(sealed, 'endpoint 2'), null)
  assert.equal(createSealer(Buffer.alloc(32, 2)).open(sealed, 'endpoint 1'), null)
})

test('whatever byte is changed, it does not open', () => {
  const sealed = sealer.seal('text', 'x')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] as number) ^ 1
    assert.equal(sealer.open(changed, 'x'), null, `byte ${at}`)
  }
  assert.equal(sealer.open(new Uint8Array(), 'x'), null)
  assert.equal(sealer.open(sealed.subarray(0, 20), 'x'), null)
})
