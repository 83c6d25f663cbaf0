// What people find their way by in an OSM file: landmarks that are no places, and the parts of streets and of shores.
import type { LatLng, Position } from '#kit/geo/geometry.ts'
import { isKnownFarAway, namesFromTags, searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { osmKey } from '#extractors/maps/osm/osm-id.ts'
import type { OsmType, Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from '#extractors/maps/osm/tags/tag-values.ts'
import { middleOf } from '#extractors/maps/geometry/representative-point.ts'
import type { CollectedElements } from './collect-elements.ts'
import { relationPoint, wayPoint, type PlaceGeometry } from './element-geometry.ts'
import { isShore, isSpot, isStreet, spotKinds } from './element-roles.ts'

/** A landmark or a part of a street or a shore. */
export interface SpotRow {
  readonly key: number
  readonly kind: 'landmark' | 'street' | 'shore'
  readonly name: string
  /** By BCP 47 language. */
  readonly names: Readonly<Record<string, string>>
  /** Every text by which people may ask for it. */
  readonly spellings: readonly string[]
  readonly point: LatLng
  /** Whether an encyclopedia has it. */
  readonly isKnown: boolean
  /** Positions that say how far it reaches; empty for a node. */
  readonly points: readonly Position[]
  /** The tags by which its kind is known, `natural/water`; none of a street. */
  readonly tagged: readonly string[]
  /** The value of `highway` of a street; null of anything else. */
  readonly sort: string | null
}

/** More say nothing more about where a street runs; a shore is long and bends. */
const MAX_LINE_NODES = { street: 8, shore: 32 } as const
/** As many positions of an outline as say how far it reaches. */
const MAX_POINTS = 32

/** The landmark of a node; null for any other node. */
export function nodeSpot(id: number, tags: Tags, point: LatLng): SpotRow | null {
  return isSpot(tags) ? spotRow('landmark', 'node', id, tags, point, []) : null
}

/** The landmarks that ways and relations outline, then the parts of streets. */
export function* linedSpots(elements: CollectedElements): Generator<SpotRow> {
  for (const [id, { tags }] of elements.relations) {
    const placed = isSpot(tags) ? relationPoint(id, elements) : null
    if (placed === null) continue
    const row = spotRow('landmark', 'relation', id, tags, placed.point, positionsOf(placed.geometry ?? null))
    if (row !== null) yield row
  }
  for (const [id, way] of elements.ways) {
    const placed = isSpot(way.tags) ? wayPoint(way, elements) : null
    if (placed === null) continue
    const row = spotRow('landmark', 'way', id, way.tags, placed.point, positionsOf(placed.geometry ?? null))
    if (row !== null) yield row
  }
  for (const { id, tags, refs } of elements.lines) {
    const kind = isStreet(tags) ? 'street' : isShore(tags) ? 'shore' : null
    if (kind === null) continue
    const nodes = Array.from(someOf(refs, MAX_LINE_NODES[kind]), (ref) => elements.locations.get(ref)).filter(
      (node) => node !== null,
    )
    if (nodes.length === 0) continue
    const points = nodes.map(({ lat, lng }): Position => [lng, lat])
    const row = spotRow(kind, 'way', id, tags, nodes[nodes.length >> 1] ?? middleOf(nodes), points)
    if (row !== null) yield row
  }
}

/** The first, the last, and some in between. */
function someOf(refs: Float64Array, max: number): Float64Array {
  const step = (refs.length - 1) / (max - 1)
  if (step <= 1) return refs
  return Float64Array.from({ length: max }, (_, i) => refs[Math.round(i * step)] ?? Number.NaN)
}

function spotRow(
  kind: SpotRow['kind'],
  type: OsmType,
  id: number,
  tags: Tags,
  point: LatLng,
  points: readonly Position[],
): SpotRow | null {
  const name = plainText(tags['name']) ?? (kind === 'shore' ? '' : null)
  if (name === null) return null
  return {
    key: osmKey({ type, id }),
    kind,
    name,
    names: namesFromTags(tags),
    spellings: [name, ...searchableNames(tags)],
    point,
    isKnown: isKnownFarAway(tags),
    points,
    tagged: kind === 'street' ? [] : spotKinds(tags),
    sort: kind === 'street' ? (tags['highway'] ?? null) : null,
  }
}

/** Some of the positions of a shape. */
export function positionsOf(geometry: PlaceGeometry | null): Position[] {
  if (geometry === null) return []
  const all: readonly Position[] =
    geometry.type === 'LineString'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? (geometry.coordinates[0] ?? [])
        : geometry.coordinates.flatMap(([outer = []]) => outer)
  const step = Math.max(1, all.length / MAX_POINTS)
  return Array.from({ length: Math.min(MAX_POINTS, all.length) }, (_, i) => all[Math.floor(i * step)]).filter(
    (position) => position !== undefined,
  )
}
