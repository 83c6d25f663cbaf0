// All files of Overture places that the settings name, with their footers: which row groups hold what.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { createSharedCalls } from '#kit/shared-calls.ts'
import {
  readFooter,
  type FooterFacts,
  type GroupFacts,
} from '#extractors/maps/providers/overture/parquet/parquet-work.ts'
import type { DataFile } from './data-file.ts'
import type { SharedWork } from './shared-work.ts'

/** A file with what its footer says. */
export interface ReadableFile {
  readonly file: DataFile
  readonly groups: readonly GroupFacts[]
  /** Around all its places; null where the file does not say it. */
  readonly bbox: Bbox | null
  /** As long as the footer, from the end. */
  readonly tail: Uint8Array
}

/** One state of the data. */
export interface Dataset {
  /** Another one once a file has changed. */
  readonly version: string
  readonly files: readonly ReadableFile[]
  readonly rows: number
}

/** Enough for the footers of files of some 100 row groups. */
const FIRST_TAIL_BYTES = 256 * 1024

/** The data, or with `isFresh` the data as it is now, however short ago it was looked at. */
export type ReadDataset = (signal: AbortSignal, isFresh?: boolean) => Promise<Dataset>

/** Looks at the files again once `keepMs` have passed, and reads the footers again where one is another file by then. */
export function createDatasetReader(
  list: (signal: AbortSignal) => Promise<DataFile[]>,
  keepMs: number,
  work: SharedWork,
): ReadDataset {
  let kept: { readonly dataset: Dataset; readonly readAt: number } | null = null
  const looks = createSharedCalls<Dataset>()
  const look = async (signal: AbortSignal): Promise<Dataset> => {
    const files = await list(signal)
    const version = files.map((file) => file.version).join('\n')
    const dataset =
      kept?.dataset.version === version ? kept.dataset : await readAll(files, version, work, signal)
    kept = { dataset, readAt: Date.now() }
    return dataset
  }
  return async (signal, isFresh = false) => {
    // A look that is under way may have seen a file before it changed.
    if (isFresh) return look(signal)
    return kept !== null && Date.now() - kept.readAt < keepMs ? kept.dataset : looks('', signal, look)
  }
}

async function readAll(
  files: readonly DataFile[],
  version: string,
  work: SharedWork,
  signal: AbortSignal,
): Promise<Dataset> {
  const readable: ReadableFile[] = []
  for (const file of files) readable.push(await readOne(file, work, signal))
  const rows = readable.flatMap(({ groups }) => groups).reduce((sum, group) => sum + group.rows, 0)
  return { version, files: readable, rows }
}

async function readOne(file: DataFile, work: SharedWork, signal: AbortSignal): Promise<ReadableFile> {
  let length = Math.min(FIRST_TAIL_BYTES, file.byteLength)
  let tail = await file.read(file.byteLength - length, file.byteLength, signal)
  let facts = await footerOf(file, tail, work)
  if (facts.missing !== null) {
    length = facts.missing
    tail = await file.read(file.byteLength - length, file.byteLength, signal)
    facts = await footerOf(file, tail, work)
  }
  const boxes = facts.groups.map((group) => group.bbox)
  return { file, groups: facts.groups, bbox: boxes.reduce(aroundBoth, boxes[0] ?? null), tail }
}

async function footerOf(file: DataFile, tail: Uint8Array, work: SharedWork): Promise<FooterFacts> {
  return named(file, work.run(readFooter, { tail, byteLength: file.byteLength }))
}

/** Puts the name of the file before what a child says about it. */
export async function named<T>({ name }: Pick<DataFile, 'name'>, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof SurveyorError) || error.code !== 'unsupported_document') throw error
    throw new SurveyorError('unsupported_document', `"${name}": ${error.message}`, { cause: error })
  }
}

function aroundBoth(a: Bbox | null, b: Bbox | null): Bbox | null {
  if (a === null || b === null) return null
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
