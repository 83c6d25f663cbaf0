// The area of a settlement that is only a point: what is nearer to it than to its neighbours, within a boundary.
import { itemAt } from '#kit/item-at.ts'
import {
  geometryContains,
  polygonsOf,
  type AreaGeometry,
  type LatLng,
  type Position,
} from '#kit/geo/geometry.ts'
import { circleCorners } from './hull-around.ts'

const CORNERS = 32

/**
 * The cell of `point` among `neighbours` (a cell of a Voronoi diagram), no farther away than `limitM` and within
 * `boundary`. Null where no neighbour is so near that it cuts anything off: then a circle says the same.
 */
export function neighbourCell(
  point: LatLng,
  neighbours: readonly LatLng[],
  limitM: number,
  boundary: AreaGeometry | null,
): AreaGeometry | null {
  const narrowing = Math.max(0.01, Math.cos((point.lat * Math.PI) / 180))
  // On a plane with the point in its middle, where both axes have the same scale.
  const toPlane = (lat: number, lng: number): Position => [(lng - point.lng) * narrowing, lat - point.lat]
  let cell: readonly Position[] = circleCorners(point, limitM, CORNERS).map(([lng, lat]) => toPlane(lat, lng))
  let isCut = false
  for (const { lat, lng } of neighbours) {
    const [x, y] = toPlane(lat, lng)
    const middle = (x * x + y * y) / 2
    if (middle === 0) continue
    const inside = ([a, b]: Position) => middle - (a * x + b * y)
    const cut = clip(cell, inside)
    isCut ||= cut.length !== cell.length || cut.some((position, i) => position !== cell[i])
    cell = cut
  }
  if (!isCut || cell.length < 3) return null
  const rings =
    boundary === null || !geometryContains(boundary, point)
      ? [cell]
      : polygonsOf(boundary).map(([ring = []]) =>
          clippedTo(
            ring.map(([lng, lat]) => toPlane(lat, lng)),
            cell,
          ),
        )
  const polygons = rings
    .filter((ring) => ring.length > 2)
    .map((ring) => {
      const positions = ring.map(([x, y]): Position => [
        Math.round(Math.max(-180, Math.min(180, x / narrowing + point.lng)) * 1e7) / 1e7,
        Math.round(Math.max(-90, Math.min(90, y + point.lat)) * 1e7) / 1e7,
      ])
      return [[...positions, itemAt(positions, 0)]]
    })
  const [first] = polygons
  if (first === undefined) return null
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** What of a ring lies within a convex, counter-clockwise cell (Sutherland–Hodgman). */
function clippedTo(ring: readonly Position[], cell: readonly Position[]): readonly Position[] {
  return cell.reduce<readonly Position[]>((left, [x1, y1], i) => {
    const [x2, y2] = itemAt(cell, (i + 1) % cell.length)
    return clip(left, ([x, y]) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
  }, ring)
}

/** The part of a ring where `inside` is not negative; it is linear. */
function clip(ring: readonly Position[], inside: (position: Position) => number): Position[] {
  const kept: Position[] = []
  ring.forEach((to, i) => {
    const from = itemAt(ring, i === 0 ? -1 : i - 1)
    const [a, b] = [inside(from), inside(to)]
    if (a < 0 !== b < 0) {
      const share = a / (a - b)
      kept.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
    }
    if (b >= 0) kept.push(to)
  })
  return kept
}
