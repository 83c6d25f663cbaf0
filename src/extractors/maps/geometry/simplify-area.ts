// Makes an outline small enough for an answer: fewer corners, and only the largest polygons.
import { itemAt } from '#kit/item-at.ts'
import { geometryBbox, polygonsOf, type AreaGeometry, type Position } from '#kit/geo/geometry.ts'
import { signedArea } from './area-geometry.ts'

/** The contract allows 20,000 corners in a ring and 1,000 polygons; this keeps a whole answer below 1 MB. */
const MAX_CORNERS = 20_000
const MAX_POLYGONS = 1_000
const FIRST_TOLERANCE_DEGREES = 0.000_02

/** An outline that fits into an answer, and what it lost for that. */
export interface SimplifiedArea {
  readonly geometry: AreaGeometry
  /** 0 where nothing was changed; else how far a corner was moved at most, in degrees. */
  readonly toleranceDegrees: number
  readonly droppedPolygons: number
}

/** Returns a small outline as it is. Otherwise doubles the tolerance until the corners fit (Ramer–Douglas–Peucker). */
export function simplifyArea(geometry: AreaGeometry, maxCorners = MAX_CORNERS): SimplifiedArea {
  const all = polygonsOf(geometry)
  const polygons = all
    .toSorted((a, b) => Math.abs(signedArea(b[0] ?? [])) - Math.abs(signedArea(a[0] ?? [])))
    .slice(0, MAX_POLYGONS)
  const droppedPolygons = all.length - polygons.length
  if (droppedPolygons === 0 && corners(polygons) <= maxCorners) {
    return { geometry, toleranceDegrees: 0, droppedPolygons }
  }
  let toleranceDegrees = 0
  let result: readonly (readonly (readonly Position[])[])[] = polygons
  while (corners(result) > maxCorners) {
    toleranceDegrees = toleranceDegrees === 0 ? FIRST_TOLERANCE_DEGREES : toleranceDegrees * 2
    result = polygons.map((rings) => simplifyRings(rings, toleranceDegrees))
  }
  return { geometry: { type: 'MultiPolygon', coordinates: result }, toleranceDegrees, droppedPolygons }
}

function corners(polygons: readonly (readonly (readonly Position[])[])[]): number {
  return polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
}

/** Holes smaller than the tolerance go; the outer ring keeps at least its box. */
function simplifyRings(rings: readonly (readonly Position[])[], tolerance: number): (readonly Position[])[] {
  const simple = rings.map((ring) => douglasPeucker(ring, tolerance))
  return simple.flatMap((ring, i) => {
    if (ring.length >= 4) return [ring]
    return i === 0 ? [boxRing(itemAt(rings, 0))] : []
  })
}

function boxRing(ring: readonly Position[]): Position[] {
  const [west, south, east, north] = geometryBbox({ type: 'Polygon', coordinates: [ring] })
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/**
 * Without the corners that lie within `tolerance` degrees of the line without them (Ramer–Douglas–Peucker); the ends stay,
 * and one in the middle, without which a ring would be a point. With an explicit stack: outlines have hundreds of
 * thousands of corners.
 */
export function douglasPeucker(ring: readonly Position[], tolerance: number): Position[] {
  const keep = new Uint8Array(ring.length)
  const half = Math.floor(ring.length / 2)
  keep[0] = keep[half] = keep[ring.length - 1] = 1
  const spans: [number, number][] = [
    [0, half],
    [half, ring.length - 1],
  ]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span
    let [farthest, distance] = [-1, tolerance]
    const [a, b] = [itemAt(ring, from), itemAt(ring, to)]
    for (let i = from + 1; i < to; i += 1) {
      const d = distanceToSegment(ring[i] ?? a, a, b)
      if (d > distance) [farthest, distance] = [i, d]
    }
    if (farthest < 0) continue
    keep[farthest] = 1
    spans.push([from, farthest], [farthest, to])
  }
  return ring.filter((_, i) => keep[i] === 1)
}

function distanceToSegment(p: Position, a: Position, b: Position): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const share =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
  return Math.hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy)
}
