// Point in polygon for many points: the edges lie in bands of latitude, so that a point meets only a few of them.
import {
  geometryBbox,
  polygonsOf,
  type AreaGeometry,
  type Bbox,
  type LatLng,
  type Position,
} from '#kit/geo/geometry.ts'

/** An area that many points are tested against. */
export interface PreparedArea {
  readonly bbox: Bbox
  /** As `geometryContains` of the kit: even-odd over the rings of each polygon. */
  contains(point: LatLng): boolean
}

const EDGES_PER_BAND = 8
const MAX_BANDS = 4_096
/** Edges that run through many bands are in each of them: with more copies than this, fewer bands are cheaper. */
const MAX_COPIES = 6

interface PreparedPolygon {
  readonly bbox: Bbox
  /** For each band the edges that reach into it: x1, y1, x2, y2 one after the other. */
  readonly bands: readonly Float64Array[]
}

/** Costs time in proportion to the corners; each test then looks at the edges of one band only. */
export function prepareArea(geometry: AreaGeometry): PreparedArea {
  const prepared = polygonsOf(geometry).map(preparePolygon)
  return {
    bbox: geometryBbox(geometry),
    contains: (point) => prepared.some((polygon) => polygonContains(polygon, point)),
  }
}

function preparePolygon(rings: readonly (readonly Position[])[]): PreparedPolygon {
  const bbox = geometryBbox({ type: 'Polygon', coordinates: rings })
  const edges = rings.flatMap((ring) => ring.map((to, i) => [ring.at(i - 1) ?? to, to] as const))
  const count = bandCount(edges, bbox)
  const bands: number[][] = Array.from({ length: count }, () => [])
  for (const [from, to] of edges) {
    const [first, last] = bandsOf(from, to, bbox, count)
    for (let band = first; band <= last; band += 1) bands[band]?.push(from[0], from[1], to[0], to[1])
  }
  return { bbox, bands: bands.map((band) => Float64Array.from(band)) }
}

function bandCount(edges: readonly (readonly [Position, Position])[], bbox: Bbox): number {
  let count = Math.max(1, Math.min(MAX_BANDS, Math.ceil(edges.length / EDGES_PER_BAND)))
  for (; count > 1; count = Math.ceil(count / 2)) {
    let copies = 0
    for (const [from, to] of edges) {
      const [first, last] = bandsOf(from, to, bbox, count)
      copies += last - first + 1
    }
    if (copies <= MAX_COPIES * edges.length) break
  }
  return count
}

function bandsOf(from: Position, to: Position, bbox: Bbox, count: number): [first: number, last: number] {
  return [bandOf(Math.min(from[1], to[1]), bbox, count), bandOf(Math.max(from[1], to[1]), bbox, count)]
}

function bandOf(lat: number, [, south, , north]: Bbox, count: number): number {
  const share = north === south ? 0 : (lat - south) / (north - south)
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)))
}

const NO_EDGES = new Float64Array()

/** A band holds four numbers for each edge, so none is read behind its end. */
function coordinate(band: Float64Array, at: number): number {
  return band[at] ?? Number.NaN
}

function polygonContains({ bbox, bands }: PreparedPolygon, { lat, lng }: LatLng): boolean {
  if (lat < bbox[1] || lat > bbox[3] || lng < bbox[0] || lng > bbox[2]) return false
  const band = bands[bandOf(lat, bbox, bands.length)] ?? NO_EDGES
  let inside = false
  for (let at = 0; at < band.length; at += 4) {
    const [x1, y1] = [coordinate(band, at), coordinate(band, at + 1)]
    const [x2, y2] = [coordinate(band, at + 2), coordinate(band, at + 3)]
    if (y2 > lat !== y1 > lat && lng < ((x1 - x2) * (lat - y2)) / (y1 - y2) + x2) inside = !inside
  }
  return inside
}
