// Content for a store: counted, hashed, and aborted when it is larger than allowed.
import { createHash } from 'node:crypto'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BlobContent, PutOptions, StoredBlob } from './blob-store.ts'

/** Content on its way into a store. */
export interface MeasuredContent {
  /** To be read once. Throws errors of the content, the reason of the signal, or `body_too_large`. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Once all chunks were read. */
  total(): StoredBlob
}

/** Pieces this large keep the hash and the disk from holding up the event loop for long. */
const PIECE_BYTES = 1_048_576

/** Reads nothing by itself: the store does, chunk by chunk. */
export function measureContent(content: BlobContent, { maxBytes, signal }: PutOptions): MeasuredContent {
  const hash = createHash('sha256')
  let bytes = 0

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content instanceof Uint8Array ? pieces(content) : content) {
      signal?.throwIfAborted()
      bytes += chunk.byteLength
      if (bytes > maxBytes) {
        throw new SurveyorError('body_too_large', `The content may have at most ${maxBytes} bytes.`)
      }
      hash.update(chunk)
      yield chunk
    }
    signal?.throwIfAborted()
  }

  return { chunks: chunks(), total: () => ({ sha256: hash.digest('hex'), bytes }) }
}

function* pieces(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += PIECE_BYTES) {
    yield content.subarray(at, at + PIECE_BYTES)
  }
}
