import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  METRES_PER_DEGREE,
  bboxContains,
  circleBbox,
  distanceM,
  geometryBbox,
  geometryContains,
  type PolygonGeometry,
} from './geometry.ts'

const BERLIN = { lat: 52.52, lng: 13.405 }
const PARIS = { lat: 48.8566, lng: 2.3522 }

test('the distance from Berlin to Paris is 878 km', () => {
  assert.ok(Math.abs(distanceM(BERLIN, PARIS) - 877_500) < 1_500)
  assert.equal(distanceM(BERLIN, BERLIN), 0)
})

test('the box of a circle holds every point of it', () => {
  const box = circleBbox(BERLIN, 5_000)
  for (let degrees = 0; degrees < 360; degrees += 15) {
    const angle = (degrees * Math.PI) / 180
    const point = {
      lat: BERLIN.lat + (4_990 * Math.cos(angle)) / METRES_PER_DEGREE,
      lng:
        BERLIN.lng + (4_990 * Math.sin(angle)) / (METRES_PER_DEGREE * Math.cos((BERLIN.lat * Math.PI) / 180)),
    }
    assert.ok(bboxContains(box, point), `at ${degrees} degrees`)
  }
})

test('boxes cross the antimeridian, and circles at a pole span all longitudes', () => {
  const box = circleBbox({ lat: 0, lng: 179.99 }, 5_000)
  assert.ok(box[0] > box[2])
  assert.ok(bboxContains(box, { lat: 0, lng: -179.99 }))
  assert.ok(!bboxContains(box, { lat: 0, lng: 0 }))
  assert.deepEqual(
    circleBbox({ lat: 89.999, lng: 10 }, 5_000).filter((_, i) => i % 2 === 0),
    [-180, 180],
  )
})

test('a point in the hole of a polygon is outside it', () => {
  const ring = (low: number, high: number) =>
    [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ] as [number, number][]
  const donut: PolygonGeometry = { type: 'Polygon', coordinates: [ring(0, 10), ring(4, 6)] }
  assert.ok(geometryContains(donut, { lat: 2, lng: 2 }))
  assert.ok(!geometryContains(donut, { lat: 5, lng: 5 }))
  assert.ok(!geometryContains(donut, { lat: 11, lng: 5 }))
  assert.deepEqual(geometryBbox(donut), [0, 0, 10, 10])
  const two = { type: 'MultiPolygon', coordinates: [[ring(0, 1)], [ring(20, 21)]] } as const
  assert.ok(geometryContains(two, { lat: 20.5, lng: 20.5 }))
})
