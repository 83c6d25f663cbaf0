import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unwrapRings } from './unwrap-rings.ts'

test('a ring that crosses the 180th meridian goes on beyond it', () => {
  const ring = [
    [170, 60],
    [179, 70],
    [-170, 65],
    [179, 62],
    [170, 60],
  ]
  assert.deepEqual(unwrapRings([[ring]]), [
    [
      [
        [170, 60],
        [179, 70],
        [190, 65],
        [179, 62],
        [170, 60],
      ],
    ],
  ])
})

test('a ring around the south pole is closed along it, both ways round', () => {
  const ring = [
    [0, -70],
    [120, -75],
    [-120, -72],
    [0, -70],
  ]
  assert.deepEqual(unwrapRings([[ring]])[0]?.[0], [
    [0, -70],
    [120, -75],
    [240, -72],
    [360, -70],
    [360, -90],
    [0, -90],
    [0, -70],
  ])
  assert.deepEqual(unwrapRings([[ring.toReversed()]])[0]?.[0]?.slice(-3), [
    [-360, -90],
    [0, -90],
    [0, -70],
  ])
})

test('all other rings stay, holes too', () => {
  const square = (size: number) => [
    [-size, -size],
    [size, -size],
    [size, size],
    [-size, size],
    [-size, -size],
  ]
  const polygons = [[square(80), square(10)], [square(2)]]
  assert.deepEqual(unwrapRings(polygons), polygons)
})
