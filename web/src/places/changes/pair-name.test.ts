// What a pair of places is called.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairName } from './pair-name.ts'

test('both names, or the one that they share', () => {
  assert.equal(pairName(['Hotel Post', 'Post']), 'Hotel Post · Post')
  assert.equal(pairName(['Coop', 'Coop']), 'Coop × 2')
  assert.equal(pairName(['Coop', null]), 'Coop · No name')
  assert.equal(pairName(['a\u202eb', 'c']), 'a⟨U+202E⟩b · c')
})
