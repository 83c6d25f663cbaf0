import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { closestWord, editDistance } from './closest-word.ts'

test('edit distance counts swaps once and gives up beyond the limit', () => {
  assert.equal(editDistance('locatoin', 'location', 2), 1)
  assert.equal(editDistance('kitten', 'sitting', 3), 3)
  assert.equal(editDistance('a', 'abcdef', 2), 3)
})

/** By its definition: the last letters are equal, changed, added, left out, or swapped. */
function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [shortA, shortB] = [a.slice(0, -1), b.slice(0, -1)]
  const changed = edits(shortA, shortB) + (a.at(-1) === b.at(-1) ? 0 : 1)
  const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  const swapped = isSwapped ? edits(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity
  return Math.min(changed, swapped, edits(shortA, b) + 1, edits(a, shortB) + 1)
}

test('edit distance is what its definition says, and one more than the limit beyond it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, fc.nat({ max: 4 }), (a, b, limit) => {
      assert.equal(editDistance(a, b, limit), Math.min(edits(a, b), limit + 1))
    }),
    { numRuns: 500 },
  )
})

test('the word that was meant is found, and an unrelated one is not', () => {
  assert.equal(closestWord('locatoin', ['query', 'location', 'limit']), 'location')
  assert.equal(closestWord('zzz', ['query', 'location']), null)
})
