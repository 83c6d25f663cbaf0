// A .osm or .osm.gz file as an element source: each pass streams the file through an XML parser, nothing is kept.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { fieldsOf } from '#kit/unknown-values.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ElementSource, OnRead, SourceHeader } from './element-source.ts'
import { brokenSource, missingSource } from './source-errors.ts'
import { elementReader, type XmlVisitor } from './xml-elements.ts'

/** No tag of a sound file is as long; more without the end of one would only fill the memory. */
const MAX_BYTES_IN_TAG = 32 * 1024 * 1024

/** Throws `source_unavailable`, `source_broken` or `unsupported_document`. Reads the head of the file at once. */
export async function openXml(
  file: string,
  compressed: boolean,
  onRead: OnRead = () => undefined,
): Promise<ElementSource> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw missingSource(file, cause)
  })
  const header: { -readonly [Key in keyof SourceHeader]: SourceHeader[Key] } = {
    bbox: null,
    snapshotAt: null,
    rights: null,
  }
  const pass = (visitor: XmlVisitor): Promise<void> =>
    readThrough(file, compressed, visitor, (bytes) => onRead(Math.min(1, bytes / size)))
  await readThrough(file, compressed, {
    bounds: (bbox) => {
      header.bbox = bbox
    },
    snapshot: (time) => {
      header.snapshotAt = time
    },
    rights: (rights) => {
      header.rights = rights
    },
    // The bounds stand before the first element.
    element: () => 'stop',
  })
  return {
    header,
    readRelations: (filter, visit) =>
      pass({
        element(type, id, element) {
          if (type !== 'relation') return
          const hasKey = hasAny(filter.keys, element.tags)
          if (hasKey || filter.ids.has(id)) visit(id, hasKey ? element.tags : {}, element.members)
        },
      }),
    readWays: (filter, visit) =>
      pass({
        element(type, id, element) {
          if (type !== 'way') return
          const hasKey = hasAny(filter.keys, element.tags)
          if (hasKey || filter.ids.has(id)) visit(id, hasKey ? element.tags : {}, element.refs)
        },
      }),
    readNodes: (keys, visit) =>
      pass({
        element(type, id, element) {
          if (type !== 'node') return
          visit(id, element.latE7, element.lngE7, hasAny(keys, element.tags) ? element.tags : null)
        },
      }),
    async [Symbol.asyncDispose]() {
      // Each pass closes its own stream.
    },
  }
}

function hasAny(keys: ReadonlySet<string>, tags: Readonly<Record<string, string>>): boolean {
  for (const key of Object.keys(tags)) if (keys.has(key)) return true
  return false
}

class Stopped extends Error {}

/** One pass. A file that ends too early, or holds no OSM data, is `source_broken`. */
async function readThrough(
  file: string,
  compressed: boolean,
  visitor: XmlVisitor,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  let bytesIn = 0
  let bytesSinceTag = 0
  const stop = () => {
    throw new Stopped()
  }
  const reader = elementReader({
    ...visitor,
    element: (type, id, element) => (visitor.element(type, id, element) === 'stop' ? stop() : undefined),
  })
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        bytesSinceTag = 0
        reader.open(name, attributes, file)
      },
      onclosetag(name, isImplied) {
        reader.close(name, isImplied)
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  const feed = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      bytesSinceTag += chunk.length
      if (bytesSinceTag > MAX_BYTES_IN_TAG) throw new RangeError('32 MiB go by without a tag')
      parser.write(decoder.decode(chunk, { stream: true }))
      if (!compressed) bytesIn += chunk.length
      onBytes(bytesIn)
    }
    parser.end(decoder.decode())
    reader.end()
  }
  const source = createReadStream(file)
  try {
    if (compressed) {
      source.on('data', (chunk) => {
        bytesIn += chunk.length
      })
      await pipeline(source, createGunzip(), feed)
    } else {
      await pipeline(source, feed)
    }
  } catch (error) {
    if (error instanceof Stopped) return
    throw sourceError(file, bytesIn, error)
  }
}

function sourceError(file: string, bytesIn: number, error: unknown): SurveyorError {
  if (error instanceof SurveyorError) return error
  const { code, message } = fieldsOf(error)
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'EIO')
    return missingSource(file, error)
  return brokenSource(
    file,
    bytesIn,
    code === 'Z_BUF_ERROR' ? 'the gzip stream ends too early' : String(message),
    error,
  )
}
