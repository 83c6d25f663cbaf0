// A .osm.pbf file as an element source: blobs are inflated a few ahead, and only if they can contain requested
// elements.
import { open } from 'node:fs/promises'
import { itemAt } from '#kit/item-at.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ElementSource, OnRead } from './element-source.ts'
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
import { readPbfHeader } from './pbf-header.ts'
import { brokenSource, missingSource } from './source-errors.ts'

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
