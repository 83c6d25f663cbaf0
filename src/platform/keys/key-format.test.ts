// The text of keys: its form, its checksum, its randomness.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isKeyText, keyPrefix, makeKey } from './key-format.ts'

test('a made key is one, and shows only its first characters', () => {
  for (const environment of ['live', 'test'] as const) {
    const key = makeKey(environment)
    assert.match(key, new RegExp(`^srv_${environment}_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$`))
    assert.equal(isKeyText(key), true)
    assert.equal(keyPrefix(key), key.slice(0, 13))
  }
})

test('the checksum is the CRC-32 of the text before it, in base 62', () => {
  // Computed with another implementation (Python's zlib.crc32).
  assert.equal(isKeyText(`srv_live_${'A'.repeat(30)}_2xMpG9`), true)
  assert.equal(isKeyText(`srv_test_${'A'.repeat(30)}_2xMpG9`), false)
})

test('a key with one character changed is not valid', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  fc.assert(
    fc.property(
      fc.integer({ min: 9, max: 45 }),
      fc.constantFrom(...Array.from(alphabet)),
      (index, character) => {
        const key = makeKey('live')
        const changed = key.slice(0, index) + character + key.slice(index + 1)
        return changed === key || !isKeyText(changed)
      },
    ),
  )
})

test('anything else is not valid', () => {
  fc.assert(fc.property(fc.string(), (text) => !isKeyText(text)))
  const key = makeKey('live')
  for (const text of [
    '',
    key + 'x',
    ` ${key}`,
    key.toUpperCase(),
    key.slice(0, -1),
    key.replace('srv', 'svr'),
  ]) {
    assert.equal(isKeyText(text), false)
  }
})

test('keys use the whole alphabet evenly and never repeat', () => {
  const keys = Array.from({ length: 2_000 }, () => makeKey('live'))
  assert.equal(new Set(keys).size, keys.length)
  const counts = new Map<string, number>()
  for (const key of keys) for (const c of key.slice(9, 39)) counts.set(c, (counts.get(c) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // 60,000 characters, 968 each on average, standard deviation 31: six of those are out of reach by chance.
  for (const count of counts.values()) assert.ok(count > 780 && count < 1_160)
})
