// The representative point of an element with its geometry (`out geom`): inside an area, as for an extract.
import { itemAt } from '#kit/item-at.ts'
import type { LatLng, Position } from '#kit/geo/geometry.ts'
import { OUTLINE_ROLES, POINT_ROLES } from '#extractors/maps/osm/osm-element.ts'
import { areaGeometry, signedArea } from '#extractors/maps/geometry/area-geometry.ts'
import { assembleRings } from '#extractors/maps/geometry/assemble-rings.ts'
import { closeGaps, MAX_GAP_SHARE } from '#extractors/maps/geometry/close-gaps.ts'
import {
  middleOf,
  pointInArea,
  pointOnLine,
  rounded,
} from '#extractors/maps/geometry/representative-point.ts'

interface Member {
  readonly type?: unknown
  readonly role?: unknown
  readonly lat?: unknown
  readonly lon?: unknown
  readonly geometry?: unknown
}

/** Null where the answer carries no geometry. */
export function elementPoint({
  geometry,
  members,
}: {
  readonly geometry?: unknown
  readonly members?: unknown
}): LatLng | null {
  const point = Array.isArray(members) ? relationPoint(members) : linePoint(positionsOf(geometry))
  return point === null ? null : rounded(point)
}

function linePoint(line: readonly Position[]): LatLng | null {
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return null
  const isClosed = line.length > 3 && isSame(first, last)
  return isClosed && signedArea(line) !== 0
    ? pointInArea({ type: 'Polygon', coordinates: [line] })
    : pointOnLine(line.map(latLng))
}

function relationPoint(members: readonly Member[]): LatLng | null {
  for (const role of POINT_ROLES) {
    const label = members.find((member) => member.type === 'node' && member.role === role)
    const point = label === undefined ? null : pointOf(label)
    if (point !== null) return point
  }
  const outlines = members.filter(({ type, role }) => type === 'way' && OUTLINE_ROLES.has(String(role)))
  const area = outlineOf(outlines.map(({ geometry }) => positionsOf(geometry)))
  if (area !== null) return pointInArea(area)
  const points = members.flatMap(
    (member) => (member.type === 'node' ? pointOf(member) : linePoint(positionsOf(member.geometry))) ?? [],
  )
  return points.length === 0 ? null : middleOf(points)
}

function outlineOf(ways: readonly (readonly Position[])[]): ReturnType<typeof areaGeometry> {
  // Ways meet in nodes, and nodes are identified by position, because their ids are not in the answer.
  const nodes = new Map<string, number>()
  const positions: Position[] = []
  const nodeAt = (position: Position): number => {
    const key = position.join(' ')
    const known = nodes.get(key)
    if (known !== undefined) return known
    nodes.set(key, positions.length)
    return positions.push(position) - 1
  }
  const { closed, open } = assembleRings(ways.map((way) => way.map(nodeAt)))
  const located = (chains: readonly (readonly number[])[]): Position[][] =>
    chains.map((chain) => chain.map((node) => itemAt(positions, node)))
  const { rings, gapShare } = closeGaps(located(open))
  return rings.length > 0 && gapShare > MAX_GAP_SHARE ? null : areaGeometry([...located(closed), ...rings])
}

/** Without the gaps for nodes outside of a clipped answer. */
function positionsOf(geometry: unknown): Position[] {
  if (!Array.isArray(geometry)) return []
  return geometry.flatMap((node: unknown): Position[] => {
    const point = pointOf(node ?? {})
    return point === null ? [] : [[point.lng, point.lat]]
  })
}

function pointOf({ lat, lon }: Member): LatLng | null {
  if (typeof lat !== 'number' || typeof lon !== 'number') return null
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat, lng: lon } : null
}

function latLng([lng, lat]: Position): LatLng {
  return { lat, lng }
}

function isSame(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1]
}
