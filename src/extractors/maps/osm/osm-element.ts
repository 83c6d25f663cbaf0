// An OpenStreetMap element in the shape of Overpass' JSON (`out center tags`): what every OSM provider hands on.
import type { LatLng } from '#kit/geo.ts'

export type Tags = Readonly<Record<string, string>>

export const OSM_TYPES = ['node', 'way', 'relation'] as const
export type OsmType = (typeof OSM_TYPES)[number]

/** A node has `lat` and `lon`; a way or a relation has `center`. Degrees. */
export interface OsmElement {
  readonly type: OsmType
  readonly id: number
  readonly lat?: number
  readonly lon?: number
  readonly center?: { readonly lat: number; readonly lon: number }
  readonly tags: Tags
}

/** Where the element is drawn, or null where it carries no position. */
export function pointOf({ lat, lon, center }: OsmElement): LatLng | null {
  if (lat !== undefined && lon !== undefined) return { lat, lng: lon }
  return center === undefined ? null : { lat: center.lat, lng: center.lon }
}

/** The element of `type` at `point`, in the shape that its type asks for. */
export function osmElement(type: OsmType, id: number, { lat, lng }: LatLng, tags: Tags): OsmElement {
  return type === 'node' ? { type, id, lat, lon: lng, tags } : { type, id, center: { lat, lon: lng }, tags }
}

/** The keys that make an element a place (DESIGN.md section 7), the most telling first. */
export const PLACE_KEYS = ['amenity', 'shop', 'tourism', 'leisure', 'craft', 'office', 'healthcare'] as const

/** A name that holds anything but space. */
export function isNamed(tags: Tags): boolean {
  return (tags['name'] ?? '').trim() !== ''
}
