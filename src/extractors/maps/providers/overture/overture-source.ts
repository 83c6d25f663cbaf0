// The index of Overture places, of all or of those in some boxes, in the tables that extracts of OpenStreetMap have.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { isPlaceElement } from '#extractors/maps/osm/osm-element.ts'
import {
  createIndexWriter,
  type IndexWriter,
} from '#extractors/maps/providers/osm-file/index/index-writer.ts'
import { INDEX_SCHEMA_VERSION } from '#extractors/maps/providers/osm-file/index/index-schema.ts'
import type { IndexedFile } from '#extractors/maps/providers/osm-file/index/indexed-file.ts'
import type { IndexSource } from '#extractors/maps/providers/osm-file/index/index-store.ts'
import { regionFinder } from '#extractors/maps/providers/osm-file/index/place-regions.ts'
import { asPlainBoxes, boxesMeet } from '#extractors/maps/geometry/box-cover.ts'
import {
  readRows,
  type GroupFacts,
  type RowsAnswer,
} from '#extractors/maps/providers/overture/parquet/parquet-work.ts'
import type { OvertureRecord } from '#extractors/maps/providers/overture/record/overture-record.ts'
import { tagsFromRecord } from '#extractors/maps/providers/overture/record/tags-from-record.ts'
import {
  named,
  type ReadableFile,
  type ReadDataset,
} from '#extractors/maps/providers/overture/source/dataset.ts'
import type { SharedWork } from '#extractors/maps/providers/overture/source/shared-work.ts'

/** An index takes some 2 kB for each. */
export const MAX_INDEX_ROWS = 2_000_000
const MAX_READ_BYTES = 4 * 1024 ** 3
/** A change of what is written here makes every index be built again. */
const VERSION = 1
const MARGIN_DEGREES = 0.02
const MARGIN_SHARE = 0.05

/** `boxes` null: all places. `read` answers the data as it is now. */
export function overtureSource(
  read: ReadDataset,
  boxes: readonly Bbox[] | null,
  work: SharedWork,
): IndexSource {
  const where = boxes === null ? 'all' : JSON.stringify(boxes)
  const version = async (folder: string, isFresh: boolean) => {
    const { version, files } = await read(new AbortController().signal, isFresh)
    const family = sha256([where, ...files.map(({ file }) => file.name)].join('\n')).slice(0, 16)
    const id = sha256(JSON.stringify([version, where, INDEX_SCHEMA_VERSION, VERSION])).slice(0, 32)
    return { id, path: join(folder, `${family}-${id}.sqlite`) }
  }
  return {
    name: 'Overture places',
    folder: 'overture',
    versionOf: (folder) => version(folder, false),
    freshVersionOf: (folder) => version(folder, true),
    async build({ target, signal, onProgress }) {
      const { files } = await read(signal)
      return buildIndex({ files, boxes, target, signal, onProgress, work })
    },
  }
}

interface Build {
  readonly files: readonly ReadableFile[]
  readonly boxes: readonly Bbox[] | null
  readonly target: string
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  readonly work: SharedWork
}

async function buildIndex({ files, boxes, target, signal, onProgress, work }: Build): Promise<object> {
  const wanted = files.flatMap((from) =>
    from.groups.flatMap((group, at) =>
      isWanted(group, boxes) ? [{ from, group, at, bytes: bytesOf(group) }] : [],
    ),
  )
  const bytes = wanted.reduce((sum, one) => sum + one.bytes, 0)
  if (bytes > MAX_READ_BYTES) throw tooLarge(`${Math.ceil(bytes / 1024 ** 3)} GB would have to be read`)
  const writer = createIndexWriter(target)
  const counts = { places: 0, closed: 0, unreadable: 0 }
  try {
    let done = 0
    for (const { from, group, at, bytes: size } of wanted) {
      const answer = await readGroup(from, group, at, { boxes, work, signal })
      signal.throwIfAborted()
      for (const record of answer.records) addRecord(writer, record, counts)
      counts.unreadable += answer.unreadable
      if (counts.places + counts.closed > MAX_INDEX_ROWS)
        throw tooLarge(`it has more than ${MAX_INDEX_ROWS} places`)
      onProgress((done += size) / bytes)
    }
    const batches = writer.setRegions(regionFinder([]))
    while (batches.next().done !== true) signal.throwIfAborted()
    writer.setMeta({ files: JSON.stringify(files.map(indexedFile)) })
    writer.finish()
    return counts
  } finally {
    writer.close()
  }
}

