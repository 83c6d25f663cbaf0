// The answers that are kept in memory: bounded by how many there are and by what is in them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#kit/time/clock.ts'
import { createAnswerMemory } from './kept-answers.ts'
import type { OverpassAnswer } from './overpass-answer.ts'

test('answers without any element do not pile up', () => {
  const memory = createAnswerMemory(systemClock)
  const nothing: OverpassAnswer = { elements: [], snapshotAt: null, partialReason: null }
  memory.set('first', nothing)
  assert.equal(memory.get('first'), nothing)
  for (let i = 0; i < 100_000; i += 1) memory.set(`query ${i}`, nothing)
  assert.equal(memory.get('first'), null)
  assert.equal(memory.get('query 99999'), nothing)
})
