import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seenPlace, type SessionSearches } from './seen-in.ts'

const HERE = { lat: 43.7, lng: 7.4 }

const search = (id: string, known: Partial<SessionSearches[number]> = {}): SessionSearches[number] => ({
  id,
  question: 'cafes',
  areaName: `area of ${id}`,
  isComplete: true,
  inArea: () => true,
  ...known,
})

test('only complete searches for the same, in an area that holds the place, could have found it', () => {
  const searches = [
    search('a'),
    search('b'),
    search('c', { question: 'hotels', areaName: null }),
    search('d', { isComplete: false }),
    search('e', { inArea: () => false }),
    search('f', { isComplete: false }),
  ]
  assert.deepEqual(seenPlace(searches, new Set(['f', 'b']), HERE), {
    seenIn: { n: 2, of: 3 },
    searchedArea: 'area of b',
  })
  assert.deepEqual(seenPlace(searches, new Set(['c']), HERE), { seenIn: { n: 1, of: 1 }, searchedArea: null })
})