/** A row group that does not say where it lies may hold anything. */
function isWanted({ bbox, rows }: GroupFacts, boxes: readonly Bbox[] | null): boolean {
  return rows > 0 && (boxes === null || bbox === null || boxes.some((box) => boxesMeet(box, bbox)))
}

function bytesOf({ ranges }: GroupFacts): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0)
}

async function readGroup(
  { file, tail }: ReadableFile,
  { ranges }: GroupFacts,
  group: number,
  { boxes, work, signal }: Pick<Build, 'boxes' | 'work' | 'signal'>,
): Promise<RowsAnswer> {
  const parts: Uint8Array[] = []
  for (const [start, end] of ranges) parts.push(await file.read(start, end, signal))
  const bytes = Buffer.concat([...parts, tail])
  const task = { bytes, byteLength: file.byteLength, tailLength: tail.length, ranges, group, boxes }
  return named(file, work.run(readRows, task))
}

function addRecord(
  writer: IndexWriter,
  record: OvertureRecord,
  counts: { places: number; closed: number },
): void {
  const key = counts.places + counts.closed + 1
  const tags = tagsFromRecord(record)
  const placed = { point: { lat: record.lat, lng: record.lng }, isApproximate: false }
  if (!writer.addRecord(key, record.id, record)) return
  if (record.status === 'permanently_closed') {
    writer.addClosed(key, placed, tags)
    counts.closed += 1
  } else {
    // What OpenStreetMap has no tag for is a place all the same.
    writer.addPlace(key, placed, tags, { isPlace: !isLandmarkOnly(tags) })
    counts.places += 1
  }
}

/** A peak or a beach is found by its kind, and is no place of business. */
function isLandmarkOnly(tags: Parameters<typeof isPlaceElement>[0]): boolean {
  return !isPlaceElement(tags) && (tags['natural'] ?? tags['railway'] ?? tags['aeroway']) !== undefined
}

/** No file says which area it was cut from: a little around its outermost places counts as covered. */
function indexedFile({ file, bbox }: ReadableFile): IndexedFile {
  const [west, south, east, north] = bbox ?? [-180, -90, 180, 90]
  const margin = Math.max(MARGIN_DEGREES, (east - west) * MARGIN_SHARE, (north - south) * MARGIN_SHARE)
  return {
    name: file.name,
    bbox: [west, south, east, north],
    declared: [
      Math.max(-180, west - margin),
      Math.max(-90, south - margin),
      Math.min(180, east + margin),
      Math.min(90, north + margin),
    ],
    snapshotAt: file.snapshotAt ?? new Date().toISOString(),
    rights: null,
  }
}

function tooLarge(why: string): SurveyorError {
  const detail = `The area is too large for one index of Overture places: ${why}. Search smaller areas, or cut the data to your area.`
  return new SurveyorError('target_too_large', detail)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Some 28 km: a city with what is around it. */
const STEP_DEGREES = 0.25

/** The boxes of a grid around an area; two where it crosses the antimeridian. */
export function indexBoxes(area: Bbox): Bbox[] {
  return asPlainBoxes(area).map(([west, south, east, north]) => [
    down(west),
    Math.max(-90, down(south)),
    up(east),
    Math.min(90, up(north)),
  ])
}

function down(degrees: number): number {
  return Math.floor(degrees / STEP_DEGREES) * STEP_DEGREES
}

function up(degrees: number): number {
  return Math.ceil(degrees / STEP_DEGREES) * STEP_DEGREES
}
