// Asks Photon for the areas of a name and reads what it answers. It knows boxes, no outlines.
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import type { OsmType } from '#extractors/maps/osm/osm-element.ts'
import type { OsmId } from '#extractors/maps/osm/osm-id.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import type { Candidate, GeocoderAnswer } from './geocoded-area.ts'
import { parsedJson, shortText, type GeocodeQuestion, type HttpAnswer } from './geocoder-http.ts'

const MAX_CANDIDATES = 10
/** Others are refused with 400. */
const LANGUAGES = new Set(['en', 'de', 'fr'])
const TYPES: Readonly<Record<string, OsmType>> = { N: 'node', W: 'way', R: 'relation' }

/** `base` is the address of the service, without the path `api`. */
export function photonUrl(base: string, { text, language }: GeocodeQuestion): string {
  const url = new URL('api', base.endsWith('/') ? base : `${base}/`)
  url.searchParams.set('q', text)
  url.searchParams.set('limit', String(MAX_CANDIDATES))
  const known = language?.split('-')[0] ?? ''
  if (LANGUAGES.has(known)) url.searchParams.set('lang', known)
  return url.href
}

/** It has no filter by country, so that is done here. */
export function readPhoton({ status, body }: HttpAnswer, country: string | null): GeocoderAnswer {
  const text = Buffer.from(body).toString('utf8')
  const { features, message } = fieldsOf(parsedJson(text))
  if (status === 400) {
    return { kind: 'refused', detail: typeof message === 'string' ? message : shortText(text) }
  }
  if (status !== 200 || !Array.isArray(features)) {
    return { kind: 'unavailable', detail: `status ${status}: ${shortText(text)}` }
  }
  const candidates = features.flatMap((feature) => readFeature(feature) ?? [])
  return {
    kind: 'found',
    candidates: candidates.filter(({ countryCode }) => country === null || countryCode === country),
  }
}

/** Null for a feature without a position. */
function readFeature(feature: unknown): Candidate | null {
  const { geometry, properties } = fieldsOf(feature)
  const { coordinates } = fieldsOf(geometry)
  const [lng, lat]: readonly unknown[] = Array.isArray(coordinates) ? coordinates : []
  if (typeof lng !== 'number' || typeof lat !== 'number' || !isRecord(properties)) return null
  const word = (key: string): string => (typeof properties[key] === 'string' ? properties[key] : '')
  return {
    name: word('name') || word('street') || word('city'),
    osm: osmIdOf(word('osm_type'), properties['osm_id']),
    category: `${word('osm_key')}/${word('osm_value')}`,
    point: { lat, lng },
    bbox: bboxOf(properties['extent']),
    geometry: null,
    countryCode: word('countrycode').toUpperCase() || null,
  }
}

/** West, north, east, south. */
function bboxOf(extent: unknown): Bbox | null {
  if (!Array.isArray(extent) || extent.length !== 4 || !extent.every(isNumber)) return null
  const [west = NaN, north = NaN, east = NaN, south = NaN] = extent
  return [west, south, east, north]
}

function osmIdOf(letter: string, id: unknown): OsmId | null {
  const type = TYPES[letter]
  return type === undefined || !isNumber(id) || !Number.isSafeInteger(id) ? null : { type, id }
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}
