// The id of an OSM element in its spellings: `osm:node/123`, the page on openstreetmap.org, and one sortable number.
import type { MapsExtractInput } from '#contract/places/maps.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { itemAt } from '#kit/item-at.ts'
import { OSM_TYPES, type OsmType } from './osm-element.ts'

/** An id is unique among the elements of its type only. */
export interface OsmId {
  readonly type: OsmType
  readonly id: number
}

const ID = /^(?:osm:)?(node|way|relation)\/(-?\d{1,15})$/
const PAGE =
  /^https?:\/\/(?:www\.)?(?:openstreetmap\.org|osm\.org)\/(node|way|relation)\/(\d{1,15})\/?(?:[?#].*)?$/i

/** Reads `osm:node/123` or `node/123`; null for anything else. */
export function parseOsmId(text: string): OsmId | null {
  return osmIdOf(ID.exec(text.trim()))
}

/** Reads the address of an element's page; null for anything else. */
export function parseOsmUrl(url: string): OsmId | null {
  return osmIdOf(PAGE.exec(url.trim()))
}

/** The id of a request, or that of the page whose address it has. Throws `validation_failed`. */
export function requestedOsmId({ id, url }: Pick<MapsExtractInput, 'id' | 'url'>): OsmId {
  const osmId = id === undefined ? parseOsmUrl(url ?? '') : parseOsmId(id)
  if (osmId !== null) return osmId
  const pointer = id === undefined ? '/url' : '/id'
  const detail =
    id === undefined
      ? 'The URL is no page of an element, as in https://www.openstreetmap.org/node/123.'
      : 'The id is no id of this provider, as in osm:node/123.'
  throw new SurveyorError('validation_failed', detail, { errors: [{ pointer, code: 'invalid', detail }] })
}

/** `node/123` */
export function formatOsmId({ type, id }: OsmId): string {
  return `${type}/${id}`
}

/** The address of the element's page on openstreetmap.org. */
export function osmPage({ type, id }: OsmId): string {
  return `https://www.openstreetmap.org/${type}/${id}`
}

/** One number for type and id, the same in every build of an index, so that it can order lists and cursors. */
export function osmKey({ type, id }: OsmId): number {
  return id * 4 + OSM_TYPES.indexOf(type)
}

/** The reverse of `osmKey`. */
export function osmIdOfKey(key: number): OsmId {
  const type = ((key % 4) + 4) % 4
  return { type: itemAt(OSM_TYPES, type), id: (key - type) / 4 }
}

function osmIdOf(match: RegExpExecArray | null): OsmId | null {
  const type = OSM_TYPES.find((name) => name === match?.[1]?.toLowerCase())
  return type === undefined ? null : { type, id: Number(match?.[2]) }
}
