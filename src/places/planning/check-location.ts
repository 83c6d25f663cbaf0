// The check of a location that a schema cannot express: whether the shape encloses anything.
import { itemAt } from '#kit/item-at.ts'
import type { Location } from '#contract/places/location.ts'
import { plainShape, polygonPointers } from '#contract/places/plain-location.ts'
import type { FieldProblem } from '#contract/problem.ts'

type Position = readonly number[]

/** All errors of a location that fits its schema, with pointers into the request body; empty without errors. */
export function checkLocation(location: Location): FieldProblem[] {
  if (typeof location === 'string') {
    return location.trim() === '' ? [problem('', 'blank', 'A location that is a text needs a name.')] : []
  }
  const shape = plainShape(location)
  if ('bbox' in shape) return checkBox(shape.bbox)
  if (!('type' in shape)) return checkPoint(shape.lat)
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const pointers = polygonPointers(location)
  return polygons.flatMap((rings, index) => checkPolygon(rings, pointers[index] ?? ''))
}

/** The schema holds a latitude of its own to 90 degrees; in GeoJSON it is one of two numbers. */
function checkPoint(lat: number): FieldProblem[] {
  if (Math.abs(lat) <= 90) return []
  return [problem('/coordinates', 'out_of_range', 'A position is [lng, lat]; lat lies between -90 and 90.')]
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
  const far = ring.findIndex(([, lat = NaN]) => Math.abs(lat) > 90)
  if (far !== -1) {
    return [
      problem(`${pointer}/${far}`, 'out_of_range', 'A position is [lng, lat]; lat lies between -90 and 90.'),
    ]
  }
  const [first, last] = [itemAt(ring, 0), itemAt(ring, -1)]
  if (first[0] !== last[0] || first[1] !== last[1]) {
    return [
      problem(pointer, 'ring_not_closed', 'The first and the last position of a ring must be the same.'),
    ]
  }
  return onOneLine(ring) ? [problem(pointer, 'ring_without_area', 'The ring encloses no area.')] : []
}

function onOneLine(ring: readonly Position[]): boolean {
  const [x0 = NaN, y0 = NaN] = itemAt(ring, 0)
  const vectors = ring.map(([x = NaN, y = NaN]) => ({ x: x - x0, y: y - y0 }))
  const other = vectors.find(({ x, y }) => x !== 0 || y !== 0)
  return other === undefined || vectors.every(({ x, y }) => other.x * y === other.y * x)
}

function problem(pointer: string, code: string, detail: string): FieldProblem {
  return { pointer: `/location${pointer}`, code, detail }
}
