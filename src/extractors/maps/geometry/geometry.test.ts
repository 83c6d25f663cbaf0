// Rings, outlines, points in them, and areas made small: each rule, and the fast ways against the plain ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { geometryContains, type AreaGeometry, type Position } from '#kit/geo/geometry.ts'
import { areaGeometry } from './area-geometry.ts'
import { assembleRings } from './assemble-rings.ts'
import { closeAtBorder } from './close-at-border.ts'
import { closeGaps } from './close-gaps.ts'
import { prepareArea } from './prepared-area.ts'
import { middleOf, pointInArea, pointOnLine } from './representative-point.ts'
import { simplifyArea } from './simplify-area.ts'

const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]

test('of a boundary that the border cuts, what lies inside is outlined', () => {
  const border = [0, 0, 10, 10] as const
  // A town that reaches beyond the west, without its west.
  const chain: Position[] = [
    [-1, 2],
    [0.1, 2],
    [5, 2],
    [5, 7],
    [0.1, 7],
    [-1, 7],
  ]
  for (const way of [chain, chain.toReversed()]) {
    const cut = closeAtBorder(way, border, null)
    assert.ok(cut !== null)
    assert.ok(geometryContains(cut, { lat: 5, lng: 2 }))
    assert.ok(!geometryContains(cut, { lat: 5, lng: 7 }))
    assert.ok(!geometryContains(cut, { lat: 9, lng: 1 }))
    const around = closeAtBorder(way, border, { lat: 9, lng: 9 })
    assert.ok(around !== null && geometryContains(around, { lat: 9, lng: 1 }))
    assert.ok(!geometryContains(around, { lat: 5, lng: 2 }))
  }
  // A straight line does not say on which side the area is, and an end inside stops there for another reason.
  const straight: Position[] = [
    [-1, 5],
    [5, 5],
    [11, 5],
  ]
  assert.equal(closeAtBorder(straight, border, null), null)
  assert.ok(closeAtBorder(straight, border, { lat: 8, lng: 5 }) !== null)
  assert.equal(closeAtBorder(chain.slice(0, 4), border, null), null)
})

test('ways are joined in any order and direction', () => {
  const { closed, open } = assembleRings([[3, 4], [1, 2], [3, 2], [1, 5, 4], [10, 11, 12, 10], [20, 21], [7]])
  assert.equal(closed.length, 2)
  assert.deepEqual(closed[0], [10, 11, 12, 10])
  assert.deepEqual(new Set(closed[1]), new Set([1, 2, 3, 4, 5]))
  assert.equal(closed[1]?.[0], closed[1]?.at(-1))
  assert.deepEqual(open, [[21, 20]])
})

test('pieces of a ring come together again however it was cut', () => {
  const cut = fc.tuple(
    fc.integer({ min: 4, max: 30 }),
    fc.array(fc.nat(29), { minLength: 1, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  )
  fc.assert(
    fc.property(cut, ([size, cuts, turns]) => {
      const ring = Array.from({ length: size }, (_, i) => i)
      const starts = [...new Set(cuts.map((c) => c % size))].sort((a, b) => a - b)
      const pieces = starts.map((start, i) => {
        const end = starts[i + 1] ?? (starts[0] as number) + size
        const piece = Array.from({ length: end - start + 1 }, (_, k) => ring[(start + k) % size] as number)
        return turns[i] === true ? piece.toReversed() : piece
      })
      const { closed, open } = assembleRings(pieces)
      assert.deepEqual(open, [])
      assert.equal(closed.length, 1)
      assert.deepEqual(
        (closed[0] ?? []).slice(1).toSorted((a, b) => a - b),
        ring,
      )
    }),
  )
})

test('a gap is closed by a straight line, and its share is known', () => {
  const { rings, gapShare } = closeGaps([
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
    [
      [0, 1],
      [0, 0.5],
      [0, 0],
    ].map(([x, y]) => [x, y] as Position),
  ])
  assert.equal(rings.length, 1)
  assert.deepEqual(rings[0]?.[0], rings[0]?.at(-1))
  assert.ok(Math.abs(gapShare - 0.25) < 0.01, String(gapShare))
  assert.deepEqual(closeGaps([]), { rings: [], gapShare: 1 })
})

test('rings become polygons, holes and islands by where they lie', () => {
  const geometry = areaGeometry([square(2, 2, 6), square(0, 0, 10), square(4, 4, 2), square(20, 0, 1)])
  assert.deepEqual(geometry, {
    type: 'MultiPolygon',
    coordinates: [[square(0, 0, 10), square(2, 2, 6)], [square(4, 4, 2)], [square(20, 0, 1)]],
  })
  assert.deepEqual(areaGeometry([square(0, 0, 1).slice(0, 4)]), {
    type: 'Polygon',
    coordinates: [square(0, 0, 1)],
  })
  assert.equal(
    areaGeometry([
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [0, 0],
      ],
      [],
    ]),
    null,
  )
})

test('two rings that touch in a corner are not one in the other', () => {
  assert.equal(areaGeometry([square(0, 0, 2), square(2, 2, 1)])?.type, 'MultiPolygon')
})

const coordinate = fc.integer({ min: -20, max: 20 })
const ring = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 40 })
  .map((corners): Position[] => [...corners, corners[0] as Position])
