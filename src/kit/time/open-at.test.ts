import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpenAt, type WeeklyHours } from './open-at.ts'

const NIGHTS: WeeklyHours = {
  timezone: 'Europe/Monaco',
  // Monday 22:00 to Tuesday 02:00, Sunday 23:00 to Monday 01:00.
  weekly: [
    [{ opensMinute: 1320, closesMinute: 1560 }],
    [],
    [],
    [],
    [],
    [],
    [{ opensMinute: 1380, closesMinute: 1500 }],
  ],
}

test('open is told by the clock of the place, past midnight and past the end of the week', () => {
  const cases: [string, boolean][] = [
    // A Monday, one hour ahead of UTC.
    ['2026-01-05T20:59:00Z', false],
    ['2026-01-05T21:00:00Z', true],
    ['2026-01-06T00:59:00Z', true],
    ['2026-01-06T01:00:00Z', false],
    ['2026-01-04T23:59:00Z', true],
    ['2026-01-05T00:00:00Z', false],
    // In summer two hours.
    ['2026-07-06T20:00:00Z', true],
  ]
  for (const [at, open] of cases) assert.equal(isOpenAt(NIGHTS, new Date(at)), open, at)
})

test('what is not known is neither open nor closed', () => {
  const at = new Date('2026-01-05T21:00:00Z')
  assert.equal(isOpenAt(null, at), null)
  assert.equal(isOpenAt({ ...NIGHTS, weekly: null }, at), null)
  assert.equal(isOpenAt({ ...NIGHTS, timezone: null }, at), null)
  assert.equal(isOpenAt({ ...NIGHTS, timezone: 'Nowhere/Land' }, at), null)
})

test('hours that a later rule replaced are not known', () => {
  const overridden = [[{ opensMinute: 600, closesMinute: 720 }], [], [], [], [], [], []]
  const hours = { ...NIGHTS, overridden }
  assert.equal(isOpenAt(hours, new Date('2026-01-05T10:00:00Z')), null)
  assert.equal(isOpenAt(hours, new Date('2026-01-05T12:00:00Z')), false)
  assert.equal(isOpenAt(hours, new Date('2026-01-05T21:00:00Z')), true)
})
