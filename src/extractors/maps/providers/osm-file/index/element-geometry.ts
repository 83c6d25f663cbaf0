// The geometry of ways and relations: outlines of areas, and one point for each place.
import {
  geometryContains,
  type AreaGeometry,
  type Bbox,
  type LatLng,
  type Position,
} from '#kit/geo/geometry.ts'
import {
  OUTLINE_ROLES,
  POINT_ROLES,
  type OsmElement,
  type OsmType,
} from '#extractors/maps/osm/osm-element.ts'
import { areaGeometry } from '#extractors/maps/geometry/area-geometry.ts'
import { assembleRings } from '#extractors/maps/geometry/assemble-rings.ts'
import { closeAtBorder } from '#extractors/maps/geometry/close-at-border.ts'
import { closeGaps, MAX_GAP_SHARE } from '#extractors/maps/geometry/close-gaps.ts'
import {
  middleOf,
  pointInArea,
  pointOnLine,
  rounded,
} from '#extractors/maps/geometry/representative-point.ts'
import type { CollectedElements, CollectedRelation, CollectedWay } from './collect-elements.ts'

/** The outline of an area, and how complete the file holds it. */
export interface Outline {
  readonly geometry: AreaGeometry
  /** The share of the outline that had to be drawn straight across a gap. */
  readonly gapShare: number
  /** Ways that the relation names and the file does not hold. */
  readonly missingWays: number
  /** The border of the file cuts the area, and this is the part within. */
  readonly isCut: boolean
}

/** The displayed position of a place. */
export interface PlacedPoint {
  readonly point: LatLng
  /** Whether the file lacks a part of the geometry, so that the true position may differ. */
  readonly isApproximate: boolean
  /** Null for a node, and where the file lacks too much of it. */
  readonly geometry?: PlaceGeometry | null
}

/** The shape of a place on the map (RFC 7946). */
export type PlaceGeometry = NonNullable<OsmElement['shape']>

/** Without a label to check the result against, hardly anything may be missing. */
const MAX_MISSING_SHARE = 0.1

/** Null where the file holds too little of it. `border`: of the file, which may cut it. */
export function relationOutline(
  relation: CollectedRelation,
  elements: CollectedElements,
  border: Bbox | null = null,
): Outline | null {
  const members = relation.members.filter(({ type, role }) => type === 'way' && OUTLINE_ROLES.has(role))
  const present = members.map(({ ref }) => elements.ways.get(ref)).filter((way) => way !== undefined)
  const missingWays = members.length - present.length
  const rings = assembleRings(present.map((way) => Array.from(way.refs)))
  const closed = rings.closed.map((ring) => positions(ring, elements))
  const open = rings.open.map((chain) => positions(chain, elements))
  const { rings: mended, gapShare } = closeGaps(open)
  if (mended.length > 0 && gapShare > MAX_GAP_SHARE) {
    const [chain, ...others] = [...closed, ...open]
    if (chain === undefined || others.length > 0 || border === null) return null
    const within = closeAtBorder(chain, border, labelOf(relation, elements))
    return within === null ? null : { geometry: within, gapShare: 0, missingWays, isCut: true }
  }
  const geometry = areaGeometry([...closed, ...mended])
  if (geometry === null) return null
  if (missingWays > 0 || mended.length > 0) {
    const label = labelOf(relation, elements)
    const isPlausible =
      label === null ? missingWays <= MAX_MISSING_SHARE * members.length : geometryContains(geometry, label)
    if (!isPlausible) return null
  }
  return { geometry, gapShare: mended.length > 0 ? gapShare : 0, missingWays, isCut: false }
}

/** The known nodes of a way in order. */
export function lineOf(way: CollectedWay, elements: CollectedElements): Position[] {
  return positions(way.refs, elements)
}

/** The outline of a closed way, or null. */
export function wayOutline(way: CollectedWay, elements: CollectedElements): AreaGeometry | null {
  return way.refs.length > 3 && way.refs[0] === way.refs.at(-1)
    ? areaGeometry([positions(way.refs, elements)])
    : null
}

/** Inside a closed way, half-way along an open one; null when the file has none of its nodes. */
export function wayPoint(way: CollectedWay, elements: CollectedElements): PlacedPoint | null {
  const points = located(way.refs, elements)
  if (points.length === 0) return null
  const isApproximate = points.length < way.refs.length
  const outline = wayOutline(way, elements)
  if (outline !== null) return { point: rounded(pointInArea(outline)), isApproximate, geometry: outline }
  const line = points.map(({ lat, lng }): Position => [lng, lat])
  const geometry = line.length < 2 ? null : ({ type: 'LineString', coordinates: line } as const)
  return { point: rounded(pointOnLine(points)), isApproximate, geometry }
}

/** Its label, a point inside its outline, or the middle of its known members; null without any of these. `known`: its outline. */
export function relationPoint(
  id: number,
  elements: CollectedElements,
  known?: Outline | null,
): PlacedPoint | null {
  const relation = elements.relations.get(id)
  if (relation === undefined) return null
  const outline = known === undefined ? relationOutline(relation, elements) : known
  const geometry = outline?.geometry ?? null
  const label = labelOf(relation, elements)
  if (label !== null) return { point: label, isApproximate: false, geometry }
  const { points, isApproximate } = memberPoints(relation, elements, new Set([id]))
  if (points.length === 0) return null
  const point = geometry === null ? middleOf(points) : pointInArea(geometry)
  return { point: rounded(point), isApproximate, geometry }
}

interface MemberPoints {
  readonly points: readonly LatLng[]
  /** Whether the file lacks any member, or a node of one. */
  readonly isApproximate: boolean
}

function memberPoints(
  relation: CollectedRelation,
  elements: CollectedElements,
  seen: Set<number>,
): MemberPoints {
  const points: LatLng[] = []
  let isApproximate = false
  for (const { type, ref } of relation.members) {
    const known = pointsOfMember(type, ref, elements, seen)
    for (const point of known.points) points.push(point)
    isApproximate ||= known.isApproximate
  }
  return { points, isApproximate }
}

function pointsOfMember(
  type: OsmType,
  ref: number,
  elements: CollectedElements,
  seen: Set<number>,
): MemberPoints {
  if (type === 'relation') {
    const nested = elements.relations.get(ref)
    // One that is a member twice adds nothing.
    if (nested === undefined || seen.has(ref)) return { points: [], isApproximate: nested === undefined }
    seen.add(ref)
    return memberPoints(nested, elements, seen)
  }
  if (type === 'node') {
    const points = located([ref], elements)
    return { points, isApproximate: points.length === 0 }
  }
  const way = elements.ways.get(ref)
  const placed = way === undefined ? null : wayPoint(way, elements)
  return placed === null
    ? { points: [], isApproximate: true }
    : { points: [placed.point], isApproximate: placed.isApproximate }
}

function labelOf(relation: CollectedRelation, { locations }: CollectedElements): LatLng | null {
  for (const role of POINT_ROLES) {
    const member = relation.members.find((m) => m.type === 'node' && m.role === role)
    const point = member === undefined ? null : locations.get(member.ref)
    if (point !== null) return point
  }
  return null
}

function located(refs: Iterable<number>, { locations }: CollectedElements): LatLng[] {
  const points: LatLng[] = []
  for (const ref of refs) {
    const point = locations.get(ref)
    if (point !== null) points.push(point)
  }
  return points
}

function positions(refs: Iterable<number>, elements: CollectedElements): Position[] {
  return located(refs, elements).map(({ lat, lng }) => [lng, lat])
}
