import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './clock.ts'

test('the clock of the process tells whole milliseconds of the time of day', () => {
  const told = Array.from({ length: 100 }, () => systemClock.now())
  assert.ok(told.every(Number.isInteger))
  assert.ok(Math.abs((told.at(-1) ?? 0) - Date.now()) < 60_000)
})
