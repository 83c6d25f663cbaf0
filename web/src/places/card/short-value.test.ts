import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortChange, shortValue } from './short-value.ts'

test('a value is one line that a reader knows, and never JSON', () => {
  for (const [value, text] of [
    [null, '–'],
    [undefined, '–'],
    ['', '–'],
    [[], '–'],
    [{}, '–'],
    [0, '0'],
    [false, 'false'],
    [['a@b.example', 'c@b.example'], 'a@b.example, c@b.example'],
    [{ lat: 43.74, lng: 7.42 }, 'lat 43.74, lng 7.42'],
    [{ raw: 'Mo-Fr 09:00-17:00', timezone: 'Europe/Monaco', weekly: [[]] }, 'Mo-Fr 09:00-17:00'],
    [[{ id: 'amenity/cafe', label: 'Café' }], 'Café'],
    [[{ scheme: 'osm', value: 'node/1' }], 'scheme osm, value node/1'],
    [{ formatted: null, street: 'High Street', city: null }, 'street High Street'],
  ] as const)
    assert.equal(shortValue(value), text)
  assert.equal(shortValue('x'.repeat(200)), `${'x'.repeat(160)}…`)
})

test('of two addresses the parts that differ are shown, and the line for all of it where that does', () => {
  const address = { formatted: '1 High Street', street: 'High Street', city: null }
  assert.deepEqual(shortChange(address, { ...address, city: 'Saltmere' }), { from: '–', to: 'city Saltmere' })
  assert.deepEqual(
    shortChange(address, { ...address, formatted: '1 High Street, Saltmere', city: 'Saltmere' }),
    {
      from: '1 High Street',
      to: '1 High Street, Saltmere',
    },
  )
  assert.deepEqual(shortChange(null, { lat: 1, lng: 2 }), { from: '–', to: 'lat 1, lng 2' })
})
