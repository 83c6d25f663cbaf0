import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './clock.ts'

test('the clock of a process tells whole milliseconds, and never goes back', () => {
  const told = Array.from({ length: 100 }, () => systemClock.now())
  assert.ok(told.every(Number.isInteger))
  assert.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  )
})
