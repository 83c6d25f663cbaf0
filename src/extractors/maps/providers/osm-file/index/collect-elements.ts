// Reads relations and ways: the relevant ones, and those that make up the geometry of relevant ones.
import {
  E7,
  type ElementSource,
  type RelationMember,
} from '#extractors/maps/providers/osm-file/reader/element-source.ts'
import { basemapArea, basemapLine } from '#extractors/maps/osm/tags/basemap-feature.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import {
  areaKindOf,
  hasAddress,
  isAreaRelation,
  isIndexed,
  isShore,
  isSpot,
  isStreet,
  LOCATED_KEYS,
  WAY_KEYS,
} from './element-roles.ts'

/** Positions by the id of their node, in steps of 1e-7 degrees. */
interface NodeLocations {
  /** Keeps the position if the node is needed. */
  offer(id: number, latE7: number, lngE7: number): void
  /** Null where the node is not in the file. */
  get(id: number): LatLng | null
}

/** No latitude. */
const MISSING = 0x7f_ff_ff_ff

/** A relation that is a place or an area, or a part of one. */
export interface CollectedRelation {
  readonly tags: Tags
  readonly members: readonly RelationMember[]
}
/** A way with the ids of its nodes in order. Ids need 64 bits, which a Float64Array holds up to 2^53. */
export interface CollectedWay {
  readonly tags: Tags
  readonly refs: Float64Array
}
/** A part of a street, or a line of the base map. */
export interface CollectedLine extends CollectedWay {
  readonly id: number
}
/** Everything that geometries are made of, by id. */
export interface CollectedElements {
  /** Also the members of others, which have no tags of interest. */
  readonly relations: ReadonlyMap<number, CollectedRelation>
  readonly ways: ReadonlyMap<number, CollectedWay>
  readonly lines: readonly CollectedLine[]
  /** Empty until the nodes are read. */
  readonly locations: NodeLocations
}

/** Relations in relations in relations: deeper ones say nothing about where a place is. */
const MAX_NESTING = 3
const NO_KEYS: ReadonlySet<string> = new Set()

/** Called for each way with a house number or a postcode; `ref` is one of its nodes. */
type OnAddress = (tags: Tags, ref: number) => void

/** Reads relations before ways, because the ways of a relation have no tags that would keep them. */
export async function collectElements(
  source: Pick<ElementSource, 'readRelations' | 'readWays'>,
  signal: AbortSignal,
  onAddress: OnAddress,
): Promise<CollectedElements> {
  const relations = await collectRelations(source, signal)
  const members = [...relations.values()].flatMap((relation) => relation.members)
  const memberWays = new Set(members.filter(({ type }) => type === 'way').map(({ ref }) => ref))
  const ways = new Map<number, CollectedWay>()
  const inWays: { id: number; latE7: number; lngE7: number }[] = []
  const lines: CollectedLine[] = []
  const addressRefs: number[] = []
  await source.readWays(
    { keys: WAY_KEYS, ids: memberWays },
    (id, tags, refs) => {
      const isPlace = isIndexed(tags) || isSpot(tags)
      const isArea = isClosed(refs) && (areaKindOf(tags) !== null || basemapArea(tags) !== null)
      if (memberWays.has(id) || isPlace || isArea) ways.set(id, { tags, refs: Float64Array.from(refs) })
      if (isStreet(tags) || isShore(tags) || basemapLine(tags) !== null)
        lines.push({ id, tags, refs: Float64Array.from(refs) })
      const [ref] = refs
      if (hasAddress(tags) && ref !== undefined) {
        addressRefs.push(ref)
        onAddress(tags, ref)
      }
    },
    (id, latE7, lngE7) => inWays.push({ id, latE7, lngE7 }),
  )
  signal.throwIfAborted()
  const located = [...ways.values(), ...lines]
  const ids = new Float64Array(countRefs(located) + members.length + addressRefs.length)
  ids.set(addressRefs)
  let count = addressRefs.length
  for (const { refs } of located) {
    ids.set(refs, count)
    count += refs.length
  }
  for (const { type, ref } of members) {
    if (type !== 'node') continue
    ids[count] = ref
    count += 1
  }
  const locations = nodeLocations(ids.subarray(0, count))
  for (const { id, latE7, lngE7 } of inWays) locations.offer(id, latE7, lngE7)
  return { relations, ways, lines, locations }
}

async function collectRelations(
  source: Pick<ElementSource, 'readRelations'>,
  signal: AbortSignal,
): Promise<Map<number, CollectedRelation>> {
  const relations = new Map<number, CollectedRelation>()
  await source.readRelations({ keys: LOCATED_KEYS, ids: new Set() }, (id, tags, members) => {
    const hasOutline = areaKindOf(tags) !== null || isSpot(tags) || basemapArea(tags) !== null
    const isArea = hasOutline && isAreaRelation(tags)
    if (isIndexed(tags) || isArea) relations.set(id, { tags, members })
  })
  // The members of an area outline it as ways; only places are worth following into nested relations.
  let parents = [...relations.values()].filter(({ tags }) => isIndexed(tags))
  for (let depth = 1; depth < MAX_NESTING; depth += 1) {
    signal.throwIfAborted()
    const ids = new Set<number>()
    for (const { members } of parents) {
      for (const { type, ref } of members) if (type === 'relation' && !relations.has(ref)) ids.add(ref)
    }
    if (ids.size === 0) break
    parents = []
    await source.readRelations({ keys: NO_KEYS, ids }, (id, tags, members) => {
      const relation = { tags, members }
      relations.set(id, relation)
      parents.push(relation)
    })
  }
  return relations
}

function countRefs(ways: readonly CollectedWay[]): number {
  let count = 0
  for (const { refs } of ways) count += refs.length
  return count
}

function isClosed(refs: readonly number[]): boolean {
  return refs.length > 3 && refs[0] === refs.at(-1)
}

/** `ids` may hold an id more than once; it is sorted in place. */
function nodeLocations(ids: Float64Array): NodeLocations {
  const sorted = ids.sort()
  let count = 0
  for (const id of sorted) {
    if (count === 0 || id !== sorted[count - 1]) {
      sorted[count] = id
      count += 1
    }
  }
  const lats = new Int32Array(count).fill(MISSING)
  const lngs = new Int32Array(count)
  // Files list nodes in the order of their ids, so the next one nearly always follows the last one directly.
  let hint = 0
  const idAt = (at: number): number => sorted[at] ?? Number.NaN
  const find = (id: number): number => {
    if (sorted[hint] === id && hint < count) return hint
    let [low, high] = [0, count - 1]
    if (hint < count && idAt(hint) < id) {
      if (hint + 1 === count || idAt(hint + 1) > id) return -1
      low = hint + 1
      if (sorted[low] === id) return (hint = low)
    }
    while (low <= high) {
      const middle = (low + high) >>> 1
      const value = idAt(middle)
      if (value === id) return (hint = middle)
      if (value < id) low = middle + 1
      else high = middle - 1
    }
    // The last id below: the next node of the file starts its search here.
    hint = Math.max(high, 0)
    return -1
  }
  return {
    offer(id, latE7, lngE7) {
      const at = find(id)
      if (at < 0) return
      lats[at] = latE7
      lngs[at] = lngE7
    },
    get(id) {
      const at = find(id)
      const [lat, lng] = [lats[at], lngs[at]]
      return lat === undefined || lng === undefined || lat === MISSING
        ? null
        : { lat: lat / E7, lng: lng / E7 }
    },
  }
}
