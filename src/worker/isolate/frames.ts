// Byte frames on a pipe: four bytes of length, big-endian, then that many bytes.

/** The first byte of the frame by which a child says that the module of a parser is there. */
export const LOADED = 3

/** The length header of `bytes`, to be written before them. */
export function frameHead(bytes: Uint8Array): Buffer {
  const head = Buffer.allocUnsafe(4)
  head.writeUInt32BE(bytes.length)
  return head
}

/** The frames of a stream, each as a whole; stops before a frame that is longer than `maxBytes`. */
export async function* readFrames(
  stream: AsyncIterable<Uint8Array>,
  maxBytes = 0xffff_ffff,
): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let have = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    have += chunk.length
    while (have >= 4) {
      const [first] = chunks
      if (first === undefined || first.length < 4) {
        chunks = [Buffer.concat(chunks)]
        continue
      }
      const length = Buffer.from(first.buffer, first.byteOffset, 4).readUInt32BE(0)
      if (length > maxBytes) return
      if (have < 4 + length) break
      const bytes = Buffer.concat(chunks)
      yield bytes.subarray(4, 4 + length)
      chunks = [bytes.subarray(4 + length)]
      have -= 4 + length
    }
  }
}
