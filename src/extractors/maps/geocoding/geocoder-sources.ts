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

/** One request a second for a whole application (operations.osmfoundation.org/policies/nominatim); Photon asks its callers to "be fair". */
const PUBLIC_POLICY = { concurrency: 1, intervalMs: 1_000, perDay: null } as const

/** In the order of the requests, by the setting that names a server of the operator's own. */
const SERVERS = [
  {
    setting: 'nominatimUrl',
    publicUrl: 'https://nominatim.openstreetmap.org/',
    url: nominatimUrl,
    read: readNominatim,
  },
  {
    setting: 'photonUrl',
    publicUrl: 'https://photon.komoot.io/',
    url: photonUrl,
    read: (answer: HttpAnswer, { country }: GeocodeQuestion) => readPhoton(answer, country),
  },
] as const

/** When the operator names a server of his own, no public one is asked. */
export function geocoderSources(host: ExtractorHost): GeocoderSource[] {
  const own = SERVERS.flatMap((server) => {
    const base = ownUrl(host.settings[server.setting], server.publicUrl)
    return base === null ? [] : [sourceOf(host, server, base)]
  })
  if (own.length > 0 || textOf(host.settings['contact']) === null) return own
  return SERVERS.map((server) => sourceOf(host, server, server.publicUrl))
}

/** A server that a setting names is a peer, as far as this worker has them. */
function sourceOf(
  { fetch, peerFetch }: ExtractorHost,
  { setting, publicUrl, url, read }: (typeof SERVERS)[number],
  base: string,
): GeocoderSource {
  const isPublic = base === publicUrl
  return {
    host: new URL(base).host,
    policy: isPublic ? PUBLIC_POLICY : null,
    url: (question) => url(base, question),
    read,
    fetch: isPublic || peerFetch === undefined ? fetch : peerFetch.bind(null, setting),
  }
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
