// An area of an OSM file as its index has it.
import type { AreaGeometry, LatLng } from '#kit/geo/geometry.ts'

/** An area that a query may name. Its outline, its radius, or neither is known. */
export interface AreaRow {
  readonly key: number
  readonly kind: 'boundary' | 'place'
  readonly name: string
  /** By BCP 47 language. */
  readonly names: Readonly<Record<string, string>>
  /** Every text by which people may ask for it. */
  readonly spellings: readonly string[]
  readonly rank: number
  readonly population: number
  readonly country: string | null
  readonly point: LatLng
  readonly geometry: AreaGeometry | null
  readonly radiusM: number | null
  readonly gapShare: number
  readonly missingWays: number
  readonly isCut: boolean
  /** The admin_level of an administrative boundary. */
  readonly level: number | null
  /** The part of ISO 3166-2 behind the country: `BC`. */
  readonly code: string | null
  /** The value of its tag `place`. */
  readonly settlement: string | null
  /** The names of what is around it, the nearest first. */
  readonly parents: readonly string[]
}
