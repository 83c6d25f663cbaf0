// An OpenStreetMap element in the shape of Overpass' JSON (`out center tags`), which every OSM provider returns.
import { PLACE_KEYS } from '#kit/categories/category-table.ts'
import { isLandmarkTag, LANDMARK_KEYS } from '#kit/categories/searchable-tags.ts'
import type { AreaGeometry, LatLng, Position } from '#kit/geo/geometry.ts'

/** The tags of an element by key, as mappers wrote them. */
export type Tags = Readonly<Record<string, string>>

export const OSM_TYPES = ['node', 'way', 'relation'] as const
/** One of `OSM_TYPES`. */
export type OsmType = (typeof OSM_TYPES)[number]

/** A node has `lat` and `lon`; a way or a relation has `center`. Degrees. */
export interface OsmElement {
  readonly type: OsmType
  readonly id: number
  readonly lat?: number
  readonly lon?: number
  readonly center?: { readonly lat: number; readonly lon: number }
  readonly tags: Tags
  /** The outline or the line of a way or a relation, as far as the provider has it at hand (RFC 7946). */
  readonly shape?: AreaGeometry | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
}

/** What members are in a relation: pieces of its outline, and the point of its label. */
export const OUTLINE_ROLES: ReadonlySet<string> = new Set(['outer', 'inner', '', 'enclave', 'exclave'])
export const POINT_ROLES = ['label', 'admin_centre'] as const

/** The point of the element on a map; null when it has no position. */
export function pointOf({ lat, lon, center }: OsmElement): LatLng | null {
  if (lat !== undefined && lon !== undefined) return { lat, lng: lon }
  return center === undefined ? null : { lat: center.lat, lng: center.lon }
}

/** The element of `type` at `point`, in the shape that its type asks for. */
export function osmElement(type: OsmType, id: number, { lat, lng }: LatLng, tags: Tags): OsmElement {
  return type === 'node' ? { type, id, lat, lon: lng, tags } : { type, id, center: { lat, lon: lng }, tags }
}

/** Prefixes before the key of a former place (wiki.openstreetmap.org/wiki/Lifecycle_prefix). */
const LIFECYCLE_PREFIXES = ['disused', 'abandoned', 'was', 'demolished', 'razed', 'removed'] as const

/** The keys of former places, each with its original key: `disused:shop`. */
export const CLOSED_KEYS: ReadonlyMap<string, string> = new Map(
  PLACE_KEYS.flatMap((key) => LIFECYCLE_PREFIXES.map((prefix) => [`${prefix}:${key}`, key] as const)),
)

/** Whether a tag makes the element a place (`PLACE_KEYS`). A former place, `disused:shop`, does not count. */
export function isPlaceElement(tags: Tags): boolean {
  return PLACE_KEYS.some((key) => tags[key] !== undefined)
}

/** Whether it is something that people look for by its kind, and no place of business: a castle, a beach, a bus stop. */
export function isLandmark(tags: Tags): boolean {
  return LANDMARK_KEYS.some((key) => {
    const value = tags[key]
    return value !== undefined && value.split(';').some((one) => isLandmarkTag(key, one.trim()))
  })
}

/** Whether it is a former place. */
export function isClosedPlace(tags: Tags): boolean {
  if (isPlaceElement(tags)) return false
  for (const key of Object.keys(tags)) if (CLOSED_KEYS.has(key)) return true
  return false
}

/** A name that holds anything but space. */
export function isNamed(tags: Tags): boolean {
  return (tags['name'] ?? '').trim() !== ''
}
