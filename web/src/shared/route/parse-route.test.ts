// Addresses of views: what is written is read again, and what a person mistypes does no harm.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkTo, parseRoute } from './parse-route.ts'

test('a link is read as it was written', () => {
  for (const path of [[], ['places'], ['sessions', 'ses_1'], ['a b', 'c/d?e#f', '100%']]) {
    const params = { q: 'café & bar', empty: '', none: null, missing: undefined }
    const route = parseRoute(linkTo(path, params))
    assert.deepEqual(route.path, path)
    assert.deepEqual([...route.params], [['q', 'café & bar']])
  }
  assert.equal(linkTo(['places'], new URLSearchParams('a=1&b=')), '#/places?a=1')
})

test('any text is some address', () => {
  assert.deepEqual(parseRoute('').path, [])
  assert.deepEqual(parseRoute('#').path, [])
  assert.deepEqual(parseRoute('#//places///x').path, ['places', 'x'])
  assert.deepEqual(parseRoute('#/%E0%A4%A').path, ['%E0%A4%A'])
  assert.deepEqual(
    [...parseRoute('#/places?a=1?b&a=2').params],
    [
      ['a', '1?b'],
      ['a', '2'],
    ],
  )
})
