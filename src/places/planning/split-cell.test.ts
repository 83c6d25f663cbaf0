import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResolvedArea } from '#contract/places/location.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { expectCount, isSurelyTooFull, pointsIn } from './expect-count.ts'
import { splitCell, type FullCell } from './split-cell.ts'

const BOX: Bbox = [7, 43, 7.2, 43.2]
const AREA: ResolvedArea = {
  name: null,
  kind: 'bbox',
  bbox: [...BOX] as ResolvedArea['bbox'],
  geometry: null,
  circle: null,
  source: null,
  countryCode: null,
}
/** Three of four points lie in the south-western corner. */
const SAMPLE: LatLng[] = Array.from({ length: 120 }, (_, i) =>
  i % 4 === 0
    ? { lat: 43 + ((i * 13) % 120) / 600, lng: 7 + ((i * 7) % 120) / 600 }
    : { lat: 43 + ((i * 11) % 120) / 6_000, lng: 7 + ((i * 17) % 120) / 6_000 },
)
const full = { box: BOX, sample: SAMPLE, maxResults: 120 }
const boxesOf = (cell: Partial<FullCell>) =>
  splitCell({ ...full, expected: null, ...cell }, AREA)?.boxes ?? []

test('the parts hold about as many of the sample each', () => {
  const parts = boxesOf({ expected: 640 })
  assert.equal(parts.length, 11)
  const counts = parts.map((part) => pointsIn(part, SAMPLE).length)
  assert.ok(Math.max(...counts) <= 18 && Math.min(...counts) >= 5, counts.join(' '))
})

test('the more a cell is expected to hold, the more parts it is cut into', () => {
  const parts = (expected: number) => boxesOf({ expected }).length
  assert.equal(parts(100), 2)
  assert.equal(parts(1_600), 27)
  assert.equal(parts(1_000_000), 32)
  assert.equal(boxesOf({ sample: SAMPLE.slice(0, 6), expected: 1_600 }).length, 4)
})

test('of a cell of which nothing is known a small part comes first, then ever larger ones, each in its turn', () => {
  const { boxes, inTurn } = splitCell({ ...full, expected: null }, AREA) ?? { boxes: [], inTurn: false }
  assert.equal(inTurn, true)
  assert.equal(splitCell({ ...full, expected: 640 }, AREA)?.inTurn, false)
  const counts = boxes.map((part) => pointsIn(part, SAMPLE).length)
  assert.deepEqual(counts.toSorted((a, b) => a - b).slice(-3), counts.slice(-3))
  assert.ok((counts[0] ?? 0) >= 4 && (counts[0] ?? 0) <= 9, counts.join(' '))
  assert.equal(boxesOf({ sample: SAMPLE.slice(0, 2) }).length, 2, 'there is always more than one part')
})

test('points that all lie in one place are closed in by halving the box', () => {
  const stacked = Array.from({ length: 120 }, () => ({ lat: 43.05, lng: 7.05 }))
  const parts = boxesOf({ sample: stacked })
  assert.ok(parts.length > 6 && parts.length <= 32, String(parts.length))
  for (const [west, south, east, north] of parts) assert.ok(west < east && south < north)
})

test('the share of its sample tells what a part holds', () => {
  const nearest = { sample: SAMPLE.slice(0, 60), seenSample: 2, seenPlaces: 50 }
  const further = { sample: SAMPLE, seenSample: 30, seenPlaces: 90 }
  const corner: Bbox = [7, 43, 7.021, 43.021]
  const inside = pointsIn(corner, SAMPLE).length
  assert.equal(expectCount(corner, []), null)
  assert.equal(expectCount(corner, [nearest]), null, 'two points tell too little')
  assert.equal(expectCount(corner, [nearest, further])?.count, inside * 3)
  assert.equal(isSurelyTooFull({ count: 200, sample: SAMPLE }, 120), true)
  assert.equal(isSurelyTooFull({ count: 60, sample: SAMPLE }, 120), false)
})
