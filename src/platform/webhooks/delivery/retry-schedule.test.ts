import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryWaitMs, RETRY_WAITS_MS } from './retry-schedule.ts'

test('ten attempts over 75 h 35 min 5 s, and then no more', () => {
  const waits = Array.from({ length: 10 }, (_, i) => retryWaitMs(i + 1, 1, () => 0))
  assert.deepEqual(waits, [...RETRY_WAITS_MS, null])
  assert.equal(
    RETRY_WAITS_MS.reduce((a, b) => a + b),
    (75 * 3_600 + 35 * 60 + 5) * 1_000,
  )
})

test('jitter only adds, at most a fifth; the scale shortens', () => {
  for (let i = 0; i < 100; i += 1) {
    const wait = retryWaitMs(1, 1) ?? 0
    assert.ok(wait >= 5_000 && wait <= 6_000)
  }
  assert.equal(
    retryWaitMs(2, 0.001, () => 0),
    300,
  )
})
