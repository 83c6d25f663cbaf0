// Builds the index of an OSM file: relations and ways first, then the nodes that give them a place.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { isClosedPlace, isNamed, isPlaceElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { osmKey } from '#extractors/maps/osm/osm-id.ts'
import { E7 } from '#extractors/maps/providers/osm-file/reader/element-source.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { noNodes } from '#extractors/maps/providers/osm-file/reader/source-errors.ts'
import { inRegions, nodeArea, outlinedAreas } from './area-rows.ts'
import { collectElements, type CollectedElements } from './collect-elements.ts'
import { relationPoint, wayPoint, type PlacedPoint } from './element-geometry.ts'
import { hasAddress, isIndexed, NODE_KEYS } from './element-roles.ts'
import type { AreaRow } from './area-row.ts'
import { createIndexWriter } from './index-writer.ts'
import { regionFinder } from './place-regions.ts'
import { linedSpots, nodeSpot } from './spot-rows.ts'

/** The OSM file and where its index goes. */
export interface BuildIndexOptions {
  readonly file: string
  /** A new file; worthless until the promise is fulfilled. */
  readonly target: string
  /** Stands for the age of the data where the file does not say it. */
  readonly modifiedAt: Date
  readonly signal: AbortSignal
  /** How much is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** How many elements the index holds, for the log. */
export interface BuildCounts {
  readonly places: number
  readonly named: number
  readonly areas: number
  /** Further versions of an element that is there already. */
  readonly repeated: number
  /** How many of the places lack a part in the file. */
  readonly approximate: number
  /** Further places without any node in the file, whose position is unknown. */
  readonly unplaced: number
  /** Former places, by their keys. */
  readonly closed: number
  /** What is no place and found by its kind all the same. */
  readonly landmarks: number
}

/** The progress from 0 to 1 at which each part of the work begins. */
const READING: Readonly<Record<'others' | 'nodes', readonly [from: number, to: number]>> = {
  others: [0, 0.4],
  nodes: [0.4, 0.8],
}
const AREAS_DONE = 0.9

/** Elements handled between two turns of the event loop: the worker keeps up its heartbeat meanwhile. */
const ELEMENTS_A_TURN = 1_000

/** Throws what `openSource` throws; `signal` ends the work with its reason. */
export async function buildIndex(options: BuildIndexOptions): Promise<BuildCounts> {
  const { file, signal } = options
  // Reading takes most of the time, and the nodes most of the reading.
  let [from, to] = READING.others
  let done = 0
  const onRead = (share: number): void => {
    const reached = from + share * (to - from)
    // Relations are read several times where they are nested.
    if (reached > done) options.onProgress?.((done = reached))
  }
  await using source = await openSource(file, onRead)
  const writer = createIndexWriter(options.target)
  try {
    const elements = await collectElements(source, signal, (tags, ref) => {
      writer.addAddress(tags, ref)
    })
    const counts = {
      places: 0,
      named: 0,
      areas: 0,
      repeated: 0,
      approximate: 0,
      unplaced: 0,
      closed: 0,
      landmarks: 0,
    }
    const add: AddPlace = (key, placed, tags) => {
      if (isClosedPlace(tags)) {
        if (placed !== null && writer.addClosed(key, placed, tags)) counts.closed += 1
      } else if (!writer.addPlace(key, placed, tags)) counts.repeated += 1
      else if (placed === null) counts.unplaced += 1
      else if (!isPlaceElement(tags)) counts.landmarks += 1
      else {
        counts.places += 1
        if (placed.isApproximate) counts.approximate += 1
        if (isNamed(tags)) counts.named += 1
      }
    }
    const areas: AreaRow[] = []
    const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
    ;[from, to] = READING.nodes
    await source.readNodes(NODE_KEYS, (id, latE7, lngE7, tags) => {
      elements.locations.offer(id, latE7, lngE7)
      if (lngE7 < box.west) box.west = lngE7
      if (lngE7 > box.east) box.east = lngE7
      if (latE7 < box.south) box.south = latE7
      if (latE7 > box.north) box.north = latE7
      if (tags === null) return
      const point = { lat: latE7 / E7, lng: lngE7 / E7 }
      if (isIndexed(tags)) add(osmKey({ type: 'node', id }), { point, isApproximate: false }, tags)
      const area = nodeArea(id, tags, point)
      if (area !== null) areas.push(area)
      if (hasAddress(tags)) writer.addAddress(tags, point)
      const spot = nodeSpot(id, tags, point)
      if (spot !== null) writer.addSpot(spot)
    })
    if (box.west > box.east) throw noNodes(file)
    options.onProgress?.(READING.nodes[1])
    await inTurns(outlinedAreas(elements), signal, (area) => areas.push(area))
    const regions = regionFinder(areas)
    await inTurns(areas, signal, (area) => writer.addArea(inRegions(area, regions)))
    await inTurns(linedSpots(elements), signal, (spot) => writer.addSpot(spot))
    await inTurns(writer.setAddressPoints(elements.locations.get), signal, () => undefined, 1)
    options.onProgress?.(AREAS_DONE)
    await addWaysAndRelations(elements, signal, add)
    await inTurns(writer.setRegions(regions), signal, () => undefined, 1)
    counts.areas = areas.length
    writer.setMeta({
      bbox: JSON.stringify([box.west, box.south, box.east, box.north].map((side) => side / E7)),
      coverage: source.header.bbox === null ? null : JSON.stringify(source.header.bbox),
      snapshotAt: (source.header.snapshotAt ?? options.modifiedAt).toISOString(),
      rights: source.header.rights === null ? null : JSON.stringify(source.header.rights),
      places: String(counts.places),
      named: String(counts.named),
    })
    writer.finish()
    return counts
  } finally {
    writer.close()
  }
}

type AddPlace = (key: number, placed: PlacedPoint | null, tags: Tags) => void

async function addWaysAndRelations(
  elements: CollectedElements,
  signal: AbortSignal,
  add: AddPlace,
): Promise<void> {
  await inTurns(elements.ways, signal, ([id, way]) => {
    if (isIndexed(way.tags)) add(osmKey({ type: 'way', id }), wayPoint(way, elements), way.tags)
  })
  await inTurns(elements.relations, signal, ([id, { tags }]) => {
    if (isIndexed(tags)) add(osmKey({ type: 'relation', id }), relationPoint(id, elements), tags)
  })
}

async function inTurns<T>(
  items: Iterable<T>,
  signal: AbortSignal,
  use: (item: T) => unknown,
  each: number = ELEMENTS_A_TURN,
): Promise<void> {
  let count = 0
  for (const item of items) {
    use(item)
    count += 1
    if (count % each === 0) {
      await nextTurn()
      if (signal.aborted) throw new SurveyorError('draining', 'The index was not finished: the worker stops.')
    }
  }
}
