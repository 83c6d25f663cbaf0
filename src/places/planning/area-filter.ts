// Whether a place lies in the requested area, and not merely in the box around it.
import type { ResolvedArea } from '#contract/places/location.ts'
import {
  bboxContains,
  distanceM,
  geometryContains,
  type AreaGeometry,
  type LatLng,
} from '#kit/geo/geometry.ts'

/** The exact test for an area. A whole extract has no border: all that it holds is inside. */
export function areaFilter(area: ResolvedArea): (point: LatLng) => boolean {
  if (area.kind === 'extract') return () => true
  const { bbox, circle } = area
  if (circle !== null) return (point) => distanceM(circle, point) <= circle.radiusM
  const shape = shapeOf(area)
  if (shape === null) return (point) => bboxContains(bbox, point)
  return (point) => bboxContains(bbox, point) && geometryContains(shape, point)
}

/** The polygon of an area, if it has one. Its schema ensures that every position holds two numbers. */
export function shapeOf(area: ResolvedArea): AreaGeometry | null {
  return area.geometry as unknown as AreaGeometry | null
}
