// What is around points: hulls with a margin, the cells of neighbours, and the boxes that a point may lie in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  METRES_PER_DEGREE,
  distanceM,
  geometryContains,
  type LatLng,
  type Position,
} from '#kit/geo/geometry.ts'
import { createAreaGrid } from './area-grid.ts'
import { hullAround } from './hull-around.ts'
import { neighbourCell } from './neighbour-cell.ts'

const MIDDLE = { lat: 47, lng: 9 }
/** A point so many metres north and east of the middle. */
const away = (north: number, east: number): LatLng => ({
  lat: MIDDLE.lat + north / METRES_PER_DEGREE,
  lng: MIDDLE.lng + east / (METRES_PER_DEGREE * Math.cos((MIDDLE.lat * Math.PI) / 180)),
})
const offset = fc.integer({ min: -2_000, max: 2_000 })

test('a hull holds its points with their margin, and nothing far from them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(offset, offset), { minLength: 1, maxLength: 20 }), (offsets) => {
      const points = offsets.map(([north, east]) => away(north, east))
      const hull = hullAround(
        points.map(({ lat, lng }): Position => [lng, lat]),
        100,
      )
      for (const [north, east] of offsets) {
        for (const [dn, de] of [
          [95, 0],
          [-95, 0],
          [0, 95],
          [0, -95],
          [0, 0],
        ] as const) {
          assert.ok(geometryContains(hull, away(north + dn, east + de)))
        }
      }
      assert.ok(!geometryContains(hull, away(Math.max(...offsets.map(([n]) => n)) + 120, 0)))
    }),
  )
})

test('a cell is what is nearer to its point than to any neighbour, within the limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(offset, offset), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(offset, offset), { minLength: 20, maxLength: 20 }),
      (others, tested) => {
        const neighbours = others
          .map(([north, east]) => away(north, east))
          .filter((one) => distanceM(one, MIDDLE) > 50)
        const cell = neighbourCell(MIDDLE, neighbours, 1_500, null)
        for (const [north, east] of tested) {
          const point = away(north, east)
          const own = distanceM(point, MIDDLE)
          const nearest = Math.min(Infinity, ...neighbours.map((one) => distanceM(point, one)))
          // The limit is a polygon around a circle, and the plane is flat: near an edge either is right.
          if (cell === null || Math.abs(own - nearest) < 5 || Math.abs(own - 1_500) < 20) continue
          assert.equal(geometryContains(cell, point), own < nearest && own < 1_500, `${north} ${east}`)
        }
      },
    ),
  )
})

test('without a neighbour nearby there is no cell, and a boundary cuts it', () => {
  assert.equal(neighbourCell(MIDDLE, [away(5_000, 0)], 1_000, null), null)
  const corner = ({ lat, lng }: LatLng): Position => [lng, lat]
  const ring = [away(-300, -300), away(-300, 300), away(300, 300), away(300, -300), away(-300, -300)].map(
    corner,
  )
  const cell = neighbourCell(MIDDLE, [away(400, 0)], 1_000, { type: 'Polygon', coordinates: [ring] })
  assert.ok(cell !== null)
  assert.ok(geometryContains(cell, away(-290, 290)) && geometryContains(cell, away(190, 0)))
  assert.ok(!geometryContains(cell, away(-310, 0)) && !geometryContains(cell, away(210, 0)))
})

test('a grid finds every box that holds a point, however large', () => {
  const side = fc.integer({ min: 0, max: 36_000 }).map((value) => value / 100)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(side, side, side, side), { minLength: 1, maxLength: 30 }),
      side,
      side,
      (boxes, x, y) => {
        const grid = createAreaGrid<number>()
        const areas = boxes.map(([a, b, c, d]) => {
          const [west, east] = [Math.min(a, b) - 180, Math.max(a, b) - 180]
          const [south, north] = [Math.min(c, d) / 2 - 90, Math.max(c, d) / 2 - 90]
          return [west, south, east, north] as const
        })
        areas.forEach((bbox, index) => grid.add(bbox, index))
        const point = { lat: y / 2 - 90, lng: x - 180 }
        const found = new Set(grid.at(point))
        areas.forEach(([west, south, east, north], index) => {
          const holds = point.lng >= west && point.lng <= east && point.lat >= south && point.lat <= north
          assert.ok(!holds || found.has(index))
        })
      },
    ),
  )
})
