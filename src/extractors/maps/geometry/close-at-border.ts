// Closes a boundary that the border of an extract cuts: what of the area lies in the extract.
import { itemAt } from '#kit/item-at.ts'
import {
  bboxContains,
  distanceM,
  geometryContains,
  type AreaGeometry,
  type Bbox,
  type LatLng,
  type Position,
} from '#kit/geo/geometry.ts'
import { areaGeometry } from './area-geometry.ts'
import { pointInArea } from './representative-point.ts'

/** An end farther inside, as a share of the diagonal, does not stop at the border: the piece behind it is missing for another reason. */
const MAX_INSIDE_SHARE = 0.05
/** A chain that is hardly bent does not say on which side of it the area is. */
const MAX_STRAIGHTNESS = 0.75

/**
 * `whole` goes through the extract and ends at or behind its border. Of its two sides the one with `label` is meant, without one the
 * side that it is bent around. Null where neither says it.
 */
export function closeAtBorder(
  whole: readonly Position[],
  border: Bbox,
  label: LatLng | null,
): AreaGeometry | null {
  const chain = withinBorder(whole, border)
  if (chain.length < 2 || [itemAt(chain, 0), itemAt(chain, -1)].some((end) => isFarInside(end, border))) {
    return null
  }
  const [start, end] = [alongBorder(itemAt(chain, 0), border), alongBorder(itemAt(chain, -1), border)]
  const inside = label ?? bentAround(chain)
  if (inside === null) return null
  for (const walk of [borderBetween(end, start, border), borderBetween(start, end, border).toReversed()]) {
    const geometry = areaGeometry([[...chain, ...walk, itemAt(chain, 0)]])
    if (geometry !== null && geometryContains(geometry, inside)) return geometry
  }
  return null
}

/** Without what lies outside, up to the first position there: ways are whole where an extract has one of their nodes. */
function withinBorder(chain: readonly Position[], border: Bbox): readonly Position[] {
  const isInside = ([lng, lat]: Position) => bboxContains(border, { lat, lng })
  const [first, last] = [chain.findIndex(isInside), chain.findLastIndex(isInside)]
  return first < 0 ? [] : chain.slice(Math.max(0, first - 1), last + 2)
}

function bentAround(chain: readonly Position[]): LatLng | null {
  const chordM = lengthM([itemAt(chain, 0), itemAt(chain, -1)])
  if (chordM > MAX_STRAIGHTNESS * lengthM(chain)) return null
  const geometry = areaGeometry([[...chain, itemAt(chain, 0)]])
  return geometry === null ? null : pointInArea(geometry)
}

function isFarInside([lng, lat]: Position, [west, south, east, north]: Bbox): boolean {
  const depth = Math.min((lng - west) / (east - west), (east - lng) / (east - west))
  return Math.min(depth, (lat - south) / (north - south), (north - lat) / (north - south)) > MAX_INSIDE_SHARE
}

/** How far along the border the point of it is that is nearest to a position: a side is 1, from the south-west corner eastwards. */
function alongBorder([lng, lat]: Position, [west, south, east, north]: Bbox): number {
  const x = Math.min(1, Math.max(0, (lng - west) / (east - west)))
  const y = Math.min(1, Math.max(0, (lat - south) / (north - south)))
  const sides = [
    { far: y, at: x },
    { far: 1 - x, at: 1 + y },
    { far: 1 - y, at: 3 - x },
    { far: x, at: 4 - y },
  ]
  return sides.reduce((best, side) => (side.far < best.far ? side : best)).at % 4
}

/** The border from one point of it to another, eastwards along the south. */
function borderBetween(from: number, to: number, border: Bbox): Position[] {
  const end = to < from ? to + 4 : to
  const corners: number[] = []
  for (let corner = Math.floor(from) + 1; corner < end; corner += 1) corners.push(corner)
  return [from, ...corners, end].map((at) => positionAt(at % 4, border))
}

function positionAt(at: number, [west, south, east, north]: Bbox): Position {
  const part = at % 1
  const [x, y] = [
    [part, 0],
    [1, part],
    [1 - part, 1],
    [0, 1 - part],
  ][Math.floor(at)] ?? [0, 0]
  return [west + (x ?? 0) * (east - west), south + (y ?? 0) * (north - south)]
}

function lengthM(chain: readonly Position[]): number {
  return chain.slice(1).reduce((sum, [lng, lat], at) => {
    const [fromLng, fromLat] = itemAt(chain, at)
    return sum + distanceM({ lat: fromLat, lng: fromLng }, { lat, lng })
  }, 0)
}
