// A .osm.pbf file as an element source: blobs are inflated a few ahead, and only if they can contain requested
// elements.
import { open } from 'node:fs/promises'
import { PbfReader } from 'pbf'
import { itemAt } from '#kit/item-at.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ElementSource, OnRead, SourceHeader } from './element-source.ts'
import { findBlobs, readBlob, type BlobPlace } from './pbf-blobs.ts'
import {
  blockHas,
  GROUP,
  readBlock,
  readBlockNodes,
  readBlockRelations,
  readBlockWays,
  type PbfBlock,
} from './pbf-block.ts'
import { brokenSource, missingSource, unsupportedSource } from './source-errors.ts'

const READABLE = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** Blobs inflated ahead of the one that is read: zlib works in other threads meanwhile. */
const READ_AHEAD = 3

interface DataBlob {
  readonly place: BlobPlace
  /** Unknown until the blob was inflated for the first time. */
  kinds: { readonly nodes: boolean; readonly ways: boolean; readonly relations: boolean } | null
}
type Kind = 'nodes' | 'ways' | 'relations'

/** Throws `source_unavailable`, `source_broken` or `unsupported_document`. The caller disposes of the source. */
export async function openPbf(file: string, onRead: OnRead = () => undefined): Promise<ElementSource> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw missingSource(file, cause)
  })
  try {
    const { size } = await handle.stat()
    const blobs = await findBlobs(handle, file, size)
    const first = itemAt(blobs, 0)
    const headerBytes = await readBlob(handle, file, first)
    const header = guarded(file, first, () => readPbfHeader(headerBytes, file))
    const data = blobs
      .filter(({ type }) => type === 'OSMData')
      .map((place): DataBlob => ({ place, kinds: null }))
    const load = async (blob: DataBlob): Promise<PbfBlock> => {
      const bytes = await readBlob(handle, file, blob.place)
      const block = guarded(file, blob.place, () => readBlock(bytes))
      blob.kinds ??= kindsOf(block)
      return block
    }
    const eachBlock = (kind: Kind, read: (block: PbfBlock) => void) =>
      pass(data, kind, load, onRead, (blob, block) => {
        guarded(file, blob.place, () => {
          read(block)
        })
      })
    return {
      header,
      readRelations: (filter, visit) =>
        eachBlock('relations', (block) => readBlockRelations(block, filter, visit)),
      readWays: (filter, visit, visitPoint) =>
        eachBlock('ways', (block) => readBlockWays(block, filter, visit, visitPoint)),
      readNodes: (keys, visit) => eachBlock('nodes', (block) => readBlockNodes(block, keys, visit)),
      [Symbol.asyncDispose]: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Reads every blob that has elements of `kind`. The first pass learns what each blob holds. A file that calls itself
 * sorted (`Sort.Type_then_ID`) would spare that, but there are such files that are not.
 */
async function pass(
  blobs: readonly DataBlob[],
  kind: Kind,
  load: (blob: DataBlob) => Promise<PbfBlock>,
  onRead: OnRead,
  use: (blob: DataBlob, block: PbfBlock) => void,
): Promise<void> {
  const candidates = blobs.filter((blob) => blob.kinds === null || blob.kinds[kind])
  const ahead: Promise<PbfBlock>[] = []
  let next = 0
  try {
    for (const [done, blob] of candidates.entries()) {
      for (; next < candidates.length && ahead.length <= READ_AHEAD; next += 1) {
        const loading = load(itemAt(candidates, next))
        // The error is handled when it is awaited; until then a failure must not count as unhandled.
        loading.catch(() => undefined)
        ahead.push(loading)
      }
      const block = await itemAt(ahead.splice(0, 1), 0)
      if (blob.kinds?.[kind] === true) use(blob, block)
      onRead((done + 1) / candidates.length)
    }
  } finally {
    await Promise.allSettled(ahead)
  }
}

function kindsOf(block: PbfBlock): NonNullable<DataBlob['kinds']> {
  return {
    nodes: blockHas(block, GROUP.nodes, GROUP.dense),
    ways: blockHas(block, GROUP.ways),
    relations: blockHas(block, GROUP.relations),
  }
}

/** Any error while bytes are decoded counts as damage at the offset of the blob. */
function guarded<T>(file: string, blob: BlobPlace, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof SurveyorError) throw error
    throw brokenSource(
      file,
      blob.offset,
      error instanceof Error ? error.message : 'a block cannot be read',
      error,
    )
  }
}

/** Throws `unsupported_document` for a file that needs more than this reader can do. */
function readPbfHeader(data: Uint8Array, file: string): SourceHeader {
  const required: string[] = []
  const box: Record<number, number> = {}
  let seconds: number | null = null
  const reader = new PbfReader(data)
  reader.readFields((field, _result, pbf) => {
    if (field === 1) {
      const bytes = pbf.readBytes()
      new PbfReader(bytes).readFields((side, _sides, inner) => {
        box[side] = inner.readSVarint() / 1e9
      }, null)
    } else if (field === 4) required.push(pbf.readString())
    else if (field === 32) seconds = pbf.readVarint(true)
  }, null)
  if (reader.pos !== data.length) throw new RangeError('the header ends inside one of its fields')
  const missing = required.filter((feature) => !READABLE.has(feature))
  if (missing.includes('HistoricalInformation')) {
    throw unsupportedSource(
      file,
      'it holds the history of its elements; a file with one version of each is needed',
    )
  }
  if (missing.length > 0) {
    throw unsupportedSource(file, `it needs features that are not read here: ${missing.join(', ')}`)
  }
  const [west, east, north, south] = [box[1], box[2], box[3], box[4]]
  return {
    bbox:
      west !== undefined && east !== undefined && north !== undefined && south !== undefined
        ? [west, south, east, north]
        : null,
    snapshotAt: seconds === null ? null : new Date(seconds * 1_000),
    // The format has no field for it.
    rights: null,
  }
}
