import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geometryContains } from '#kit/geo/geometry.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { recordedPair } from '#test/support/maps/recorded-pairs.ts'
import { elementPoint } from './element-point.ts'

const RELATIONS = 'monaco-2021/out-geom-relation'
const nodes = (...positions: readonly (readonly [number, number])[]) =>
  positions.map(([lon, lat]) => ({ lat, lon }))

/** An L: the middle of its box lies outside of it. */
const CORNER = nodes([0, 0], [10, 0], [10, 1], [1, 1], [1, 10], [0, 10], [0, 0])
const inCorner = {
  type: 'Polygon',
  coordinates: [CORNER.map(({ lat, lon }) => [lon, lat] as const)],
} as const

test('an area is where it is, a line half-way along', () => {
  const point = elementPoint({ geometry: CORNER })
  assert.ok(point !== null && geometryContains(inCorner, point), JSON.stringify(point))
  const half = elementPoint({ geometry: nodes([0, 0], [0, 2]) })
  assert.ok(half !== null && Math.abs(half.lat - 1) < 1e-6, JSON.stringify(half))
  assert.deepEqual(elementPoint({ geometry: nodes([3, 4]) }), { lat: 4, lng: 3 })
  assert.equal(elementPoint({}), null)
  assert.equal(elementPoint({ geometry: [null, null] }), null)
})

test('a relation is its label, the inside of its joined ways, or the middle of its members', () => {
  const half = (geometry: ReturnType<typeof nodes>, role = 'outer') => ({ type: 'way', role, geometry })
  const outline = [half(CORNER.slice(0, 4)), half(CORNER.slice(3))]
  const point = elementPoint({ members: outline })
  assert.ok(point !== null && geometryContains(inCorner, point), JSON.stringify(point))
  const label = { type: 'node', role: 'label', lat: 5, lon: 0.5 }
  assert.deepEqual(elementPoint({ members: [...outline, label] }), { lat: 5, lng: 0.5 })
  const stops = [
    { type: 'node', role: 'stop', lat: 0, lon: 0 },
    { type: 'node', role: 'stop', lat: 2, lon: 4 },
  ]
  assert.deepEqual(elementPoint({ members: stops }), { lat: 1, lng: 2 })
  // A courtyard is not part of the house.
  const square = (from: number, to: number) =>
    nodes([from, from], [to, from], [to, to], [from, to], [from, from])
  const house = elementPoint({ members: [half(square(0, 10)), half(square(1.3, 8.4), 'inner')] })
  assert.ok(house !== null && (house.lng < 1.3 || house.lng > 8.4 || house.lat < 1.3 || house.lat > 8.4))
})

test(
  'the parks of Monaco as the server sent them',
  { skip: skipWithout(`data/overpass/${RELATIONS}.json`) },
  () => {
    const { elements } = JSON.parse(recordedPair(RELATIONS).body) as {
      elements: { bounds: Record<'minlat' | 'minlon' | 'maxlat' | 'maxlon', number>; members: unknown }[]
    }
    assert.ok(elements.length > 0)
    for (const { bounds, members } of elements) {
      const point = elementPoint({ members })
      assert.ok(point !== null)
      assert.ok(point.lat > bounds.minlat && point.lat < bounds.maxlat)
      assert.ok(point.lng > bounds.minlon && point.lng < bounds.maxlon)
    }
  },
)
