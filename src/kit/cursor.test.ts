import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCursor, encodeCursor } from './cursor.ts'

test('a cursor gives back the values it was made from', () => {
  const values = ['Café ☕', 12.5, null]
  assert.deepEqual(decodeCursor(encodeCursor(values), 3), values)
})

test('a cursor of another list, or none at all, is refused', () => {
  assert.equal(decodeCursor(encodeCursor(['a']), 2), null)
  assert.equal(decodeCursor('not a cursor', 1), null)
  assert.equal(decodeCursor('', 1), null)
  assert.equal(decodeCursor(Buffer.from('[{"a":1}]').toString('base64url'), 1), null)
  for (const text of ['a\u0000', '\ud800'])
    assert.equal(decodeCursor(encodeCursor([text]), 1), null, 'no list is sorted by what cannot be stored')
  assert.equal(decodeCursor(Buffer.from('{"length":1}').toString('base64url'), 1), null)
})
