// The id of an OSM element in its spellings: `osm:node/123`, the page on openstreetmap.org, and one sortable number.
import { OSM_TYPES, type OsmType } from './osm-element.ts'

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

export function formatOsmId({ type, id }: OsmId): string {
  return `${type}/${id}`
}

export function osmPage({ type, id }: OsmId): string {
  return `https://www.openstreetmap.org/${type}/${id}`
}

/** One number for type and id, the same in every build of an index, so that it can order lists and cursors. */
export function osmKey({ type, id }: OsmId): number {
  return id * 4 + OSM_TYPES.indexOf(type)
}

export function osmIdOfKey(key: number): OsmId {
  const type = ((key % 4) + 4) % 4
  return { type: OSM_TYPES[type] as OsmType, id: (key - type) / 4 }
}

function osmIdOf(match: RegExpExecArray | null): OsmId | null {
  if (match === null) return null
  return { type: (match[1] as string).toLowerCase() as OsmType, id: Number(match[2]) }
}
