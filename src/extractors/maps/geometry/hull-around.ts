// The surroundings of points: their convex hull with a margin around it.
import { itemAt } from '#kit/item-at.ts'
import { METRES_PER_DEGREE, type LatLng, type PolygonGeometry, type Position } from '#kit/geo/geometry.ts'

const CORNERS = 12
/** To the steps of OpenStreetMap. */
const STEPS = 1e7

/** Everything within `marginM` of the hull of `points`, of which there is at least one; not across the antimeridian. */
export function hullAround(points: readonly Position[], marginM: number): PolygonGeometry {
  const hull = convexHull(points)
  const around = hull.flatMap(([lng, lat]) => circleCorners({ lat, lng }, marginM, CORNERS))
  const ring = convexHull(around).map(([lng, lat]): Position => [
    Math.round(within(lng, 180) * STEPS) / STEPS,
    Math.round(within(lat, 90) * STEPS) / STEPS,
  ])
  return { type: 'Polygon', coordinates: [[...ring, itemAt(ring, 0)]] }
}

/** A margin ends at the antimeridian and at the poles. */
function within(degrees: number, max: number): number {
  return Math.max(-max, Math.min(max, degrees))
}

/** Corners of the regular polygon around the circle: no point of the circle lies outside of it. */
export function circleCorners({ lat, lng }: LatLng, radiusM: number, corners: number): Position[] {
  const radius = radiusM / METRES_PER_DEGREE / Math.cos(Math.PI / corners)
  const narrowing = Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners
    return [lng + (radius * Math.cos(angle)) / narrowing, lat + radius * Math.sin(angle)]
  })
}

/** Counter-clockwise, without the first position again (monotone chain of Andrew). */
function convexHull(points: readonly Position[]): Position[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const lower = chain(sorted)
  const upper = chain(sorted.toReversed())
  const ring = [...lower.slice(0, -1), ...upper.slice(0, -1)]
  return ring.length === 0 ? sorted.slice(0, 1) : ring
}

function chain(points: readonly Position[]): Position[] {
  const line: Position[] = []
  for (const point of points) {
    while (line.length > 1 && turn(itemAt(line, -2), itemAt(line, -1), point) <= 0) line.pop()
    line.push(point)
  }
  return line
}

function turn(a: Position, b: Position, c: Position): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
