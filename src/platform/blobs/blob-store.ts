// Stores bytes under their own SHA-256: the interface that the disk store and the S3 store implement.
import type { Readable } from 'node:stream'

/** The identity of a content and its size. */
export interface StoredBlob {
  /** 64 hex digits in lower case. */
  readonly sha256: string
  readonly bytes: number
}

/** Both ends are inclusive, counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** An iterable is read once. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>

/** Limits of one upload. */
export interface PutOptions {
  /** More bytes are `body_too_large`, which is detected during the upload. */
  readonly maxBytes: number
  /** Aborts the put with its reason; nothing is left behind. */
  readonly signal?: AbortSignal
  /**
   * Runs when the content is known and before it is in the store; a throw leaves it out. A reference counter records
   * the blob here, so that it is not removed meanwhile (blob-service.ts).
   */
  readonly announce?: (blob: StoredBlob) => Promise<void>
}

/**
 * Content never changes under its name, so any number of processes may put the same content. A full or missing disk, or
 * an unreachable store, is `storage_unavailable` (retryable) and leaves nothing half written.
 */
export interface BlobStore extends AsyncDisposable {
  /**
   * Resolves when the content would survive a crash of this machine. An error of the content itself is thrown as it is.
   */
  put(content: BlobContent, options: PutOptions): Promise<StoredBlob>
  /** Null without such a blob. The range must lie within it. The stream must be read to its end or destroyed. */
  read(sha256: string, range?: ByteRange): Promise<Readable | null>
  /**
   * Does nothing for a missing blob. Only the blob service calls this, because others may refer to the same content.
   */
  remove(sha256: string): Promise<void>
  /** Writes a few bytes that are not a blob, once, to check whether writing works now. */
  probe(): Promise<void>
}
