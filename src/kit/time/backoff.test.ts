import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullJitter, JOB_BACKOFF } from './backoff.ts'

test('the bound doubles from 5 s and stops at 15 min; the wait is uniform below it', () => {
  const bound = (attempt: number) => fullJitter(JOB_BACKOFF, attempt, () => 1)
  assert.deepEqual([1, 2, 3, 9, 500].map(bound), [5_000, 10_000, 20_000, 900_000, 900_000])
  assert.equal(
    fullJitter(JOB_BACKOFF, 4, () => 0),
    0,
  )
  assert.equal(
    fullJitter(JOB_BACKOFF, 1, () => 0.5),
    2_500,
  )
})