const geometries = fc
  .array(fc.array(ring, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((coordinates): AreaGeometry => ({ type: 'MultiPolygon', coordinates }))

test('the bands of latitude give the same answer as all edges one by one', () => {
  fc.assert(
    fc.property(
      geometries,
      fc.array(fc.tuple(coordinate, coordinate, fc.boolean()), { maxLength: 60 }),
      (geometry, points) => {
        const prepared = prepareArea(geometry)
        for (const [x, y, between] of points) {
          const point = between ? { lat: y + 0.5, lng: x + 0.37 } : { lat: y, lng: x }
          assert.equal(prepared.contains(point), geometryContains(geometry, point), JSON.stringify(point))
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a zigzag of full height costs no more bands than edges', () => {
  const corners = Array.from({ length: 20_000 }, (_, i): Position => [i / 1_000, i % 2 === 0 ? 0 : 10])
  const prepared = prepareArea({ type: 'Polygon', coordinates: [[...corners, [20, -1], [0, -1], [0, 0]]] })
  assert.equal(prepared.contains({ lat: -0.5, lng: 10 }), true)
  assert.equal(prepared.contains({ lat: 20, lng: 10 }), false)
})

test('the point of an area lies in it: in bent ones, around holes, in the largest part', () => {
  const bent: Position[] = [
    [0, 0],
    [10, 0],
    [10, 1],
    [1, 1],
    [1, 9],
    [10, 9],
    [10, 10],
    [0, 10],
    [0, 0],
  ]
  const cases: AreaGeometry[] = [
    { type: 'Polygon', coordinates: [square(0, 0, 10)] },
    { type: 'Polygon', coordinates: [bent] },
    { type: 'Polygon', coordinates: [square(0, 0, 10), square(1, 1, 8)] },
    { type: 'MultiPolygon', coordinates: [[square(50, 50, 1)], [bent]] },
  ]
  for (const geometry of cases)
    assert.ok(geometryContains(geometry, pointInArea(geometry)), JSON.stringify(geometry))
  assert.deepEqual(pointInArea({ type: 'Polygon', coordinates: [square(0, 0, 10)] }), { lat: 5, lng: 5 })
})

test('the point of a line is half-way along it', () => {
  assert.deepEqual(pointOnLine([{ lat: 0, lng: 0 }]), { lat: 0, lng: 0 })
  const middle = pointOnLine([
    { lat: 0, lng: 0 },
    { lat: 0, lng: 1 },
    { lat: 0, lng: 4 },
  ])
  assert.ok(Math.abs(middle.lng - 2) < 1e-6, JSON.stringify(middle))
  assert.deepEqual(
    pointOnLine([
      { lat: 1, lng: 1 },
      { lat: 1, lng: 1 },
    ]),
    { lat: 1, lng: 1 },
  )
  assert.deepEqual(
    middleOf([
      { lat: 0, lng: 0 },
      { lat: 2, lng: 4 },
    ]),
    { lat: 1, lng: 2 },
  )
})

test('a small area is left alone, a large one keeps its shape within the tolerance that it names', () => {
  const small: AreaGeometry = { type: 'Polygon', coordinates: [square(0, 0, 1)] }
  assert.deepEqual(simplifyArea(small), { geometry: small, toleranceDegrees: 0, droppedPolygons: 0 })
  const corners = Array.from({ length: 60_000 }, (_, i): Position => {
    const angle = (i / 60_000) * 2 * Math.PI
    return [Math.cos(angle) * 2, Math.sin(angle) * 2]
  })
  const circle: AreaGeometry = { type: 'Polygon', coordinates: [[...corners, corners[0] as Position]] }
  const { geometry, toleranceDegrees } = simplifyArea(circle)
  const kept = geometry.coordinates.flat(2).length
  assert.ok(kept < 20_000 && kept > 100, String(kept))
  assert.ok(toleranceDegrees > 0 && toleranceDegrees < 0.001)
  for (const [lng, lat] of geometry.coordinates.flat(2) as Position[])
    assert.ok(Math.abs(Math.hypot(lng, lat) - 2) < 1e-9)
})

test('of very many islands the largest are kept, and the others counted', () => {
  const islands = Array.from({ length: 1_500 }, (_, i) => [square(i, 0, 0.0001 * (i + 1))])
  const { geometry, droppedPolygons } = simplifyArea({ type: 'MultiPolygon', coordinates: islands })
  assert.equal(geometry.coordinates.length, 1_000)
  assert.equal(droppedPolygons, 500)
  assert.ok(geometryContains(geometry, { lat: 0.01, lng: 1_499.01 }))
})
