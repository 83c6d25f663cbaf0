// An area that a geocoder found by its name.
import type { Warning } from '#contract/crawl/result.ts'
import type { AreaGeometry, Bbox, LatLng } from '#kit/geo/geometry.ts'
import type { OsmId } from '#extractors/maps/osm/osm-id.ts'

/** One find of a geocoder, whether or not anybody could search in it. */
export interface Candidate {
  readonly name: string
  readonly osm: OsmId | null
  /** `boundary/administrative`, `place/city`, `waterway/stream`. */
  readonly category: string
  readonly point: LatLng
  readonly bbox: Bbox | null
  readonly geometry: AreaGeometry | null
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string | null
}

/** The area that a name means, with the box or the outline to search in. Degrees, WGS 84. */
export interface GeocodedArea {
  readonly name: string
  readonly kind: 'boundary' | 'place'
  /** `osm:relation/1124039` */
  readonly source: string | null
  readonly bbox: Bbox
  /** Null: only the box is known. */
  readonly geometry: AreaGeometry | null
  readonly point: LatLng
  readonly countryCode: string | null
  readonly warnings: readonly Warning[]
}

/** The answer of one geocoder. */
export type GeocoderAnswer =
  | { readonly kind: 'found'; readonly candidates: readonly Candidate[] }
  /** Nobody is served for now: overload, a block, a fault. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** The request is wrong: our fault. */
  | { readonly kind: 'refused'; readonly detail: string }
