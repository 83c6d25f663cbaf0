import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRefusalCounts } from './refusal-counts.ts'

test('what was refused is told once, and again where crawl did not hear of it', () => {
  const counts = createRefusalCounts()
  assert.equal(counts.take(), undefined)
  for (const reason of ['private', 'port', 'private']) counts.count(reason)
  const taken = counts.take()
  assert.deepEqual(taken, { private: 2, port: 1 })
  assert.equal(counts.take(), undefined)
  counts.count('private')
  counts.giveBack(taken ?? {})
  assert.deepEqual(counts.take(), { private: 3, port: 1 })
})
