// Geometry on the sphere without a library: boxes, distances, point in polygon.

/** WGS 84 degrees. */
export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** GeoJSON order: west, south, east, north, in degrees. West may exceed east across the antimeridian. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

/** A GeoJSON position: longitude, latitude. */
export type Position = readonly [number, number, ...number[]]

/** GeoJSON (RFC 7946): the outer ring, then its holes. Each ring ends with its first position. */
export interface PolygonGeometry {
  readonly type: 'Polygon'
  readonly coordinates: readonly (readonly Position[])[]
}
/** GeoJSON (RFC 7946): polygons, each as in `PolygonGeometry`. */
export interface MultiPolygonGeometry {
  readonly type: 'MultiPolygon'
  readonly coordinates: readonly (readonly (readonly Position[])[])[]
}
/** The outline of an area. */
export type AreaGeometry = PolygonGeometry | MultiPolygonGeometry

/** IUGG mean earth radius. */
const EARTH_RADIUS_M = 6_371_008.8
const RADIANS = Math.PI / 180
/** Of latitude, on that sphere; of longitude at the equator. */
export const METRES_PER_DEGREE = 111_195

/** Great-circle distance in metres (haversine). */
export function distanceM(a: LatLng, b: LatLng): number {
  const dLat = (b.lat - a.lat) * RADIANS
  const dLng = (b.lng - a.lng) * RADIANS
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The box around a circle; at the poles it spans all longitudes. */
export function circleBbox(center: LatLng, radiusM: number): Bbox {
  const dLat = radiusM / EARTH_RADIUS_M / RADIANS
  const cos = Math.cos(center.lat * RADIANS)
  const south = Math.max(-90, center.lat - dLat)
  const north = Math.min(90, center.lat + dLat)
  if (cos < 1e-6 || south === -90 || north === 90) return [-180, south, 180, north]
  const dLng = Math.min(180, dLat / cos)
  return [wrapLng(center.lng - dLng), south, wrapLng(center.lng + dLng), north]
}

/** Edges count as inside. A box whose west exceeds its east crosses the antimeridian. */
export function bboxContains([west, south, east, north]: Bbox, { lat, lng }: LatLng): boolean {
  if (lat < south || lat > north) return false
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
}

/** The box of a polygon that does not cross the antimeridian. */
export function geometryBbox(geometry: AreaGeometry): Bbox {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const ring of polygonsOf(geometry).flat()) {
    for (const [lng, lat] of ring) {
      west = Math.min(west, lng)
      east = Math.max(east, lng)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
  }
  return [west, south, east, north]
}

/** Even-odd rule over all rings of each polygon; a point exactly on an edge may fall on either side. */
export function geometryContains(geometry: AreaGeometry, point: LatLng): boolean {
  return polygonsOf(geometry).some((rings) => {
    let inside = false
    for (const ring of rings) {
      let from = ring.at(-1)
      for (const to of ring) {
        const [x, y] = to
        const [fromX, fromY] = from ?? to
        const crosses = y > point.lat !== fromY > point.lat
        if (crosses && point.lng < ((fromX - x) * (point.lat - y)) / (fromY - y) + x) inside = !inside
        from = to
      }
    }
    return inside
  })
}

/** Calls `visit` for each segment of a line, from its first point on. A ring ends with its first point. */
export function eachSegment<Point>(line: readonly Point[], visit: (from: Point, to: Point) => void): void {
  let from: Point | undefined
  for (const to of line) {
    if (from !== undefined) visit(from, to)
    from = to
  }
}

/** The polygons of an area, each with its holes behind its outer ring. */
export function polygonsOf(geometry: AreaGeometry): readonly (readonly (readonly Position[])[])[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

function wrapLng(lng: number): number {
  return lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng
}
