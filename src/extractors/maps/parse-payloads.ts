// Reads payloads of places again, as the parsers of today do.
import type { MapsParseInput, MapsParseOutput } from '#contract/places/maps.ts'
import type { MapPlace, Provider } from '#contract/places/place.ts'
import { countryOfPoint } from './osm/country-of-point.ts'
import { pointOf } from './osm/osm-element.ts'
import { placeFromTags } from './osm/tags/place-from-tags.ts'
import { readPlace } from '#extractors/maps/providers/google/place/read-place.ts'
import { readElement } from '#extractors/maps/providers/overpass/server/overpass-answer.ts'
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
