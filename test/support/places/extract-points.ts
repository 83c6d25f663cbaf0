// The places of an OpenStreetMap extract as points, for simulated providers.
import type { MapPlace } from '#contract/places/place.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { E7 } from '#extractors/maps/providers/osm-file/reader/element-source.ts'
import { sharedPath } from '#test/support/shared-data.ts'
import { madePlace } from './generated-places.ts'

const KEYS = new Set(['amenity', 'shop', 'tourism', 'leisure', 'craft', 'office', 'healthcare'])
/** An extract may hold a piece of another continent besides: what lies three times as far as most of it is left out. */
const MOST = 0.7
const TIMES = 3

/** What is tagged as a place: nodes where they lie, ways at their first node. */
export async function extractPoints(path: string): Promise<MapPlace[]> {
  await using source = await openSource(sharedPath(path))
  const firstNodes = new Map<number, number[]>()
  await source.readWays(
    { keys: KEYS, ids: new Set() },
    (id, _tags, [first]) => {
      if (first !== undefined) firstNodes.set(first, [...(firstNodes.get(first) ?? []), id])
    },
    () => undefined,
  )
  const places: MapPlace[] = []
  await source.readNodes(KEYS, (id, latE7, lngE7, tags) => {
    const at = { lat: latE7 / E7, lng: lngE7 / E7 }
    if (tags !== null) places.push(madePlace(`node/${id}`, at))
    for (const way of firstNodes.get(id) ?? []) places.push(madePlace(`way/${way}`, at))
  })
  return inOneRegion(places)
}

/** Leaves out what lies far from the rest. */
function inOneRegion(places: readonly MapPlace[]): MapPlace[] {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const lat = middle(places.map(({ location }) => location.lat))
  const lng = middle(places.map(({ location }) => location.lng))
  const away = ({ location }: MapPlace) => Math.abs(location.lat - lat) + Math.abs(location.lng - lng)
  const near = places.toSorted((a, b) => away(a) - away(b))
  const far = near[Math.floor(near.length * MOST)]
  const edge = far === undefined ? 0 : away(far) * TIMES
  return near.filter((place) => away(place) <= edge)
}
