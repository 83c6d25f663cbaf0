// The representative point of a line or an area, which lies on it.
import { itemAt } from '#kit/item-at.ts'
import {
  distanceM,
  geometryContains,
  polygonsOf,
  type AreaGeometry,
  type LatLng,
  type Position,
  eachSegment,
} from '#kit/geo/geometry.ts'
import { signedArea } from './area-geometry.ts'

/** The centroid of the largest polygon, or, where that falls outside or into a hole, the middle of a wide part. */
export function pointInArea(geometry: AreaGeometry): LatLng {
  const largest = itemAt(
    polygonsOf(geometry).toSorted((a, b) => sizeOf(b) - sizeOf(a)),
    0,
  )
  const polygon = { type: 'Polygon', coordinates: largest } as const
  const center = centroid(itemAt(largest, 0))
  return geometryContains(polygon, center) ? center : widestMiddle(largest, center)
}

function sizeOf([outer = []]: readonly (readonly Position[])[]): number {
  return Math.abs(signedArea(outer))
}

function centroid(ring: readonly Position[]): LatLng {
  const [x0, y0] = itemAt(ring, 0)
  let [x, y, double] = [0, 0, 0]
  eachSegment(ring, (a, b) => {
    const cross = (a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)
    x += (a[0] + b[0] - 2 * x0) * cross
    y += (a[1] + b[1] - 2 * y0) * cross
    double += cross
  })
  return { lat: y0 + y / (3 * double), lng: x0 + x / (3 * double) }
}

/** The middle of the widest stretch inside, along a few parallels; `fallback` where none crosses the area. */
function widestMiddle(rings: readonly (readonly Position[])[], fallback: LatLng): LatLng {
  const lats = itemAt(rings, 0).map(([, lat]) => lat)
  const [south, north] = [lats.reduce((a, b) => Math.min(a, b)), lats.reduce((a, b) => Math.max(a, b))]
  let best = { width: 0, point: fallback }
  for (const share of [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]) {
    const lat = south + (north - south) * share
    const crossings = rings.flatMap((ring) => crossingsAt(ring, lat)).sort((a, b) => a - b)
    for (let i = 1; i < crossings.length; i += 2) {
      const [from, to] = [itemAt(crossings, i - 1), itemAt(crossings, i)]
      if (to - from > best.width) best = { width: to - from, point: { lat, lng: (from + to) / 2 } }
    }
  }
  return best.point
}

function crossingsAt(ring: readonly Position[], lat: number): number[] {
  const crossings: number[] = []
  eachSegment(ring, (a, b) => {
    if (a[1] > lat !== b[1] > lat) crossings.push(a[0] + ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]))
  })
  return crossings
}

/** Half-way along the line. `line` has at least one point. */
export function pointOnLine(line: readonly LatLng[]): LatLng {
  const segments: { readonly a: LatLng; readonly b: LatLng; readonly length: number }[] = []
  eachSegment(line, (a, b) => segments.push({ a, b, length: distanceM(a, b) }))
  let rest = segments.reduce((sum, { length }) => sum + length, 0) / 2
  for (const { a, b, length } of segments) {
    if (rest <= length && length > 0) {
      const share = rest / length
      return { lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + (b.lng - a.lng) * share }
    }
    rest -= length
  }
  return itemAt(line, 0)
}

/** The mean of points that belong together. `points` has at least one. */
export function middleOf(points: readonly LatLng[]): LatLng {
  const sum = points.reduce((a, b) => ({ lat: a.lat + b.lat, lng: a.lng + b.lng }))
  return { lat: sum.lat / points.length, lng: sum.lng / points.length }
}

/** To the steps of OpenStreetMap: more digits would claim more than is known. */
export function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * 1e7) / 1e7, lng: Math.round(lng * 1e7) / 1e7 }
}
