// What has a position and is no area by itself, as the index has it: landmarks, parts of streets and rivers, places.
import type { DatabaseSync } from 'node:sqlite'
import { countryName } from '#kit/geo/country-name.ts'
import type { LatLng, Position } from '#kit/geo/geometry.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import type { PlaceRegions } from '#extractors/maps/osm/tags/address-from-tags.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { allRows, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { positionsOf } from '#extractors/maps/providers/osm-file/index/spot-rows.ts'
import type { PlaceGeometry } from '#extractors/maps/providers/osm-file/index/element-geometry.ts'

/** Something on the map that has a position and is no area by itself. */
export interface SpotRecord extends LatLng {
  /** As `osmKey`; null for what is no single element. */
  readonly key: number | null
  readonly kind: 'landmark' | 'street' | 'address' | 'postcode'
  readonly name: string
  readonly country: string | null
  /** Positions that say how far it reaches; empty for a point. */
  readonly points: readonly Position[]
  readonly parents: readonly string[]
  /** Of a river the parts that its points run along, which bend too much for what lies between them. Absent: the points say all. */
  readonly lines?: readonly (readonly Position[])[]
  /** What was taken instead of what the text says; null where it is that. */
  readonly note: string | null
}

/** A row of the table of spots. */
export interface SpotRow extends LatLng {
  readonly key: number
  readonly kind: 'landmark' | 'street' | 'shore'
  readonly name: string
  readonly known: number
  readonly points: string
  readonly parents: string
}

/** What of a place says where it is. */
export interface PlaceRow extends LatLng {
  readonly key: number
  readonly country: string | null
  readonly folded: string
  readonly regions: string | null
  readonly tags: string
  readonly geometry: string | null
}

/** The columns of `PlaceRow`, of the table `p`. */
export const PLACES = `select p.key, p.lat, p.lng, p.country, p.folded, p.regions, p.tags, g.geometry
  from place p left join place_geometry g on g.key = p.key`

/** More parts are no street or river that anyone means. */
const MAX_PARTS = 20_000

/** What has one of some folded names, in their order. */
export function spotsNamed(
  db: DatabaseSync,
  names: readonly string[],
  kind: SpotRow['kind'],
  max = MAX_PARTS,
): SpotRow[] {
  // A cross join keeps the order of the names.
  const named = `select s.* from json_each(?) f cross join spot_name n on n.folded = f.value
     cross join spot s on s.key = n.spot where s.kind = ? limit ?`
  return allRows<SpotRow>(db, named, JSON.stringify(names), kind, max)
}

/** The place with this key; undefined where the file has none. */
export function placeRow(db: DatabaseSync, key: number): PlaceRow | undefined {
  return firstRow<PlaceRow>(db, `${PLACES} where p.key = ?`, key)
}

/** The landmark, or the part of a street or a river. */
export function spotOf(row: SpotRow): SpotRecord {
  const points = parseKnownJson<readonly Position[]>(row.points)
  return {
    key: row.key,
    kind: row.kind === 'street' ? 'street' : 'landmark',
    name: row.name,
    ...positionOf(row),
    country: countryOfPoint(row),
    points,
    ...(row.kind === 'shore' ? { lines: [points] } : {}),
    parents: parseKnownJson<readonly string[]>(row.parents),
    note: null,
  }
}

/** The place as a landmark. */
export function placeSpot(row: PlaceRow): SpotRecord {
  const { district, city, region } = parseKnownJson<Partial<PlaceRegions>>(row.regions ?? '{}')
  const country = row.country === null ? null : countryName(row.country, 'en')
  const { name = '' } = parseKnownJson<Tags>(row.tags)
  const parents = [district, city, region, country].filter((parent) => typeof parent === 'string')
  return {
    key: row.key,
    kind: 'landmark',
    name,
    ...positionOf(row),
    country: row.country,
    points: row.geometry === null ? [] : positionsOf(parseKnownJson<PlaceGeometry>(row.geometry)),
    parents,
    note: null,
  }
}

/** Where it is, and nothing else. */
export function positionOf({ lat, lng }: LatLng): LatLng {
  return { lat, lng }
}

/** What reaches farthest first, each once. */
export function largestFirst(spots: readonly SpotRecord[]): SpotRecord[] {
  const order = spots.toSorted((a, b) => b.points.length - a.points.length)
  return [...new Map(order.map((spot) => [spot.key, spot])).values()]
}
