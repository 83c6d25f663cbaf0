import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestWord, editDistance } from './closest-word.ts'

test('edit distance counts swaps once and gives up beyond the limit', () => {
  assert.equal(editDistance('locatoin', 'location', 2), 1)
  assert.equal(editDistance('kitten', 'sitting', 3), 3)
  assert.equal(editDistance('a', 'abcdef', 2), 3)
})

test('the word that was meant is found, and an unrelated one is not', () => {
  assert.equal(closestWord('locatoin', ['query', 'location', 'limit']), 'location')
  assert.equal(closestWord('zzz', ['query', 'location']), null)
})
