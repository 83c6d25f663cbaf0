// Rows of the map and the list: what of a line counts, where they are, which of them are in sight.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, cityCentres, isInside, parseRow, wrapBounds, type PlaceRow } from './place-row.ts'

const row = (lat: number, lng: number, city: string | null = null): PlaceRow => ({
  id: `${lat} ${lng}`,
  name: null,
  category: null,
  address: null,
  city,
  closed: null,
  lat,
  lng,
})

test('a line is a row if it has an id and a place', () => {
  const line = { id: 'plc_1', name: 'A', category: null, address: 7, city: 'B', lat: 1, lng: 2, more: true }
  assert.deepEqual(parseRow(JSON.stringify(line)), {
    id: 'plc_1',
    name: 'A',
    category: null,
    address: null,
    city: 'B',
    closed: null,
    lat: 1,
    lng: 2,
  })
  for (const closed of ['permanently', 'temporarily'])
    assert.equal(parseRow(JSON.stringify({ ...line, status: `${closed}_closed` }))?.closed, closed)
  assert.equal(parseRow(JSON.stringify({ ...line, status: 'operational' }))?.closed, null)
  for (const wrong of [{}, null, [], 7, { id: 'x' }, { id: 'x', lat: '1', lng: 2 }, { lat: 1, lng: 2 }])
    assert.equal(parseRow(JSON.stringify(wrong)), null)
})

test('bounds hold every row, and rows across the antimeridian are in sight of a map there', () => {
  assert.equal(boundsOf([]), null)
  assert.deepEqual(boundsOf([row(1, 2)]), [2, 1, 2, 1])
  assert.deepEqual(boundsOf([row(-5, 170), row(10, -170)]), [-170, -5, 170, 10])
  assert.equal(isInside(row(0, 179), [170, -10, -170, 10]), true)
  assert.equal(isInside(row(0, -179), [170, -10, -170, 10]), true)
  assert.equal(isInside(row(0, 0), [170, -10, -170, 10]), false)
  assert.equal(isInside(row(11, 179), [170, -10, -170, 10]), false)
  assert.equal(isInside(row(1, 2), [2, 1, 2, 1]), true)
})

test('cities stand where their places are, the largest first', () => {
  const rows = [row(0, 0, 'A'), row(2, 4, 'A'), row(9, 9, 'B'), row(5, 5)]
  assert.deepEqual(cityCentres(rows, 5), [
    { city: 'A', lat: 1, lng: 2, places: 2 },
    { city: 'B', lat: 9, lng: 9, places: 1 },
  ])
  assert.equal(cityCentres(rows, 1).length, 1)
})

test('the bounds of a map lie on the earth once', () => {
  assert.deepEqual(wrapBounds([9, 47, 10, 48]), [9, 47, 10, 48])
  assert.deepEqual(wrapBounds([-400, -95, 300, 95]), [-180, -90, 180, 90])
  assert.deepEqual(wrapBounds([170, 0, 190, 1]), [170, 0, -170, 1])
  assert.deepEqual(wrapBounds([369, 0, 370, 1]), [9, 0, 10, 1])
})
