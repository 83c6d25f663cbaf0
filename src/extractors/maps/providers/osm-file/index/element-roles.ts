// The role of an element in the index: a place to find, an area to search in, both or neither.
import { PLACE_KEYS } from '#kit/categories/category-table.ts'
import { LANDMARK_KEYS } from '#kit/categories/searchable-tags.ts'
import {
  CLOSED_KEYS,
  isClosedPlace,
  isLandmark,
  isPlaceElement,
  type Tags,
} from '#extractors/maps/osm/osm-element.ts'

/** The keys that an element must have one of to be read at all. */
export const READ_KEYS: ReadonlySet<string> = new Set([
  ...PLACE_KEYS,
  ...LANDMARK_KEYS,
  ...CLOSED_KEYS.keys(),
  'place',
  'boundary',
])

/** What people find their way by although it is no place to search for: stations, castles, peaks, named buildings. */
const SPOT_KEYS = [
  'railway',
  'public_transport',
  'aeroway',
  'historic',
  'natural',
  'man_made',
  'building',
  'landuse',
  'harbour',
] as const
/** Of these only the places where one gets on and off. */
const STOPS: Readonly<Record<string, ReadonlySet<string>>> = {
  railway: new Set(['station', 'halt']),
  public_transport: new Set(['station']),
  aeroway: new Set(['aerodrome', 'terminal', 'heliport']),
}
/** The keys that a way or a node must have one of to be read: also those of streets, addresses and landmarks. */
export const LOCATED_KEYS: ReadonlySet<string> = new Set([
  ...READ_KEYS,
  ...SPOT_KEYS,
  'highway',
  'addr:housenumber',
])
/** Of these the kind is a word that people say where something is by: `near the harbour`. */
const SPOT_KINDS = ['natural', 'water', 'landuse', 'industrial', 'man_made', 'harbour', 'waterway'] as const
/** The same of ways. Of waters only the lines have a role. */
export const WAY_KEYS: ReadonlySet<string> = new Set([...LOCATED_KEYS, 'waterway'])
/** Buildings are ways. */
export const NODE_KEYS: ReadonlySet<string> = LOCATED_KEYS.difference(new Set(['building']))

/** Whether people find their way by it although it is neither indexed nor an area. */
export function isSpot(tags: Tags): boolean {
  if (tags['name'] === undefined || isIndexed(tags) || areaKindOf(tags) !== null) return false
  return SPOT_KEYS.some((key) => {
    const value = tags[key]
    return value !== undefined && value !== 'no' && (STOPS[key]?.has(value) ?? true)
  })
}

/** Whether a way is part of a street with a name. */
export function isStreet(tags: Tags): boolean {
  return tags['highway'] !== undefined && tags['name'] !== undefined
}

/** Whether a way is part of a river with a name, or of the coast, which has none. */
export function isShore(tags: Tags): boolean {
  const isRiver = tags['waterway'] === 'river' || tags['waterway'] === 'canal'
  return (isRiver && tags['name'] !== undefined) || tags['natural'] === 'coastline'
}

/** The tags (`natural/water`) of a landmark by which its kind is known. */
export function spotKinds(tags: Tags): string[] {
  return SPOT_KINDS.flatMap((key) => {
    const value = tags[key]
    return value === undefined ? [] : [`${key}/${value}`]
  })
}

/** Whether it says where a house number or a postcode is. */
export function hasAddress(tags: Tags): boolean {
  return (
    tags['addr:housenumber'] !== undefined ||
    (tags['addr:postcode'] !== undefined && tags['place'] === undefined)
  )
}

interface AreaKind {
  /** Smaller is more important. The scale of Nominatim: twice the admin_level, settlements in between. */
  readonly rank: number
  /** How far around a place that is only a point people mean by its name; null where no circle would be right. */
  readonly radiusM: number | null
}

const PLACE_KINDS: ReadonlyMap<string, AreaKind> = new Map(
  Object.entries({
    country: { rank: 4, radiusM: null },
    state: { rank: 8, radiusM: null },
    region: { rank: 9, radiusM: null },
    province: { rank: 10, radiusM: null },
    district: { rank: 11, radiusM: null },
    county: { rank: 12, radiusM: null },
    municipality: { rank: 14, radiusM: 5_000 },
    city: { rank: 16, radiusM: 8_000 },
    island: { rank: 17, radiusM: 4_000 },
    town: { rank: 18, radiusM: 3_000 },
    borough: { rank: 18, radiusM: 2_500 },
    village: { rank: 19, radiusM: 1_500 },
    suburb: { rank: 20, radiusM: 1_500 },
    islet: { rank: 21, radiusM: 500 },
    hamlet: { rank: 22, radiusM: 600 },
    quarter: { rank: 22, radiusM: 800 },
    neighbourhood: { rank: 24, radiusM: 500 },
    locality: { rank: 25, radiusM: 500 },
    isolated_dwelling: { rank: 25, radiusM: 300 },
    farm: { rank: 25, radiusM: 300 },
    square: { rank: 26, radiusM: 150 },
  }),
)
const POSTCODE_RANK = 21
const UNKNOWN_LEVEL = 11

/** A place, one that was, or a landmark. */
export function isIndexed(tags: Tags): boolean {
  return isPlaceElement(tags) || isClosedPlace(tags) || isLandmark(tags)
}

/** Null for an element that is not a named area. */
export function areaKindOf(tags: Tags): (AreaKind & { readonly isBoundary: boolean }) | null {
  const place = PLACE_KINDS.get(tags['place'] ?? '')
  if (tags['boundary'] === 'administrative' && tags['name'] !== undefined) {
    const level = Number(tags['admin_level'] ?? UNKNOWN_LEVEL)
    const rank = Number.isInteger(level) && level >= 1 && level <= 12 ? level * 2 : UNKNOWN_LEVEL * 2
    return { rank: Math.min(rank, place?.rank ?? rank), radiusM: null, isBoundary: true }
  }
  if (tags['boundary'] === 'postal_code' && (tags['postal_code'] ?? tags['name']) !== undefined) {
    return { rank: POSTCODE_RANK, radiusM: null, isBoundary: true }
  }
  return place === undefined || tags['name'] === undefined ? null : { ...place, isBoundary: false }
}

/** Relations whose members outline an area. */
export function isAreaRelation(tags: Tags): boolean {
  return tags['type'] === 'boundary' || tags['type'] === 'multipolygon'
}
