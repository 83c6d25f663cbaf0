import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical-json.ts'

test('the order of keys does not count, that of lists does', () => {
  assert.equal(canonicalJson({ b: 1, a: { d: [2, 1], c: null } }), '{"a":{"c":null,"d":[2,1]},"b":1}')
  assert.equal(canonicalJson({ a: undefined, b: 1 }), canonicalJson({ b: 1 }))
  assert.notEqual(canonicalJson({ a: [1, 2] }), canonicalJson({ a: [2, 1] }))
  assert.notEqual(canonicalJson({ a: '1' }), canonicalJson({ a: 1 }))
  assert.equal(canonicalJson({ 10: 1, 9: 2, b: 3, a: 4 }), canonicalJson({ a: 4, b: 3, 9: 2, 10: 1 }))
  assert.equal(canonicalJson(undefined), 'null')
  assert.equal(canonicalJson('x'), '"x"')
})
