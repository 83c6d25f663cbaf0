import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')

test('seconds and dates, capped at one hour', () => {
  assert.equal(retryAfterMs('0', NOW), 0)
  assert.equal(retryAfterMs(' 120 ', NOW), 120_000)
  assert.equal(retryAfterMs('999999999999', NOW), 3_600_000)
  assert.equal(retryAfterMs('Sat, 21 Nov 2026 10:00:30 GMT', NOW), 30_000)
  assert.equal(retryAfterMs('Sat, 21 Nov 2026 09:00:00 GMT', NOW), 0)
  assert.equal(retryAfterMs('Mon, 21 Dec 2026 10:00:00 GMT', NOW), 3_600_000)
  assert.equal(retryAfterMs('7200', NOW, 60_000), 60_000)
  assert.equal(retryAfterMs('7200', NOW, 86_400_000), 7_200_000)
})

test('what makes no sense is nothing', () => {
  for (const header of [undefined, '', '-1', '1.5', 'soon', '1e3', 'Sat, nonsense']) {
    assert.equal(retryAfterMs(header, NOW), null, String(header))
  }
})
