// Where bytes are kept under their own SHA-256: the port that the disk store and the S3 store fill.
import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** 64 hex digits in lower case. */
  readonly sha256: string
  readonly bytes: number
}

/** Both ends are part of it, counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>

export interface PutOptions {
  /** More is `body_too_large`, found out while it comes in. */
  readonly maxBytes: number
  /** Ends the put with its reason; nothing is left behind. */
  readonly signal?: AbortSignal
  /**
   * Runs when the content is known and before it is in the store; a throw leaves it out. Whoever counts what refers to
   * a blob notes it here, so that nobody removes it meanwhile (blob-keeper.ts).
   */
  readonly announce?: (blob: StoredBlob) => Promise<void>
}

/**
 * Content never changes under its name, so that any number of processes may put the same. A full or missing disk, or a
 * store that cannot be reached, is `storage_unavailable` (retryable) and leaves nothing half written.
 */
export interface BlobStore extends AsyncDisposable {
  /** Resolves when the content outlives a crash of this machine. An error of the content itself is thrown as it is. */
  put(content: BlobContent, options: PutOptions): Promise<StoredBlob>
  /** Null where there is no such blob. The range must lie within it. The stream must be read to its end or destroyed. */
  read(sha256: string, range?: ByteRange): Promise<Readable | null>
  has(sha256: string): Promise<boolean>
  /** Also where there is none. Only the keeper calls this: others may refer to the same content. */
  remove(sha256: string): Promise<void>
  /** Writes a few bytes that are no blob, once, to see whether that works now. */
  probe(): Promise<void>
}
