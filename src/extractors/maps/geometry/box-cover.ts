// What is left of a box beside others, and whether two boxes meet.
import type { Bbox } from '#kit/geo/geometry.ts'

/** A box across the antimeridian is one on each side of it. */
export function asPlainBoxes([west, south, east, north]: Bbox): Bbox[] {
  if (west <= east) return [[west, south, east, north]]
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ]
}

/** The parts of `box` that lie outside of `other`; `box` does not cross the antimeridian. */
export function without(box: Bbox, other: Bbox): Bbox[] {
  return asPlainBoxes(other).reduce<Bbox[]>((parts, one) => parts.flatMap((part) => cut(part, one)), [box])
}

/** Either box may cross the antimeridian. */
export function boxesMeet(a: Bbox, b: Bbox): boolean {
  return asPlainBoxes(a).some((one) => asPlainBoxes(b).some((other) => meet(one, other)))
}

function meet(a: Bbox, b: Bbox): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

function cut(box: Bbox, other: Bbox): Bbox[] {
  const isApart = box[2] <= other[0] || other[2] <= box[0] || box[3] <= other[1] || other[3] <= box[1]
  if (isApart) return [box]
  const [west, south, east, north] = box
  const [from, to] = [Math.max(west, other[0]), Math.min(east, other[2])]
  const parts: Bbox[] = []
  if (west < from) parts.push([west, south, from, north])
  if (to < east) parts.push([to, south, east, north])
  if (south < other[1]) parts.push([from, south, to, other[1]])
  if (other[3] < north) parts.push([from, other[3], to, north])
  return parts
}
