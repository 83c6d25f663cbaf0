// Asks Nominatim for the areas of a name and reads what it answers (search, format jsonv2).
import { fieldsOf } from '#kit/unknown-values.ts'
import { OSM_TYPES } from '#extractors/maps/osm/osm-element.ts'
import { parseOsmId, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import type { AreaGeometry, Bbox, Position } from '#kit/geo/geometry.ts'
import { urlBelow } from '#kit/url/resolve-address.ts'
import type { Candidate, GeocoderAnswer } from './geocoded-area.ts'
import { parsedJson, shortText, type GeocodeQuestion, type HttpAnswer } from './geocoder-http.ts'

/** Some areas share a name: the others are named in a warning. */
const MAX_CANDIDATES = 5
/** Degrees, some 5 m: outlines are sent with fewer corners, none of them farther off than this. */
const POLYGON_TOLERANCE = 0.000_05

/** `base` is the address of the service, without the path; a text that is an id (`osm:node/1`) is looked up by it. */
export function nominatimUrl(base: string, { text, country, language }: GeocodeQuestion): string {
  const osm = text.startsWith('osm:') ? parseOsmId(text) : null
  const url = urlBelow(base, osm === null ? 'search' : 'lookup')
  if (osm === null) {
    url.searchParams.set('q', text)
    url.searchParams.set('limit', String(MAX_CANDIDATES))
    if (country !== null) url.searchParams.set('countrycodes', country.toLowerCase())
  } else url.searchParams.set('osm_ids', `${osm.type.charAt(0).toUpperCase()}${osm.id}`)
  url.searchParams.set('format', 'jsonv2')
  url.searchParams.set('addressdetails', '1')
  url.searchParams.set('polygon_geojson', '1')
  url.searchParams.set('polygon_threshold', String(POLYGON_TOLERANCE))
  if (language !== null) url.searchParams.set('accept-language', language)
  return url.href
}

/** An HTML page instead of JSON is how the public server says that it serves us no more. */
export function readNominatim({ status, body }: HttpAnswer): GeocoderAnswer {
  const text = Buffer.from(body).toString('utf8')
  const answer = parsedJson(text)
  if (status === 400) return { kind: 'refused', detail: errorOf(answer) ?? shortText(text) }
  if (status !== 200) return { kind: 'unavailable', detail: `status ${status}: ${shortText(text)}` }
  const error = errorOf(answer)
  if (error === 'Unable to geocode') return { kind: 'found', candidates: [] }
  if (error !== null) return { kind: 'unavailable', detail: error }
  if (Array.isArray(answer)) return { kind: 'found', candidates: answer.flatMap((row) => readRow(row) ?? []) }
  // A reverse search answers with the one row itself.
  const row = readRow(answer)
  if (row !== null) return { kind: 'found', candidates: [row] }
  return { kind: 'unavailable', detail: shortText(text) }
}

/** Null for a row without a position. `class` is the older name of `category`. */
function readRow(row: unknown): Candidate | null {
  const fields = fieldsOf(row)
  const point = { lat: numberOf(fields['lat']), lng: numberOf(fields['lon']) }
  if (Number.isNaN(point.lat) || Number.isNaN(point.lng)) return null
  const displayName = textOf(fields['display_name'])
  const address = fieldsOf(fields['address'])
  return {
    name: textOf(fields['name']) ?? displayName?.split(',')[0] ?? '',
    osm: osmIdOf(fields['osm_type'], fields['osm_id']),
    category: `${textOf(fields['category']) ?? textOf(fields['class']) ?? ''}/${textOf(fields['type']) ?? ''}`,
    point,
    bbox: bboxOf(fields['boundingbox']),
    geometry: geometryOf(fields['geojson']),
    line: lineOf(fields['geojson']),
    parents: parentsOf(address, textOf(fields['name'])),
    countryCode: textOf(address['country_code'])?.toUpperCase() ?? null,
  }
}

/** South, north, west, east, as texts. */
function bboxOf(value: unknown): Bbox | null {
  if (!Array.isArray(value) || value.length !== 4) return null
  const [south = NaN, north = NaN, west = NaN, east = NaN] = value.map(numberOf)
  return [south, north, west, east].some(Number.isNaN) ? null : [west, south, east, north]
}

function geometryOf(value: unknown): AreaGeometry | null {
  const { type, coordinates } = fieldsOf(value)
  if (type === 'Polygon' && isPolygon(coordinates)) return { type, coordinates }
  if (type === 'MultiPolygon' && isListOf(coordinates, isPolygon)) return { type, coordinates }
  return null
}

/** The positions of a street; empty for anything else. */
function lineOf(value: unknown): readonly Position[] {
  const { type, coordinates } = fieldsOf(value)
  if (type === 'LineString' && isListOf(coordinates, isPosition)) return coordinates
  const isLine = (line: unknown): line is Position[] => isListOf(line, isPosition)
  return type === 'MultiLineString' && isListOf(coordinates, isLine) ? coordinates.flat() : []
}

/** From the small to the large, as `addressdetails` names them. */
const PARENT_KEYS = [
  'suburb',
  'city',
  'town',
  'village',
  'municipality',
  'county',
  'state',
  'country',
] as const

function parentsOf(address: Readonly<Record<string, unknown>>, name: string | null): string[] {
  const parents = PARENT_KEYS.flatMap((key) => textOf(address[key]) ?? [])
  return [...new Set(parents)].filter((parent) => parent !== name)
}

function isPolygon(value: unknown): value is readonly (readonly Position[])[] {
  return isListOf(value, (ring): ring is readonly Position[] => isListOf(ring, isPosition))
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length >= 2 && value.every(Number.isFinite)
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem)
}

function osmIdOf(type: unknown, id: unknown): OsmId | null {
  const known = OSM_TYPES.find((name) => name === type)
  const number = Number(id)
  return known === undefined || !Number.isSafeInteger(number) || number <= 0
    ? null
    : { type: known, id: number }
}

function errorOf(answer: unknown): string | null {
  const { error } = fieldsOf(answer)
  if (typeof error === 'string') return error
  const { message } = fieldsOf(error)
  return typeof message === 'string' ? message : null
}

function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
