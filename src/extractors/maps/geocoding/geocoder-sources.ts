// Which geocoders may be asked: the operator's own, else the public ones, and those only under a name.
import type { ExtractorHost } from '#extract/context.ts'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import type { OsmType } from '#extractors/maps/osm/osm-element.ts'
import type { OsmId } from '#extractors/maps/osm/osm-id.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { urlBelow } from '#kit/url/resolve-address.ts'
import type { GeocoderSource } from './geocoder.ts'
import { nominatimUrl, readNominatim } from './read-nominatim.ts'
import type { Candidate, GeocoderAnswer } from './geocoded-area.ts'
import { parsedJson, shortText, type GeocodeQuestion, type HttpAnswer } from './geocoder-http.ts'

const MAX_CANDIDATES = 10
/** Others are refused with 400. */
const PHOTON_LANGUAGES = new Set(['en', 'de', 'fr'])
const TYPES: Readonly<Record<string, OsmType>> = { N: 'node', W: 'way', R: 'relation' }

const PUBLIC_NOMINATIM = 'https://nominatim.openstreetmap.org/'
const PUBLIC_PHOTON = 'https://photon.komoot.io/'

/** One request a second for a whole application (operations.osmfoundation.org/policies/nominatim). */
const NOMINATIM_POLICY = { concurrency: 1, intervalMs: 1_000, perDay: null } as const
/** Photon names no figure and asks its callers to "be fair". */
const PHOTON_POLICY = NOMINATIM_POLICY

/** In the order of the requests. When the operator names a server of his own, no public one is asked. */
export function geocoderSources(host: ExtractorHost): GeocoderSource[] {
  const ownNominatim = ownUrl(host.settings['nominatimUrl'], PUBLIC_NOMINATIM)
  const ownPhoton = ownUrl(host.settings['photonUrl'], PUBLIC_PHOTON)
  const own = [
    ...(ownNominatim === null ? [] : [nominatim(host, ownNominatim, 'nominatimUrl')]),
    ...(ownPhoton === null ? [] : [photon(host, ownPhoton, 'photonUrl')]),
  ]
  if (own.length > 0 || textOf(host.settings['contact']) === null) return own
  return [nominatim(host, PUBLIC_NOMINATIM, null), photon(host, PUBLIC_PHOTON, null)]
}

function nominatim(host: ExtractorHost, base: string, setting: string | null): GeocoderSource {
  return {
    host: new URL(base).host,
    policy: setting === null ? NOMINATIM_POLICY : null,
    url: (question) => nominatimUrl(base, question),
    read: readNominatim,
    fetch: fetchOf(host, setting),
  }
}

function photon(host: ExtractorHost, base: string, setting: string | null): GeocoderSource {
  return {
    host: new URL(base).host,
    policy: setting === null ? PHOTON_POLICY : null,
    url: (question) => photonUrl(base, question),
    read: (answer, { country }) => readPhoton(answer, country),
    fetch: fetchOf(host, setting),
  }
}

/** A server that a setting names is a peer, as far as this worker has them. */
function fetchOf({ fetch, peerFetch }: ExtractorHost, setting: string | null): GeocoderSource['fetch'] {
  if (setting === null || peerFetch === undefined) return fetch
  return (request) => peerFetch(setting, request)
}

/** The address of the public server always counts as public, so its policy applies. */
function ownUrl(value: unknown, publicUrl: string): string | null {
  const url = textOf(value)
  return url !== null && URL.parse(url)?.host === new URL(publicUrl).host ? null : url
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** `base` is the address of the service, without the path `api`. */
function photonUrl(base: string, { text, language }: GeocodeQuestion): string {
  const url = urlBelow(base, 'api')
  url.searchParams.set('q', text)
  url.searchParams.set('limit', String(MAX_CANDIDATES))
  const known = language?.split('-')[0] ?? ''
  if (PHOTON_LANGUAGES.has(known)) url.searchParams.set('lang', known)
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
    line: [],
    parents: ['district', 'city', 'county', 'state', 'country'].map(word).filter((parent) => parent !== ''),
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
