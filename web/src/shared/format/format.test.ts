// Sizes and times for people: units that fit, and no text that breaks a view.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatClock, formatDay, UNKNOWN, withLocalTimes } from './format.ts'

test('a size has the unit that keeps it short', () => {
  assert.equal(formatBytes(999), '999 B')
  assert.equal(formatBytes(12_345), '12 kB')
  assert.equal(formatBytes(325_100_000), '325.1 MB')
  assert.equal(formatBytes(1_073_741_824), '1.1 GB')
  assert.equal(formatBytes(null), UNKNOWN)
})

test('timestamps inside a message become times of day, and nothing else changes', () => {
  const at = '2026-11-24T06:27:32.020Z'
  assert.equal(
    withLocalTimes(`waiting until ${at} to try again`),
    `waiting until ${formatClock(at)} to try again`,
  )
  for (const text of ['', 'no time', '2026-99-99T99:99:99Z', '2026-11-24', 'T06:27:32Z']) {
    assert.equal(withLocalTimes(text), text)
  }
})

test('a day that is not known is a dash', () => {
  assert.equal(formatDay(null), UNKNOWN)
})
