// Blobs as objects of an S3-compatible store. Uploads are written to the local disk first, because their hash is their
// name.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { BlobStore, ByteRange } from '#platform/blobs/blob-store.ts'
import { spool, startSpoolSweep } from '#platform/blobs/disk/spool.ts'
import { storageFault } from '#platform/blobs/storage-fault.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createPeer, type PeerStream } from '#platform/egress/peer.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createS3Client, S3Refusal, type S3Client, type S3Credentials } from './s3-client.ts'
import { parseS3Location } from './s3-location.ts'

/** The bucket, and the disk that uploads pass through. */
export interface S3BlobStoreDeps {
  /** As in the settings: `s3://bucket/prefix?endpoint=…&region=…`. */
  readonly address: string
  readonly credentials: S3Credentials
  /** On the local disk, for uploads in progress. */
  readonly spoolFolder: string
  readonly clock: Clock
  readonly log: Logger
  /** An answer without data for this long is aborted. */
  readonly stallMs?: number
  /** A check that takes longer says that the store does not work. */
  readonly probeTimeoutMs?: number
}

const STALL_MS = 30_000
/** For each put, in addition to the time for its size at 256 kB/s. */
const PUT_BASE_MS = 60_000
const SLOWEST_BYTES_PER_MS = 256
const CONNECTIONS = 64
/** All checks write the same few bytes; no blob has this key. */
const PROBE_KEY = 'health-check'
const PROBE_TEXT = Buffer.from('surveyor\n')
const PROBE = {
  bytes: PROBE_TEXT.byteLength,
  sha256: createHash('sha256').update(PROBE_TEXT).digest('hex'),
}
const PROBE_TIMEOUT_MS = 2_000

/**
 * Throws when the address is wrong or the store refuses the keys or the bucket. A store that cannot be reached yet is
 * not an error. Needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket (without which a missing object is
 * 403).
 */
export async function openS3BlobStore(deps: S3BlobStoreDeps): Promise<BlobStore> {
  const { spoolFolder, log, stallMs = STALL_MS, probeTimeoutMs = PROBE_TIMEOUT_MS } = deps
  const location = parseS3Location(deps.address)
  await makeFolder(spoolFolder)
  await using opening = new AsyncDisposableStack()
  const peer = opening.use(
    createPeer({
      origin: location.origin,
      name: 'The store for files',
      headers: { accept: '*/*' },
      maxConnections: CONNECTIONS,
      unavailableCode: 'storage_unavailable',
    }),
  )
  const s3 = createS3Client({ ...deps, peer, location })
  await checkAccess(s3, location.prefix, log)
  opening.use(await startSpoolSweep(spoolFolder, log))
  const opened = opening.move()

  const sizeOf = async (sha256: string): Promise<number | null> => {
    const answer = await s3.send({ method: 'HEAD', key: keyOf(sha256), expected: [200, 404] })
    return answer.status === 404 ? null : Number(answer.headers['content-length'])
  }

  return {
    async put(content, options) {
      await using file = await spool(spoolFolder, content, options)
      const { blob, path } = file
      await options.announce?.(blob)
      if ((await sizeOf(blob.sha256)) === blob.bytes) return blob
      await s3.send({
        method: 'PUT',
        key: keyOf(blob.sha256),
        body: { ...blob, open: () => createReadStream(path) },
        expected: [200],
        timeoutMs: PUT_BASE_MS + Math.ceil(blob.bytes / SLOWEST_BYTES_PER_MS),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      })
      return blob
    },

    read: (sha256, range) => readObject(s3, sha256, range, stallMs),

    async remove(sha256) {
      await s3.send({ method: 'DELETE', key: keyOf(sha256), expected: [200, 204, 404] })
    },

    async probe() {
      await s3.send({
        method: 'PUT',
        key: PROBE_KEY,
        body: { ...PROBE, open: () => Readable.from([PROBE_TEXT], { objectMode: false }) },
        expected: [200],
        timeoutMs: probeTimeoutMs,
        attempts: 1,
      })
    },

    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The same layout as on disk, so that the content of one store can be copied to the other. */
function keyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`
}

async function readObject(
  s3: S3Client,
  sha256: string,
  range: ByteRange | undefined,
  stallMs: number,
): Promise<Readable | null> {
  const gaveUp = new AbortController()
  const answer = await s3.stream({
    method: 'GET',
    key: keyOf(sha256),
    ...(range === undefined ? {} : { headers: { range: `bytes=${range.first}-${range.last}` } }),
    expected: [200, 206, 404],
    signal: gaveUp.signal,
  })
  if (answer.status === 404) {
    for await (const _ of answer.body);
    return null
  }
  const start = range === undefined ? 0 : firstByteOf(answer)
  if (start === null) {
    gaveUp.abort(storageFault(new Error('a part came without Content-Range')))
    throw gaveUp.signal.reason
  }
  const body = unstalled(answer.body, gaveUp, stallMs)
  const content = Readable.from(range === undefined ? body : partOf(body, range, start), {
    objectMode: false,
  })
  // Of content that is given up before its first byte nothing runs that could end the answer.
  return content.once('close', () => gaveUp.abort())
}

/** The offset in the content where an answer begins: a store may send more than the requested range, or everything. */
function firstByteOf({ status, headers }: PeerStream): number | null {
  const first = status === 200 ? '0' : /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]
  return first === undefined ? null : Number(first)
}

async function* partOf(
  body: AsyncIterable<Uint8Array>,
  { first, last }: ByteRange,
  start: number,
): AsyncGenerator<Uint8Array> {
  let at = start
  for await (const chunk of body) {
    const part = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    at += chunk.byteLength
    if (part.byteLength > 0) yield part
    if (at > last) return
  }
}

/** Counts only the time during which the reader waits for the store. */
async function* unstalled(
  body: AsyncIterable<Uint8Array>,
  gaveUp: AbortController,
  stallMs: number,
): AsyncGenerator<Uint8Array> {
  const late = (): void => gaveUp.abort(storageFault(new Error(`nothing came for ${stallMs} ms`)))
  let timer = setTimeout(late, stallMs)
  try {
    for await (const chunk of body) {
      clearTimeout(timer)
      yield chunk
      timer = setTimeout(late, stallMs)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function checkAccess(s3: S3Client, prefix: string, log: Logger): Promise<void> {
  try {
    await s3.send({
      method: 'GET',
      key: null,
      // No key has this prefix: the check is whether a listing is allowed at all.
      query: { 'list-type': '2', 'max-keys': '1', prefix: `${prefix}access-check` },
      expected: [200],
      attempts: 1,
    })
  } catch (error) {
    const { cause } = fieldsOf(error)
    if (cause instanceof S3Refusal && cause.status < 500) {
      throw new Error(`The blob store does not let Surveyor in: ${cause.message}.`, { cause: error })
    }
    log.warn({ err: error }, 'the blob store cannot be reached; files cannot be kept until it can')
  }
}
