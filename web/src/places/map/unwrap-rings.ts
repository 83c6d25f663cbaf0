// Polygons that cross the 180th meridian, as a flat map needs them: a ring goes on beyond it and does not jump to the other side.
import type { Position } from 'geojson'

const SOUTH_POLE = -90

/** The rings of polygons, longitude first. A ring around the south pole, which has no end on a flat map, is closed along it. */
export function unwrapRings(polygons: readonly Position[][][]): Position[][][] {
  return polygons.map((rings) => rings.map(unwrapRing))
}

function unwrapRing(ring: readonly Position[]): Position[] {
  let turns = 0
  let before: number | null = null
  const unwrapped = ring.map(([lng = 0, lat = 0]) => {
    if (before !== null && Math.abs(lng - before) > 180) turns += lng < before ? 1 : -1
    before = lng
    return [lng + 360 * turns, lat]
  })
  const [first = [], last = []] = [unwrapped[0], unwrapped.at(-1)]
  if (turns === 0) return unwrapped
  return [...unwrapped, [last[0] ?? 0, SOUTH_POLE], [first[0] ?? 0, SOUTH_POLE], first]
}
