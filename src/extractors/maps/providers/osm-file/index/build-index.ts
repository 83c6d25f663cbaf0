// Builds the index of OSM files: relations and ways first, then the nodes that give them a place.
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { isClosedPlace, isNamed, isPlaceElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import {
  areaFeature,
  basemapArea,
  lineFeature,
  type BasemapFeature,
} from '#extractors/maps/osm/tags/basemap-feature.ts'
import { osmKey } from '#extractors/maps/osm/osm-id.ts'
import {
  E7,
  type ElementSource,
  type OnRead,
} from '#extractors/maps/providers/osm-file/reader/element-source.ts'
import { firstSeen, mergedSource } from '#extractors/maps/providers/osm-file/reader/merged-source.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { noNodes } from '#extractors/maps/providers/osm-file/reader/source-errors.ts'
import { inRegions, nodeArea, outlinedAreas } from './area-rows.ts'
import { collectElements, type CollectedElements } from './collect-elements.ts'
import {
  lineOf,
  relationOutline,
  relationPoint,
  wayOutline,
  wayPoint,
  type PlacedPoint,
} from './element-geometry.ts'
import { hasAddress, isAreaRelation, isIndexed, NODE_KEYS } from './element-roles.ts'
import type { AreaRow } from './area-row.ts'
import { createIndexWriter } from './index-writer.ts'
import type { IndexedFile } from './indexed-file.ts'
import { regionFinder } from './place-regions.ts'
import { linedSpots, nodeSpot } from './spot-rows.ts'

/** The OSM files and where their index goes. */
export interface BuildIndexOptions {
  /** `modifiedAt` stands for the age of the data where the file does not say it. */
  readonly files: readonly { readonly path: string; readonly modifiedAt: Date }[]
  /** A new file; worthless until the promise is fulfilled. */
  readonly target: string
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
  const { signal } = options
  // Reading takes most of the time, and the nodes most of the reading.
  let [from, to] = READING.others
  let done = 0
  const onRead = (share: number): void => {
    const reached = from + share * (to - from)
    // Relations are read several times where they are nested.
    if (reached > done) options.onProgress?.((done = reached))
  }
  await using opened = await openSources(options.files, onRead)
  const { sources } = opened
  const writer = createIndexWriter(options.target)
  try {
    const elements = await collectElements(
      mergedSource(sources.map(({ source }) => source)),
      signal,
      (tags, ref) => {
        writer.addAddress(tags, ref)
      },
    )
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
    const files: IndexedFile[] = []
    const isNew = sources.length === 1 ? () => true : firstSeen()
    ;[from, to] = READING.nodes
    const addNode = (id: number, latE7: number, lngE7: number, tags: Tags): void => {
      const point = { lat: latE7 / E7, lng: lngE7 / E7 }
      if (isIndexed(tags)) add(osmKey({ type: 'node', id }), { point, isApproximate: false }, tags)
      const area = nodeArea(id, tags, point)
      if (area !== null) areas.push(area)
      if (hasAddress(tags)) writer.addAddress(tags, point)
      const spot = nodeSpot(id, tags, point)
      if (spot !== null) writer.addSpot(spot)
    }
    for (const { path, modifiedAt, source } of sources) {
      const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
      await source.readNodes(NODE_KEYS, (id, latE7, lngE7, tags) => {
        elements.locations.offer(id, latE7, lngE7)
        if (lngE7 < box.west) box.west = lngE7
        if (lngE7 > box.east) box.east = lngE7
        if (latE7 < box.south) box.south = latE7
        if (latE7 > box.north) box.north = latE7
        if (tags !== null && isNew(id)) addNode(id, latE7, lngE7, tags)
      })
      if (box.west > box.east) throw noNodes(path)
      const { snapshotAt, rights, bbox: declared } = source.header
      files.push({
        name: basename(path),
        bbox: [box.west / E7, box.south / E7, box.east / E7, box.north / E7],
        declared,
        snapshotAt: (snapshotAt ?? modifiedAt).toISOString(),
        rights,
      })
    }
    options.onProgress?.(READING.nodes[1])
    const [file, ...more] = files
    const border = more.length > 0 || file === undefined ? null : (file.declared ?? file.bbox)
    await inTurns(outlinedAreas(elements, border), signal, (area) => areas.push(area))
    const regions = regionFinder(areas)
    await inTurns(areas, signal, (area) => writer.addArea(inRegions(area, regions)))
    await inTurns(linedSpots(elements), signal, (spot) => writer.addSpot(spot))
    await inTurns(basemapOf(elements), signal, ([key, feature]) => writer.addBasemap(key, feature))
    await inTurns(writer.setAddressPoints(elements.locations.get), signal, () => undefined, 1)
    options.onProgress?.(AREAS_DONE)
    await addWaysAndRelations(elements, signal, add)
    await inTurns(writer.setRegions(regions), signal, () => undefined, 1)
    counts.areas = areas.length
    writer.setMeta({
      files: JSON.stringify(files),
      places: String(counts.places),
      named: String(counts.named),
    })
    writer.finish()
    return counts
  } finally {
    writer.close()
  }
}

interface OpenedSource {
  readonly path: string
  readonly modifiedAt: Date
  readonly source: ElementSource
}

/** The newest data first, so that of two states of an element the newer one counts. */
async function openSources(
  files: BuildIndexOptions['files'],
  onRead: OnRead,
): Promise<AsyncDisposable & { readonly sources: readonly OpenedSource[] }> {
  await using resources = new AsyncDisposableStack()
  const sources: OpenedSource[] = []
  for (const [at, { path, modifiedAt }] of files.entries()) {
    // Each pass goes through one file after the other.
    const source = await openSource(path, (share) => {
      onRead((at + share) / files.length)
    })
    resources.use(source)
    sources.push({ path, modifiedAt, source })
  }
  const ageOf = ({ source, modifiedAt }: OpenedSource) => (source.header.snapshotAt ?? modifiedAt).getTime()
  const opened = resources.move()
  return {
    sources: sources.sort((a, b) => ageOf(b) - ageOf(a)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
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

/** What is drawn below the places, by its key. The outlines of what crosses the border of the file may be missing. */
function* basemapOf(elements: CollectedElements): Generator<readonly [key: number, feature: BasemapFeature]> {
  for (const [id, relation] of elements.relations) {
    const { tags } = relation
    if (basemapArea(tags) === null || !isAreaRelation(tags)) continue
    const outline = relationOutline(relation, elements)
    const feature = outline === null ? null : areaFeature(tags, outline.geometry)
    if (feature !== null) yield [osmKey({ type: 'relation', id }), feature]
  }
  for (const [id, way] of elements.ways) {
    const outline = basemapArea(way.tags) === null ? null : wayOutline(way, elements)
    const feature = outline === null ? null : areaFeature(way.tags, outline)
    if (feature !== null) yield [osmKey({ type: 'way', id }), feature]
  }
  for (const way of elements.lines) {
    const feature = lineFeature(way.tags, lineOf(way, elements))
    if (feature !== null) yield [osmKey({ type: 'way', id: way.id }), feature]
  }
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
