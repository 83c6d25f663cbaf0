// Makes polygons with holes of loose rings.
import { itemAt } from '#kit/item-at.ts'
import { type AreaGeometry, type Position, eachSegment } from '#kit/geo/geometry.ts'
import { prepareArea, type PreparedArea } from './prepared-area.ts'

interface Ring {
  readonly positions: readonly Position[]
  readonly area: PreparedArea
  readonly size: number
}

/**
 * Null when no ring has an area. A ring inside another is its hole, and one inside a hole is an island again. The
 * positions of the rings decide this, because the roles of members are often wrong.
 */
export function areaGeometry(rings: readonly (readonly Position[])[]): AreaGeometry | null {
  const sized = rings
    .map(closedRing)
    .filter((ring) => ring.length >= 4)
    .map((positions): Ring => {
      const area = prepareArea({ type: 'Polygon', coordinates: [positions] })
      return { positions, area, size: Math.abs(signedArea(positions)) }
    })
    .filter((ring) => ring.size > 0)
    .sort((a, b) => b.size - a.size)
  const polygons: Position[][][] = []
  const polygonOf = new Map<Ring, Position[][]>()
  const depthOf = new Map<Ring, number>()
  sized.forEach((ring, index) => {
    const parents = sized.slice(0, index).filter((other) => isInside(ring, other))
    const parent = parents.at(-1)
    const depth = parent === undefined ? 0 : (depthOf.get(parent) ?? 0) + 1
    depthOf.set(ring, depth)
    const polygon = depth % 2 === 1 && parent !== undefined ? polygonOf.get(parent) : undefined
    if (polygon === undefined) {
      const outer = [[...ring.positions]]
      polygons.push(outer)
      polygonOf.set(ring, outer)
    } else {
      polygon.push([...ring.positions])
    }
  })
  const [first] = polygons
  if (first === undefined) return null
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** A ring whose first node is missing in the file does not end where it starts. */
function closedRing(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0], ring.at(-1)]
  if (first === undefined || last === undefined || (first[0] === last[0] && first[1] === last[1])) return ring
  return [...ring, first]
}

/** Rings may touch in a node, so the middles of a few edges decide, not the corners. */
function isInside(ring: Ring, other: Ring): boolean {
  const [west, south, east, north] = ring.area.bbox
  const box = other.area.bbox
  if (west < box[0] || south < box[1] || east > box[2] || north > box[3]) return false
  const step = Math.max(1, Math.floor(ring.positions.length / 5))
  let [inside, outside] = [0, 0]
  for (let i = 1; i < ring.positions.length; i += step) {
    const [a, b] = [itemAt(ring.positions, i - 1), itemAt(ring.positions, i)]
    if (other.area.contains({ lat: (a[1] + b[1]) / 2, lng: (a[0] + b[0]) / 2 })) inside += 1
    else outside += 1
  }
  return inside > outside
}

/** In square degrees, relative to the first corner so that small rings keep their precision. */
export function signedArea(ring: readonly Position[]): number {
  const [x0, y0] = ring[0] ?? [0, 0]
  let sum = 0
  eachSegment(ring, (a, b) => {
    sum += (a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)
  })
  return sum / 2
}
