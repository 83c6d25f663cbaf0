// Bodies of pages by their hash: a few in the memory of the worker, compressed in transfers to and from crawl.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { createWeightedLru } from '#kit/weighted-lru.ts'

/** The least recently used body goes first. */
export interface SnapshotBodies {
  /** Null when it is not in memory. */
  get(sha256: string): Uint8Array | null
  set(sha256: string, body: Uint8Array): void
}

const compressBody = promisify(zstdCompress)
const decompressBody = promisify(zstdDecompress)
/** A page is compressed once and read a few times, so the quickest level is enough. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Holds at most `maxBytes` of decoded bodies. */
export function createSnapshotBodies(maxBytes: number): SnapshotBodies {
  const bodies = createWeightedLru<Uint8Array>(maxBytes)
  return {
    get: (sha256) => bodies.get(sha256) ?? null,
    set: (sha256, body) => bodies.set(sha256, body, body.byteLength),
  }
}

/** In hexadecimal digits. */
export function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Base64. */
export async function packed(body: Uint8Array): Promise<string> {
  return (await compressBody(body, LEVEL)).toString('base64')
}

/** Null when the body does not have this length and hash: a worker uses only bodies that it has verified. */
export async function unpacked(
  compressed: Uint8Array,
  { bodyBytes, sha256 }: { readonly bodyBytes: number; readonly sha256: string },
): Promise<Uint8Array | null> {
  try {
    const body = await decompressBody(compressed, { maxOutputLength: Math.max(1, bodyBytes) })
    return body.byteLength === bodyBytes && sha256Of(body) === sha256 ? body : null
  } catch {
    return null
  }
}
