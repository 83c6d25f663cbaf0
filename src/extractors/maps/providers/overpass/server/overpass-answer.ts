// The meaning of an answer of an Overpass server: its HTTP status alone is not enough.
import type { ExtractResponse } from '#extract/context.ts'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { OSM_TYPES, type OsmElement, type OsmType, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { elementPoint } from './element-point.ts'

/** Elements, and how old they are. */
export interface OverpassData {
  readonly elements: readonly OsmElement[]
  /** RFC 3339: up to when the server knows OpenStreetMap; null where it does not say. */
  readonly snapshotAt: string | null
}

/** The data of a successful outcome. */
export interface OverpassAnswer extends OverpassData {
  /** Why there is more than this; null: this is all. */
  readonly partialReason: string | null
}

/** What became of one query at one server. */
export type OverpassOutcome =
  | ({ readonly kind: 'complete' } & OverpassData)
  /** Cut by time, memory or size: there is more, and a smaller area may bring it. */
  | ({ readonly kind: 'partial'; readonly reason: string } & OverpassData)
  /** No slot for us now (429). */
  | { readonly kind: 'limited' }
  /** The server takes no query that may grow as large as this one said it may (504 in Overpass' words). */
  | { readonly kind: 'busy' }
  /** No answer in the time that the query had, nor from the server behind a gateway (a 504 without Overpass' words). */
  | { readonly kind: 'silent' }
  /** The very same query of ours still runs there. */
  | { readonly kind: 'duplicate' }
  /** The query is wrong, which is a fault of ours. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string }

/** An answer as it came, whatever its status. Header names are in lower case. */
export type HttpAnswer = Pick<ExtractResponse, 'status' | 'headers' | 'body'>

/** Texts of the server's own source, the same in error pages and in remarks. */
const MARKS = [
  ['limited', /::rate_limited\b/],
  ['duplicate', /::duplicate_query\b/],
  ['busy', /::timeout\b|probably too busy|overcrowded/],
] as const
const CUT = /timed out|out of memory/
const MAX_DETAIL_CHARS = 300

/** Never throws. Overpass answers 200 with a remark where it ran out of time, and 504 where it takes no query now. */
export function readOverpassAnswer({ status, headers, body }: HttpAnswer): OverpassOutcome {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  if (status === 200 && /\bjson\b/.test(headers['content-type'] ?? '')) return readJson(text)
  const detail = errorText(text)
  const mark = MARKS.find(([, pattern]) => pattern.test(text))?.[0]
  if (mark !== undefined) return { kind: mark }
  if (status === 429) return { kind: 'limited' }
  if (status === 504) return { kind: 'silent' }
  if (status === 400) return { kind: 'refused', detail }
  return { kind: 'unavailable', detail: `It answered with status ${status}: ${detail}` }
}

function readJson(text: string): OverpassOutcome {
  const answer = parsed(text)
  if (answer === null || !Array.isArray(answer['elements'])) {
    return { kind: 'unavailable', detail: 'Its answer ends too early or is not what Overpass sends.' }
  }
  const { osm3s, remark } = answer
  if (!isRecord(osm3s)) {
    return { kind: 'unavailable', detail: 'Its answer does not say that it is one of Overpass (`osm3s`).' }
  }
  const { timestamp_osm_base: base } = fieldsOf(osm3s)
  const data: OverpassData = {
    elements: answer['elements'].flatMap((element) => readElement(element) ?? []),
    snapshotAt: typeof base === 'string' && !Number.isNaN(Date.parse(base)) ? base : null,
  }
  if (remark === undefined) return { kind: 'complete', ...data }
  return { ...readRemark(typeof remark === 'string' ? remark : JSON.stringify(remark)), ...data }
}

/** Any remark means that the elements may not be all there are. */
function readRemark(
  remark: string,
): Exclude<OverpassOutcome, { kind: 'complete' }> | { kind: 'partial'; reason: string } {
  const mark = MARKS.find(([, pattern]) => pattern.test(remark))?.[0]
  if (mark !== undefined) return { kind: mark }
  const reason = shortened(withoutPaths(remark))
  // A remark that is neither a limit nor a hint is a fault of the server, and a smaller query would not help.
  if (remark.startsWith('runtime error:') && !CUT.test(remark)) return { kind: 'unavailable', detail: reason }
  return { kind: 'partial', reason }
}

/** An element in Overpass' JSON, as it is sent and as payloads are kept; null for anything else. */
export function readElement(value: unknown): OsmElement | null {
  const { type, id, lat, lon, tags, ...shape } = fieldsOf(value)
  const point = { lat, lon }
  const known = OSM_TYPES.find((name) => name === type)
  if (known === undefined || typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  return {
    type: known,
    id,
    ...(isPoint(point) ? { lat: point.lat, lon: point.lon } : {}),
    ...centerOf(known, shape),
    tags: textTags(tags),
  }
}

/** Inside the element where its geometry came with it, else what the server calls its center. */
function centerOf(type: OsmType, shape: Partial<Record<string, unknown>>): Pick<OsmElement, 'center'> {
  const point = type === 'node' ? null : elementPoint(shape)
  if (point !== null) return { center: { lat: point.lat, lon: point.lng } }
  return isPoint(shape['center']) ? { center: shape['center'] } : {}
}

/** A tag with a value that is not text is not from OpenStreetMap. */
function textTags(value: unknown): Tags {
  const fields = fieldsOf(value)
  if (isTags(fields)) return fields
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )
}

function isTags(fields: Readonly<Record<string, unknown>>): fields is Tags {
  return Object.values(fields).every((text) => typeof text === 'string')
}

/** On the globe: a place anywhere else has no time zone and no country. */
function isPoint(value: unknown): value is { readonly lat: number; readonly lon: number } {
  const { lat, lon } = fieldsOf(value)
  return typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** The error lines of an HTML page, or its beginning as plain text. */
function errorText(html: string): string {
  const lines = [...html.matchAll(/<strong[^<>]*>Error<\/strong>:([^<]*)/g)].map((match) => match[1] ?? '')
  const text = lines.length > 0 ? lines.join(' ') : html.replace(/<[^<>]*>/g, ' ')
  const plain = text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return shortened(withoutPaths(plain.replaceAll('&amp;', '&')))
}

/** Paths of the server must not be shown. */
function withoutPaths(text: string): string {
  return text.replace(/(?<![\w/.])\/[\w.-]+(?:\/[\w.-]+)+/g, '…')
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_DETAIL_CHARS ? `${line.slice(0, MAX_DETAIL_CHARS)}…` : line
}
