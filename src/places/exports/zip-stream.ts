// Writes a ZIP archive entry by entry while it is read: compressed by zlib on its own threads, a few chunks in memory.
import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** The text of an entry, in pieces. */
export interface ZipEntry {
  readonly name: string
  readonly text: AsyncIterable<string> | Iterable<string>
}

/** Higher levels take twice the time for a tenth less. */
const LEVEL = 3
const METHOD_DEFLATE = 8
/** Without ZIP64, which not every spreadsheet program reads, offsets and sizes have four bytes. */
const MAX_BYTES = 0xffff_ffff

/** Throws when an entry or the archive would exceed 4 GiB. Entries are asked for one after the other. */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    bytes += chunk.length
    ready.push(chunk)
  })
  for await (const { name, text } of entries) {
    for await (const _ of deflated(zip, name, text)) {
      if (bytes > MAX_BYTES) throw new Error('The archive exceeds 4 GiB.')
      yield* ready.splice(0)
    }
  }
  zip.end()
  yield* ready.splice(0)
}

/** Yields whenever a piece of the text is in the archive. */
async function* deflated(zip: Zip, name: string, text: ZipEntry['text']): AsyncGenerator<void> {
  const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: METHOD_DEFLATE }
  zip.add(file)
  const deflate = createDeflateRaw({ level: LEVEL })
  deflate.on('data', (chunk: Uint8Array<ArrayBuffer>) => file.ondata?.(null, chunk, false))
  try {
    for await (const piece of text) {
      const chunk = Buffer.from(piece)
      file.size += chunk.length
      file.crc = crc32(chunk, file.crc)
      if (file.size > MAX_BYTES) throw new Error(`The entry ${name} exceeds 4 GiB.`)
      await new Promise<void>((resolve, reject) => {
        deflate.write(chunk, (error) => (error ? reject(error) : resolve()))
      })
      yield
    }
    deflate.end()
    await once(deflate, 'end')
    file.ondata?.(null, new Uint8Array(0), true)
    yield
  } finally {
    deflate.destroy()
  }
}
