import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holidaysAround } from './public-holidays.ts'

test('holidays of a country and of parts of it, on all days that a clock may show', () => {
  const { whole, part, known } = holidaysAround(new Date('2026-05-01T12:00:00Z'))
  assert.ok(whole.includes('DE 2026-05-01') && whole.includes('MC 2026-05-01'))
  assert.ok(!whole.includes('US 2026-05-01') && known.includes('US'))
  const lucia = holidaysAround(new Date('2026-01-06T23:00:00Z'))
  assert.ok(lucia.part.includes('DE 2026-01-06') && !lucia.whole.includes('DE 2026-01-06'))
  assert.ok(lucia.whole.includes('AT 2026-01-06'))
  assert.ok(part.every((day) => !whole.includes(day)))
  // Movable ones: Easter Monday of two years.
  assert.ok(holidaysAround(new Date('2026-04-06T12:00:00Z')).whole.includes('DE 2026-04-06'))
  assert.ok(holidaysAround(new Date('2027-03-29T12:00:00Z')).whole.includes('DE 2027-03-29'))
  assert.deepEqual(
    holidaysAround(new Date('2026-12-27T00:30:00Z')).whole.filter((day) => day.startsWith('DE')),
    ['DE 2026-12-25', 'DE 2026-12-26'],
  )
})

test('beyond the years of the table no country is known', () => {
  const nothing = { whole: [], part: [], known: [] }
  for (const year of ['0001', '2024', '2038', '9999'])
    assert.deepEqual(holidaysAround(new Date(`${year}-06-01T00:00:00Z`)), nothing)
})
