// A .osm or .osm.gz file as an element source: each pass streams the file through an XML parser, nothing is kept.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Parser, type Handler } from 'htmlparser2'
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
  const lines = lineCount()
  const stop = () => {
    throw new Stopped()
  }
  const reader = elementReader({
    ...visitor,
    element: (type, id, element) => (visitor.element(type, id, element) === 'stop' ? stop() : undefined),
  })
  const parser = new StrictParser(
    {
      onopentag(name, attributes) {
        bytesSinceTag = 0
        reader.open(name, attributes, file)
      },
      onclosetag(name, isImplied) {
        reader.close(name, isImplied)
      },
    },
    (end) => {
      throw new RangeError(`line ${lines.at(end)} has an end tag that closes nothing`)
    },
  )
  const decoder = new TextDecoder()
  const feed = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      bytesSinceTag += chunk.length
      if (bytesSinceTag > MAX_BYTES_IN_TAG) throw new RangeError('32 MiB go by without a tag')
      const text = decoder.decode(chunk, { stream: true })
      lines.next(text)
      parser.write(text)
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

/** An XML parser that also tells of end tags that close nothing, which the one beneath passes over without a call. */
class StrictParser extends Parser {
  #closes = 0
  readonly #onStray: (end: number) => void

  /** `onStray` gets the index of the last character of the tag. */
  constructor(handler: Pick<Handler, 'onopentag' | 'onclosetag'>, onStray: (end: number) => void) {
    const onclosetag: Handler['onclosetag'] = (name, isImplied) => {
      this.#closes += 1
      handler.onclosetag(name, isImplied)
    }
    super({ ...handler, onclosetag }, { xmlMode: true })
    this.#onStray = onStray
  }

  override onclosetag(start: number, end: number): void {
    const before = this.#closes
    super.onclosetag(start, end)
    if (this.#closes === before) this.#onStray(end)
  }
}

/** Tells lines within the part that came last; those of the parts before are counted and not kept. */
function lineCount() {
  let [part, start, before] = ['', 0, 1]
  const breaksIn = (text: string): number => {
    let breaks = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1
    return breaks
  }
  return {
    next(text: string): void {
      before += breaksIn(part)
      start += part.length
      part = text
    },
    /** From 1; `index` counts characters from the beginning of the file. */
    at: (index: number): number => before + breaksIn(part.slice(0, index - start)),
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
