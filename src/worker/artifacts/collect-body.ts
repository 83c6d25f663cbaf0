// Reads the body of a streamed answer into memory, within a bound.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { PeerStream } from '#platform/egress/peer.ts'

/** Throws `target_too_large` as soon as there are more than `maxBytes`; `what` begins its sentence. */
export async function collectBody(
  { body }: Pick<PeerStream, 'body'>,
  maxBytes: number,
  what: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes)
      throw new SurveyorError('target_too_large', `${what} has more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}
