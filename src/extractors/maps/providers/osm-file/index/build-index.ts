// Builds the index of an OSM file: relations and ways first, then the nodes that give them a place.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { isNamed } from '#extractors/maps/osm/osm-element.ts'
import { osmKey } from '#extractors/maps/osm/osm-id.ts'
import { E7 } from '#extractors/maps/providers/osm-file/reader/element-source.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { brokenSource } from '#extractors/maps/providers/osm-file/reader/source-errors.ts'
import { countryFinder, inCountry, nodeArea, outlinedAreas } from './area-rows.ts'
import { collectElements, type CollectedElements } from './collect-elements.ts'
import { relationPoint, wayPoint } from './element-geometry.ts'
import { isPlaceElement, READ_KEYS } from './element-roles.ts'
import { createIndexWriter, type AreaRow, type IndexWriter } from './index-writer.ts'

export interface BuildIndexOptions {
  readonly file: string
  /** A new file; worthless until the promise is fulfilled. */
  readonly target: string
  /** Stands for the age of the data where the file does not say it. */
  readonly modifiedAt: Date
  readonly signal: AbortSignal
}

export interface BuildCounts {
  readonly places: number
  readonly named: number
  readonly areas: number
  /** Further versions of an element that is there already. */
  readonly repeated: number
  /** Places of which the file holds no node, so that nobody knows where they are. */
  readonly unplaced: number
}

/** Elements handled between two turns of the event loop: the worker keeps up its heartbeat meanwhile. */
const ELEMENTS_A_TURN = 1_000

/** Throws what `openSource` throws; `signal` ends the work with its reason. */
export async function buildIndex(options: BuildIndexOptions): Promise<BuildCounts> {
  const { file, signal } = options
  await using source = await openSource(file)
  const elements = await collectElements(source, signal)
  const writer = createIndexWriter(options.target)
  try {
    const counts = { places: 0, named: 0, areas: 0, repeated: 0, unplaced: 0 }
    const add: AddPlace = (key, point, tags) => {
      if (point === null) counts.unplaced += 1
      else if (!writer.addPlace(key, point, tags)) counts.repeated += 1
      else {
        counts.places += 1
        if (isNamed(tags)) counts.named += 1
      }
    }
    const areas: AreaRow[] = []
    const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
    await source.readNodes(READ_KEYS, (id, latE7, lngE7, tags) => {
      elements.locations.offer(id, latE7, lngE7)
      if (lngE7 < box.west) box.west = lngE7
      if (lngE7 > box.east) box.east = lngE7
      if (latE7 < box.south) box.south = latE7
      if (latE7 > box.north) box.north = latE7
      if (tags === null) return
      const point = { lat: latE7 / E7, lng: lngE7 / E7 }
      if (isPlaceElement(tags)) add(osmKey({ type: 'node', id }), point, tags)
      const area = nodeArea(id, tags, point)
      if (area !== null) areas.push(area)
    })
    if (box.west > box.east) throw brokenSource(file, 0, 'it holds no nodes, so nothing in it has a place')
    await inTurns(outlinedAreas(elements), signal, (area) => areas.push(area))
    const countryAt = countryFinder(areas, elements)
    await inTurns(areas, signal, (area) => writer.addArea(inCountry(area, countryAt)))
    await addWaysAndRelations(elements, signal, add)
    await inTurns(writer.setCountries(countryAt), signal, () => undefined, 1)
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

type AddPlace = (
  key: number,
  point: Parameters<IndexWriter['addPlace']>[1] | null,
  tags: Parameters<IndexWriter['addPlace']>[2],
) => void

async function addWaysAndRelations(
  elements: CollectedElements,
  signal: AbortSignal,
  add: AddPlace,
): Promise<void> {
  await inTurns(elements.ways, signal, ([id, way]) => {
    if (isPlaceElement(way.tags)) add(osmKey({ type: 'way', id }), wayPoint(way, elements), way.tags)
  })
  await inTurns(elements.relations, signal, ([id, { tags }]) => {
    if (isPlaceElement(tags)) add(osmKey({ type: 'relation', id }), relationPoint(id, elements), tags)
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
