// Closes a boundary with a missing piece: extracts are cut along a line that need not follow it.
import { itemAt } from '#kit/item-at.ts'
import { distanceM, type LatLng, type Position, eachSegment } from '#kit/geo/geometry.ts'

/** With larger gaps a straight line is no longer the boundary. Two districts of Monaco lack 8 % and 15 %. */
export const MAX_GAP_SHARE = 0.2

/** Rings that end where they begin, and how much of them was made up to close them. */
export interface ClosedChains {
  readonly rings: readonly (readonly Position[])[]
  /** The share of the outline that is a straight line across a gap, 0 to 1. */
  readonly gapShare: number
}

/** Each chain is joined to the nearest end that is left, at last to its own start. */
export function closeGaps(chains: readonly (readonly Position[])[]): ClosedChains {
  const left = chains.filter((chain) => chain.length > 1).map((chain) => chain.slice())
  const rings: Position[][] = []
  let known = 0
  let gaps = 0
  for (const chain of left) known += lengthM(chain)
  for (let ring = left.pop(); ring !== undefined; ring = left.pop()) {
    for (;;) {
      const [start, end] = [itemAt(ring, 0), itemAt(ring, -1)]
      const own = gapM(end, start)
      const next = nearest(end, left)
      if (next === null || own <= next.gap) {
        gaps += own
        ring.push(start)
        rings.push(ring)
        break
      }
      gaps += next.gap
      for (const piece of left.splice(next.index, 1)) {
        ring.push(...(next.isReversed ? piece.toReversed() : piece))
      }
    }
  }
  return { rings, gapShare: known + gaps === 0 ? 1 : gaps / (known + gaps) }
}

function nearest(
  end: Position,
  chains: readonly (readonly Position[])[],
): { index: number; gap: number; isReversed: boolean } | null {
  let best: { index: number; gap: number; isReversed: boolean } | null = null
  chains.forEach((chain, index) => {
    for (const isReversed of [false, true]) {
      const gap = gapM(end, itemAt(chain, isReversed ? -1 : 0))
      if (best === null || gap < best.gap) best = { index, gap, isReversed }
    }
  })
  return best
}

function lengthM(chain: readonly Position[]): number {
  let length = 0
  eachSegment(chain, (from, to) => {
    length += gapM(from, to)
  })
  return length
}

function gapM(a: Position, b: Position): number {
  return distanceM(latLng(a), latLng(b))
}

function latLng([lng, lat]: Position): LatLng {
  return { lat, lng }
}
