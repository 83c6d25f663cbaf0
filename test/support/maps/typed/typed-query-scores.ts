// Scores a typed query over an extract: the places found beside those that the tags say are meant.
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { distanceM, geometryContains, type LatLng } from '#kit/geo/geometry.ts'
import { formatOsmId, osmIdOfKey, osmKey } from '#extractors/maps/osm/osm-id.ts'
import type { OsmType } from '#extractors/maps/osm/osm-element.ts'
import { buildIndex } from '#extractors/maps/providers/osm-file/index/build-index.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { openIndex, type OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { searchPlaces, type IndexView } from '#extractors/maps/providers/osm-file/search/search-places.ts'
import { truthOf } from './typed-query-truth.ts'

/** The keys of everything that a truth names. */
const KEYS = new Set(
  'amenity shop tourism leisure craft office healthcare historic natural railway highway aerialway landuse aeroway man_made waterway emergency club boundary public_transport'.split(
    ' ',
  ),
)

/** An extract to search in, and its elements with their tags. */
export interface World {
  readonly index: OpenIndex
  readonly elements: ReadonlyMap<
    string,
    { readonly tags: Readonly<Record<string, string>>; readonly key: number }
  >
}

/** Indexes an extract into `target`. */
export async function worldOf(file: string, target: string): Promise<World> {
  await buildIndex({
    files: [{ path: file, modifiedAt: new Date(0) }],
    target,
    signal: new AbortController().signal,
  })
  const elements = new Map<string, { tags: Readonly<Record<string, string>>; key: number }>()
  const add = (type: OsmType, id: number, tags: Readonly<Record<string, string>> | null) => {
    if (tags !== null) elements.set(formatOsmId({ type, id }), { tags, key: osmKey({ type, id }) })
  }
  await using source = await openSource(file)
  const filter = { keys: KEYS, ids: new Set<number>() }
  await source.readRelations(filter, (id, tags) => add('relation', id, tags))
  await source.readWays(
    filter,
    (id, tags) => add('way', id, tags),
    () => undefined,
  )
  await source.readNodes(KEYS, (id, _lat, _lng, tags) => add('node', id, tags))
  return { index: openIndex(target), elements }
}

/** Nothing of a place counts but its id; reading all of its tags takes longer than finding it. */
const IDS: IndexView = {
  provider: 'osm-file',
  placeAt: (_index, key) => ({ source: { id: formatOsmId(osmIdOfKey(key)) } }) as MapPlace,
  attributionsIn: () => [],
}

/** What a query finds, and whether a point is in the area that was searched. */
export async function found({ index }: World, query: string) {
  const ids = new Set<string>()
  let contains: (point: LatLng) => boolean = () => true
  let cursor: string | null = null
  do {
    const { data } = await searchPlaces(
      index,
      { query, limit: 500, ...(cursor === null ? {} : { cursor }) },
      new AbortController().signal,
      IDS,
    )
    for (const { source } of data.places) ids.add(source.id)
    const { geometry = null, circle = null } = data.area ?? {}
    if (geometry !== null) contains = (point) => geometryContains(geometry, point)
    else if (circle !== null) contains = (point) => distanceM(circle, point) <= circle.radiusM
    cursor = data.nextCursor
  } while (cursor !== null)
  return { ids, contains }
}

/** As `found`; a query that names an area which is not there finds nothing. */
export async function foundOrNone(world: World, query: string): ReturnType<typeof found> {
  try {
    return await found(world, query)
  } catch (error) {
    if (error instanceof SurveyorError && error.code === 'unknown_area') {
      return { ids: new Set(), contains: () => true }
    }
    throw error
  }
}

/** What the tags say is meant, within the area that was searched; what has no position cannot be found by anyone. */
export function meant(world: World, truth: string, contains: (point: LatLng) => boolean): Set<string> {
  const isThere = ({ point }: Meant) => point === undefined || contains(point)
  return new Set(
    meantAnywhere(world, truth)
      .filter(isThere)
      .map(({ id }) => id),
  )
}

interface Meant {
  readonly id: string
  readonly point: LatLng | undefined
}

/** Many queries mean the same. */
const known = new WeakMap<World, Map<string, readonly Meant[]>>()

function meantAnywhere(world: World, truth: string): readonly Meant[] {
  const { index, elements } = world
  const ofWorld = known.get(world) ?? new Map<string, readonly Meant[]>()
  known.set(world, ofWorld)
  const before = ofWorld.get(truth)
  if (before !== undefined) return before
  const isMeant = truthOf(truth)
  const place = 'select lat, lng from place where key = ?'
  const unplaced = 'select key from unplaced where key = ?'
  const found: Meant[] = []
  for (const [id, { tags, key }] of elements) {
    if (!isMeant(tags) || firstRow(index.db, unplaced, key) !== undefined) continue
    found.push({ id, point: firstRow<LatLng>(index.db, place, key) })
  }
  ofWorld.set(truth, found)
  return found
}

/** How well a query did. */
export interface Score {
  readonly text: string
  readonly precision: number
  readonly recall: number
  readonly isEmpty: boolean
  /** Whether there is anything to find, or something was found: else the query shows nothing. */
  readonly counts: boolean
}

/** Scores `text` by the places that `truth` says it means. */
export async function scoreOf(world: World, text: string, truth: string): Promise<Score> {
  const { ids, contains } = await foundOrNone(world, text)
  const right = meant(world, truth, contains)
  const hits = ids.intersection(right).size
  return {
    text,
    precision: ids.size === 0 ? 1 : hits / ids.size,
    recall: right.size === 0 ? 1 : hits / right.size,
    isEmpty: ids.size === 0 && right.size > 0,
    counts: ids.size > 0 || right.size > 0,
  }
}

/** The mean of some numbers. */
export const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length
