import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { ResolvedArea } from '#contract/places/location.ts'
import { bboxContains, circleBbox, type AreaGeometry, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import { areaFilter } from './area-filter.ts'
import { planCells, type CellBox } from './cells.ts'
import { splitCell } from './split-cell.ts'

const area = (known: Partial<ResolvedArea>): ResolvedArea => ({
  name: null,
  kind: 'bbox',
  bbox: [7, 43, 8, 44],
  geometry: null,
  circle: null,
  source: null,
  countryCode: null,
  ...known,
})
const covers = (cells: readonly (Bbox | null)[], point: LatLng) =>
  cells.some((cell) => cell === null || bboxContains(cell, point))

const split = (box: CellBox, one: ResolvedArea, maxResults: number | null = 120) =>
  splitCell({ box, sample: [], expected: null, maxResults }, one)?.boxes ?? null

const circle = { lat: 43.7, lng: 7.4, radiusM: 20_000 }
const dateline = { lat: -16.8, lng: 179.95, radiusM: 30_000 }
const lake: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [7, 43],
      [8, 43.1],
      [7.9, 44],
      [7.1, 43.9],
      [7, 43],
    ],
    [
      [7.3, 43.3],
      [7.7, 43.3],
      [7.7, 43.7],
      [7.3, 43.7],
      [7.3, 43.3],
    ],
  ],
}
const AREAS: [string, ResolvedArea][] = [
  ['box', area({})],
  ['circle', area({ kind: 'circle', circle, bbox: [...circleBbox(circle, circle.radiusM)] })],
  [
    'circle across the antimeridian',
    area({ kind: 'circle', circle: dateline, bbox: [...circleBbox(dateline, dateline.radiusM)] }),
  ],
  ['polygon with a hole', area({ kind: 'polygon', geometry: lake })],
]

test('a provider that pages to the end needs one cell, or two across the antimeridian', () => {
  assert.deepEqual(planCells(area({ kind: 'extract' }), null), [null])
  assert.deepEqual(planCells(area({}), null), [[7, 43, 8, 44]])
  assert.deepEqual(planCells(area({ bbox: [179, -17, -179, -16] }), null), [
    [179, -17, 180, -16],
    [-180, -17, -179, -16],
  ])
})

for (const [name, one] of AREAS) {
  test(`no point of a ${name} falls between the cells, nor between the parts of a split one`, () => {
    const cells = planCells(one, 120)
    const inside = areaFilter(one)
    const [west, south, east, north] = one.bbox
    const width = east > west ? east - west : east + 360 - west
    const point = fc
      .record({
        x: fc.double({ min: 0, max: 1, noNaN: true }),
        y: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ x, y }) => {
        const lng = west + x * width
        return { lat: south + y * (north - south), lng: lng > 180 ? lng - 360 : lng }
      })
    fc.assert(
      fc.property(point, (at) => {
        if (!inside(at)) return
        assert.ok(covers(cells, at), JSON.stringify(at))
        const parts = cells.filter((cell) => covers([cell], at)).flatMap((cell) => split(cell, one) ?? [])
        assert.ok(covers(parts, at), `split: ${JSON.stringify(at)}`)
      }),
      { numRuns: 500, seed: 7 },
    )
  })
}

test('cells that the area does not reach are not planned', () => {
  const bbox = [7, 43, 15, 51] as const
  const corner: AreaGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [7, 43],
        [15, 43],
        [7, 51],
        [7, 43],
      ],
    ],
  }
  const whole = planCells(area({ bbox: [...bbox] }), 120).length
  const half = planCells(area({ kind: 'polygon', bbox: [...bbox], geometry: corner }), 120).length
  assert.ok(half < whole * 0.65, `${half} of ${whole}`)
})

test('the number of first cells is bounded, whatever the size of the area', () => {
  for (const bbox of [
    [7, 43, 7.001, 43.001],
    [7, 43, 8, 44],
    [-10, 35, 30, 60],
    [-180, -90, 180, 90],
    [0, 0, 50, 0.001],
  ] as const) {
    const cells = planCells(area({ bbox: [...bbox] }), 120)
    assert.ok(cells.length >= 1 && cells.length <= 130, `${JSON.stringify(bbox)}: ${cells.length}`)
  }
})

test('a cell of a hundred metres is not split', () => {
  assert.equal(split([7, 43, 7.001, 43.0008], area({})), null)
  assert.equal(split([7, 43, 7.01, 43.01], area({}))?.length, 2)
  assert.equal(split([7, 43, 7.01, 43.01], area({}), null)?.length, 6)
})
