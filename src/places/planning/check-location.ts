// The check of a location that a schema cannot express: whether the shape encloses anything.
import type { Location } from '#contract/places/location.ts'
import type { FieldProblem } from '#contract/problem.ts'

type Position = readonly number[]

/** All errors of a location that fits its schema, with pointers into the request body; empty without errors. */
export function checkLocation(location: Location): FieldProblem[] {
  if (typeof location === 'string') {
    return location.trim() === '' ? [problem('', 'blank', 'A location that is a text needs a name.')] : []
  }
  if ('bbox' in location) return checkBox(location.bbox)
  if (!('type' in location)) return []
  return location.type === 'Polygon'
    ? checkPolygon(location.coordinates, '/coordinates')
    : location.coordinates.flatMap((rings, index) => checkPolygon(rings, `/coordinates/${index}`))
}

function checkBox([west, south, east, north]: readonly [number, number, number, number]): FieldProblem[] {
  const wrong = (detail: string) => [problem('/bbox', 'invalid_bbox', detail)]
  if (Math.abs(south) > 90 || Math.abs(north) > 90) {
    return wrong('The order is [west, south, east, north]; south and north lie between -90 and 90.')
  }
  if (south >= north) return wrong('South must be less than north.')
  if (west === east) return wrong('West and east are the same: the box has no width.')
  return []
}

function checkPolygon(rings: readonly (readonly Position[])[], pointer: string): FieldProblem[] {
  return rings.flatMap((ring, index) => checkRing(ring, `${pointer}/${index}`))
}

function checkRing(ring: readonly Position[], pointer: string): FieldProblem[] {
  const far = ring.findIndex((position) => Math.abs(position[1] as number) > 90)
  if (far !== -1) {
    return [
      problem(`${pointer}/${far}`, 'out_of_range', 'A position is [lng, lat]; lat lies between -90 and 90.'),
    ]
  }
  const first = ring[0] as Position
  const last = ring[ring.length - 1] as Position
  if (first[0] !== last[0] || first[1] !== last[1]) {
    return [
      problem(pointer, 'ring_not_closed', 'The first and the last position of a ring must be the same.'),
    ]
  }
  return onOneLine(ring) ? [problem(pointer, 'ring_without_area', 'The ring encloses no area.')] : []
}

function onOneLine(ring: readonly Position[]): boolean {
  const [x0, y0] = ring[0] as [number, number]
  const other = ring.find(([x, y]) => x !== x0 || y !== y0) as [number, number] | undefined
  if (other === undefined) return true
  const [dx, dy] = [other[0] - x0, other[1] - y0]
  return (ring as readonly [number, number][]).every(([x, y]) => dx * (y - y0) === dy * (x - x0))
}

function problem(pointer: string, code: string, detail: string): FieldProblem {
  return { pointer: `/location${pointer}`, code, detail }
}
