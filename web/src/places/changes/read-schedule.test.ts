// Schedules in words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, rhythmOf } from './read-schedule.ts'

test('a rhythm is said in its largest whole unit', () => {
  const every = (everyMs: number): string => rhythmOf({ cron: null, everyMs, timezone: 'UTC' })
  assert.deepEqual([604_800_000, 1_209_600_000, 86_400_000, 3_600_000, 5_400_000, 90_500].map(every), [
    'each week',
    'every 2 weeks',
    'each day',
    'each hour',
    'every 90 minutes',
    'every 90.5 seconds',
  ])
  assert.equal(
    rhythmOf({ cron: '0 6 * * 1', everyMs: null, timezone: 'Europe/Vaduz' }),
    '0 6 * * 1 (Europe/Vaduz)',
  )
})

test('the place of a search is shown where it was written as text', () => {
  assert.equal(placeOf({ query: 'cafes', location: 'Vaduz' }), 'Vaduz')
  for (const search of [null, 'x', {}, { location: { bbox: [1, 2, 3, 4] } }])
    assert.equal(placeOf(search), null)
})
