// Reads payloads of places again, as the parsers of today do.
import type { MapsParseInput, MapsParseOutput } from '#contract/places/maps.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { MapPlace, Provider } from '#contract/places/place.ts'
import { countryOfPoint } from './osm/country-of-point.ts'
import { OSM_TYPES, pointOf, type OsmElement, type Tags } from './osm/osm-element.ts'
import { placeFromTags } from './osm/tags/place-from-tags.ts'
import { readPlace } from '#extractors/maps/providers/google/place/read-place.ts'
import { keptRecord } from '#extractors/maps/providers/overture/record/overture-record.ts'
import { placeFromRecord } from '#extractors/maps/providers/overture/record/place-from-record.ts'

type Payload = MapsParseInput['payloads'][number]

/** Null for a payload that the parser of its provider reads as no place. */
export function parsePayloads({ provider, payloads }: MapsParseInput): MapsParseOutput {
  return { provider, places: payloads.map((payload) => PARSERS[provider](payload)) }
}

const PARSERS: Readonly<Record<Provider, (payload: Payload) => MapPlace | null>> = {
  'osm-file': (payload) => fromElement('osm-file', payload),
  overpass: (payload) => fromElement('overpass', payload),
  overture({ raw, fetchedAt, country }) {
    const record = keptRecord(raw)
    if (record === null) return null
    const pointCountry = country === undefined ? countryOfPoint(record) : country
    return placeFromRecord(record, { fetchedAt, language: null, pointCountry })
  },
  // What is kept is the array of the place, without the people in it.
  google: ({ raw, fetchedAt }) => (Array.isArray(raw) ? readPlace(raw, { fetchedAt, language: null }) : null),
}

function fromElement(provider: Provider, { raw, fetchedAt, country }: Payload): MapPlace | null {
  const element = readElement(raw)
  const point = element === null ? null : pointOf(element)
  if (element === null || point === null) return null
  const pointCountry = country === undefined ? countryOfPoint(point) : country
  return placeFromTags(element, { provider, fetchedAt, language: null, pointCountry })
}

/** The element that a payload of OpenStreetMap is; null for anything else. */
function readElement(raw: unknown): OsmElement | null {
  const { type, id, lat, lon, center, tags } = fieldsOf(raw)
  const known = OSM_TYPES.find((name) => name === type)
  if (known === undefined || typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  const read: Record<string, string> = {}
  for (const [key, value] of Object.entries(fieldsOf(tags))) if (typeof value === 'string') read[key] = value
  const of: { readonly type: OsmElement['type']; readonly id: number; readonly tags: Tags } = {
    type: known,
    id,
    tags: read,
  }
  if (isDegrees(lat, 90) && isDegrees(lon, 180)) return { ...of, lat, lon }
  const middle = fieldsOf(center)
  const [centerLat, centerLon] = [middle['lat'], middle['lon']]
  return isDegrees(centerLat, 90) && isDegrees(centerLon, 180)
    ? { ...of, center: { lat: centerLat, lon: centerLon } }
    : null
}

function isDegrees(value: unknown, max: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= max
}
