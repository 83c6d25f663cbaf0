// What an index says about each of the files that it is made of.
import type { Attribution, Provider } from '#contract/places/place.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { osmAttribution } from '#extractors/maps/osm/osm-attribution.ts'
import type { DataRights } from '#extractors/maps/providers/osm-file/reader/element-source.ts'

/** One file of an index. */
export interface IndexedFile {
  readonly name: string
  /** The box of all its nodes. */
  readonly bbox: Bbox
  /** The box that the file says it covers. */
  readonly declared: Bbox | null
  /** RFC 3339: when the data left its source, else when the file was last written. */
  readonly snapshotAt: string
  /** Whose data it is, where the file says so. */
  readonly rights: DataRights | null
}

/** What the file covers: the box of its nodes and the one that it declares. */
export function coverageOf({ bbox, declared }: IndexedFile): Bbox {
  return declared === null ? bbox : around(bbox, declared)
}

/** The box around both. */
export function around(a: Bbox, b: Bbox): Bbox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

/** An extract is OpenStreetMap's unless it says whose it is. `isOneOfMany`: it is named, with the day of its data. */
export function attributionOf(
  { rights, name, snapshotAt }: IndexedFile,
  provider: Provider,
  isOneOfMany: boolean,
): Attribution {
  const whose =
    rights === null
      ? osmAttribution(provider)
      : { provider, text: rights.copyright, license: rights.license, url: rights.url }
  return isOneOfMany ? { ...whose, file: name, snapshotAt } : whose
}
