// The positions of the nodes needed for geometries: sorted ids and coordinates in typed arrays, 16 bytes a node.
import type { LatLng } from '#kit/geo/geometry.ts'
import { E7 } from '#extractors/maps/providers/osm-file/reader/element-source.ts'

/** Positions by the id of their node, in steps of 1e-7 degrees. */
export interface NodeLocations {
  /** Keeps the position if the node is needed. */
  offer(id: number, latE7: number, lngE7: number): void
  /** Null where the node is not in the file. */
  get(id: number): LatLng | null
}

/** No latitude. */
const MISSING = 0x7f_ff_ff_ff

/** `ids` may hold an id more than once; it is sorted in place. */
export function nodeLocations(ids: Float64Array): NodeLocations {
  const sorted = ids.sort()
  let count = 0
  for (const id of sorted) {
    if (count === 0 || id !== sorted[count - 1]) {
      sorted[count] = id
      count += 1
    }
  }
  const lats = new Int32Array(count).fill(MISSING)
  const lngs = new Int32Array(count)
  // Files list nodes in the order of their ids, so the next one nearly always follows the last one directly.
  let hint = 0
  const idAt = (at: number): number => sorted[at] ?? Number.NaN
  const find = (id: number): number => {
    if (sorted[hint] === id && hint < count) return hint
    let [low, high] = [0, count - 1]
    if (hint < count && idAt(hint) < id) {
      if (hint + 1 === count || idAt(hint + 1) > id) return -1
      low = hint + 1
      if (sorted[low] === id) return (hint = low)
    }
    while (low <= high) {
      const middle = (low + high) >>> 1
      const value = idAt(middle)
      if (value === id) return (hint = middle)
      if (value < id) low = middle + 1
      else high = middle - 1
    }
    // The last id below: the next node of the file starts its search here.
    hint = Math.max(high, 0)
    return -1
  }
  return {
    offer(id, latE7, lngE7) {
      const at = find(id)
      if (at < 0) return
      lats[at] = latE7
      lngs[at] = lngE7
    },
    get(id) {
      const at = find(id)
      const [lat, lng] = [lats[at], lngs[at]]
      return lat === undefined || lng === undefined || lat === MISSING
        ? null
        : { lat: lat / E7, lng: lng / E7 }
    },
  }
}
