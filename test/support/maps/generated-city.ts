// A city for the replayed map: places in clusters, as they are in real ones, the same at every run.
import type { OsmElement } from '#extractors/maps/osm/osm-element.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import type { KnownArea } from './nominatim-server.ts'

export const CITY_BOX: Bbox = [8, 47, 8.2, 47.15]
const PLACES = 600
const CLUSTERS = 5

export const CITY_AREA: KnownArea = {
  osmType: 'relation',
  osmId: 4711,
  category: 'boundary',
  type: 'administrative',
  bbox: CITY_BOX,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [8, 47],
        [8.2, 47],
        [8.2, 47.15],
        [8, 47.15],
        [8, 47],
      ],
    ],
  },
  countryCode: 'ch',
}

/** All of them lie in the city. */
export function generatedCity(): OsmElement[] {
  const random = sequence(1)
  const [west, south, east, north] = CITY_BOX
  const spread = (from: number, to: number) => from + (to - from) * (0.05 + 0.9 * random())
  const centers = Array.from({ length: CLUSTERS }, () => [spread(west, east), spread(south, north)] as const)
  return Array.from({ length: PLACES }, (_, i) => {
    const [lng, lat] = centers[i % CLUSTERS] as readonly [number, number]
    // Two thirds crowd around the middle of a cluster.
    const isCrowded = random() < 2 / 3
    const offset = () => (random() - 0.5) * 0.01
    return {
      type: 'node',
      id: i + 1,
      lat: isCrowded ? lat + offset() : spread(south, north),
      lon: isCrowded ? lng + offset() : spread(west, east),
      tags: { amenity: i % 3 === 0 ? 'restaurant' : 'cafe', name: `Lokal ${i}` },
    }
  })
}

/** Numbers below 1 that look random (mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
