// The box that the map asks for: never smaller than what is in sight, the same after a small move, and on the earth.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snapped } from './extract-map.ts'

test('a box on a grid holds what is in sight, and a small move needs no other', () => {
  const level = 13
  const step = 360 / 2 ** level
  const bounds = [9.51, 47.13, 9.53, 47.15] as const
  const box = snapped(bounds, level)
  assert.ok(Number(box.west) <= 9.51 && Number(box.east) >= 9.53)
  assert.ok(Number(box.south) <= 47.13 && Number(box.north) >= 47.15)
  assert.ok(Number(box.east) - Number(box.west) <= 0.02 + 2 * step)
  assert.deepEqual(snapped([9.5101, 47.1301, 9.5301, 47.1501], level), box)
})

test('at the ends of the earth the box ends with it', () => {
  const box = snapped([179.99, 89.99, -179.99, 90], 8)
  assert.deepEqual([box.east, box.north], ['-178.59375', '90'])
  assert.equal(box.west, '178.59375')
  assert.deepEqual(snapped([-180, -90, 180, 90], 8), { west: '-180', south: '-90', east: '180', north: '90' })
})
