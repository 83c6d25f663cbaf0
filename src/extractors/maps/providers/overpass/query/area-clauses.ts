// The part of a statement that says where: a box, a circle or a polygon.
import { polygonsOf, type AreaGeometry, type Bbox, type LatLng, type Position } from '#kit/geo/geometry.ts'
import { decimal } from './overpass-text.ts'

/** The server walks along every corner for every element: beyond this the box is cheaper, and the rest is done here. */
const MAX_CORNERS = 500
const MAX_POLYGONS = 8

/** One clause for each side of the antimeridian. */
export function boxClauses([west, south, east, north]: Bbox): string[] {
  const clause = (from: number, to: number) => `(${[south, from, north, to].map(decimal).join(',')})`
  return west <= east ? [clause(west, east)] : [clause(west, 180), clause(-180, east)]
}

/** `(around:500,43.73,7.42)`: the radius in metres, then latitude and longitude in degrees. */
export function circleClauses({ lat, lng }: LatLng, radiusM: number): string[] {
  return [`(around:${[radiusM, lat, lng].map(decimal).join(',')})`]
}

/** The outer rings, or the box where they have too many corners; holes are left to the caller. */
export function polygonClauses(geometry: AreaGeometry, bbox: Bbox): string[] {
  const rings = polygonsOf(geometry).map(([outer = []]) => outer)
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (rings.length > MAX_POLYGONS || corners > MAX_CORNERS) return boxClauses(bbox)
  return rings.map((ring) => `(poly:"${ring.map(corner).join(' ')}")`)
}

function corner([lng, lat]: Position): string {
  return `${decimal(lat)} ${decimal(lng)}`
}
