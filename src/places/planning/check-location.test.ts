import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Location } from '#contract/places/location.ts'
import { checkLocation } from './check-location.ts'

const polygon = (...rings: number[][][]): Location => ({ type: 'Polygon', coordinates: rings })
const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
]

test('shapes that enclose something pass', () => {
  for (const location of [
    'Monaco',
    { lat: 0, lng: 0, radiusM: 1 },
    { bbox: [7, 43, 8, 44] },
    // Across the antimeridian.
    { bbox: [179, -17, -179, -16] },
    polygon(SQUARE),
    polygon(SQUARE, [
      [0.2, 0.2],
      [0.4, 0.2],
      [0.4, 0.4],
      [0.2, 0.2],
    ]),
    // A bow tie encloses two triangles, whose signed areas cancel out.
    polygon([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ]),
    {
      type: 'MultiPolygon',
      coordinates: [
        [SQUARE],
        [
          [
            [5, 5],
            [6, 5],
            [6, 6],
            [5, 5],
          ],
        ],
      ],
    },
  ] satisfies Location[]) {
    assert.deepEqual(checkLocation(location), [], JSON.stringify(location))
  }
})

test('each defect is named where it is', () => {
  const cases: [Location, string, string][] = [
    [' ', '/location', 'blank'],
    [{ bbox: [7, 44, 8, 43] }, '/location/bbox', 'invalid_bbox'],
    [{ bbox: [7, 43, 7, 44] }, '/location/bbox', 'invalid_bbox'],
    [{ bbox: [43, 143, 44, 144] }, '/location/bbox', 'invalid_bbox'],
    [polygon(SQUARE.slice(0, 4)), '/location/coordinates/0', 'ring_not_closed'],
    [
      polygon(SQUARE, [
        [0, 0],
        [0.1, 0.1],
        [0.2, 0.2],
        [0, 0],
      ]),
      '/location/coordinates/1',
      'ring_without_area',
    ],
    [
      polygon([
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ]),
      '/location/coordinates/0',
      'ring_without_area',
    ],
    [
      polygon([
        [0, 0],
        [100, 95],
        [1, 1],
        [0, 0],
      ]),
      '/location/coordinates/0/1',
      'out_of_range',
    ],
    [
      { type: 'MultiPolygon', coordinates: [[SQUARE], [SQUARE.slice(0, 4)]] },
      '/location/coordinates/1/0',
      'ring_not_closed',
    ],
  ]
  for (const [location, pointer, code] of cases) {
    const [problem, ...others] = checkLocation(location)
    assert.deepEqual(
      [problem?.pointer, problem?.code, others.length],
      [pointer, code, 0],
      JSON.stringify(location),
    )
  }
})

test('GeoJSON in its other forms is checked as deep, with pointers into it', () => {
  const flat = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 0],
  ]
  const feature = (ring: number[][]) => ({
    type: 'Feature' as const,
    geometry: { type: 'Polygon' as const, coordinates: [ring] },
  })
  assert.deepEqual(checkLocation({ type: 'FeatureCollection', features: [feature(SQUARE)] }), [])
  assert.deepEqual(checkLocation({ type: 'Point', coordinates: [9.5, 47], radiusM: 5 }), [])
  const pointers = (location: Location) => checkLocation(location).map(({ pointer, code }) => [pointer, code])
  assert.deepEqual(pointers({ type: 'FeatureCollection', features: [feature(SQUARE), feature(flat)] }), [
    ['/location/features/1/geometry/coordinates/0', 'ring_without_area'],
  ])
  assert.deepEqual(pointers(feature(flat)), [['/location/geometry/coordinates/0', 'ring_without_area']])
  assert.deepEqual(pointers({ type: 'Point', coordinates: [47, 95], radiusM: 5 }), [
    ['/location/coordinates', 'out_of_range'],
  ])
})
