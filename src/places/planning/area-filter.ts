// Whether a place lies in the requested area, and whether a box meets it: a cell outside the area is never requested.
import type { ResolvedArea } from '#contract/places/location.ts'
import {
  bboxContains,
  distanceM,
  geometryContains,
  type LatLng,
  type Bbox,
  type Position,
} from '#kit/geo/geometry.ts'

/** The exact test for an area. A whole extract has no border: all that it holds is inside. */
export function areaFilter(area: ResolvedArea): (point: LatLng) => boolean {
  if (area.kind === 'extract') return () => true
  const { bbox, circle, geometry } = area
  if (circle !== null) return (point) => distanceM(circle, point) <= circle.radiusM
  if (geometry === null) return (point) => bboxContains(bbox, point)
  return (point) => bboxContains(bbox, point) && geometryContains(geometry, point)
}

/**
 * `box` must not cross the antimeridian. May answer yes for a circle that only nearly touches, never no for one that
 * does.
 */
export function areaTouches(area: ResolvedArea, box: Bbox): boolean {
  const [west, south, east, north] = box
  if (area.circle !== null) {
    const { lat, lng, radiusM } = area.circle
    const nearest = { lat: clamp(lat, south, north), lng: nearestLng(lng, west, east) }
    // On a sphere the nearest point of the box is not exactly the clamped one; a hundredth of the radius covers that.
    return distanceM(area.circle, nearest) <= radiusM * 1.01
  }
  const { geometry } = area
  if (geometry === null) return true
  if (geometryContains(geometry, { lat: south, lng: west })) return true
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.some((rings) => rings.some((ring) => ringMeets(ring, box)))
}

/** Whether an edge of the ring crosses the box. */
function ringMeets(ring: readonly Position[], box: Bbox): boolean {
  return ring.some((to, i) => {
    const from = ring[i - 1]
    return from !== undefined && segmentMeets(from, to, box)
  })
}

/** Liang–Barsky: the part of the segment inside all four half-planes is not empty. */
function segmentMeets(from: Position, to: Position, [west, south, east, north]: Bbox): boolean {
  if (bboxContains([west, south, east, north], { lng: from[0], lat: from[1] })) return true
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  let enter = 0
  let leave = 1
  for (const [p, q] of [
    [-dx, from[0] - west],
    [dx, east - from[0]],
    [-dy, from[1] - south],
    [dy, north - from[1]],
  ] as const) {
    if (p === 0) {
      if (q < 0) return false
    } else if (p < 0) enter = Math.max(enter, q / p)
    else leave = Math.min(leave, q / p)
  }
  return enter <= leave
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** The longitude within [west, east] that is nearest to `lng` around the globe. */
function nearestLng(lng: number, west: number, east: number): number {
  if (lng >= west && lng <= east) return lng
  const away = (edge: number) => Math.abs(((edge - lng + 540) % 360) - 180)
  return away(west) <= away(east) ? west : east
}
