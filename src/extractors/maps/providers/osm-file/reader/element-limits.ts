// The limits of an element in an OSM file; beyond them it is not OpenStreetMap data.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'

/** Ids count to some 1e10 today; up to here `id * 4` is exact. */
const MAX_ID = 2 ** 50
/** OpenStreetMap allows 255 characters in a key and in a value; far longer ones are an attack. */
const MAX_KEY = 255
const MAX_VALUE = 4_096

/** Throws a RangeError for an id beyond the exact integers. */
export function checkedId(id: number): number {
  if (!(Math.abs(id) < MAX_ID)) throw new RangeError(`the id ${id} is too large`)
  return id
}

/** Throws a RangeError for a position that is not on the globe. */
export function checkPosition(id: number, latE7: number, lngE7: number): void {
  if (!(Math.abs(latE7) <= 900_000_000 && Math.abs(lngE7) <= 1_800_000_000)) {
    throw new RangeError(`node ${id} lies at ${latE7 / 1e7}, ${lngE7 / 1e7}`)
  }
}

/** Keys that are too long are left out, values cut with an ellipsis. Own properties only, whatever the keys are. */
export function limitedTags(entries: Iterable<readonly [string, string]>): Tags {
  const kept: [string, string][] = []
  for (const [key, value] of entries) {
    if (key.length <= MAX_KEY)
      kept.push([key, value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE)}…`])
  }
  return Object.fromEntries(kept)
}
