// The positions of the nodes needed for geometries: sorted ids and coordinates in typed arrays, 16 bytes a node.
import type { LatLng } from '#kit/geo/geometry.ts'
import { E7 } from '#extractors/maps/providers/osm-file/reader/element-source.ts'

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
  const find = (id: number): number => {
    if (sorted[hint] === id && hint < count) return hint
    let [low, high] = [0, count - 1]
    if (hint < count && (sorted[hint] as number) < id) {
      if (hint + 1 === count || (sorted[hint + 1] as number) > id) return -1
      low = hint + 1
      if (sorted[low] === id) return (hint = low)
    }
    while (low <= high) {
      const middle = (low + high) >>> 1
      const value = sorted[middle] as number
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
      return at < 0 || lats[at] === MISSING
        ? null
        : { lat: (lats[at] as number) / E7, lng: (lngs[at] as number) / E7 }
    },
  }
}
