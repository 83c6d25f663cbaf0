// The outer layer of a .osm.pbf file: a list of compressed blobs (wiki.openstreetmap.org/wiki/PBF_Format).
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate, zstdDecompress } from 'node:zlib'
import { PbfReader } from 'pbf'
import { brokenSource, unsupportedSource } from './source-errors.ts'

/** Where a blob lies in the file, in bytes. Its type is `OSMHeader` or `OSMData`. */
export interface BlobPlace {
  readonly type: string
  /** The offset of the blob header in the file, which errors name. */
  readonly offset: number
  readonly dataOffset: number
  readonly dataLength: number
}

/** Limits of the format. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024
/** A blob header is some 15 bytes, so one read nearly always holds all of it. */
const HEADER_READ_BYTES = 256

const COMPRESSIONS: Readonly<Record<number, string>> = { 4: 'lzma', 5: 'bzip2', 6: 'lz4' }
const inflateAsync = promisify(inflate)
const unzstdAsync = promisify(zstdDecompress)

/** Finds the blobs. Only their headers are read, so a truncated file is detected before any work is done. */
export async function findBlobs(handle: FileHandle, file: string, fileBytes: number): Promise<BlobPlace[]> {
  const blobs: BlobPlace[] = []
  let offset = 0
  while (offset < fileBytes) {
    const blob = await readBlobHeader(handle, file, offset, fileBytes)
    if (blobs.length === 0 && blob.type !== 'OSMHeader') {
      throw brokenSource(file, offset, 'it does not start with an OSM header, so it is no .osm.pbf file')
    }
    blobs.push(blob)
    offset = blob.dataOffset + blob.dataLength
  }
  if (blobs.length === 0) throw brokenSource(file, 0, 'it is empty')
  return blobs
}

async function readBlobHeader(
  handle: FileHandle,
  file: string,
  offset: number,
  fileBytes: number,
): Promise<BlobPlace> {
  const start = await readBytes(handle, offset, Math.min(HEADER_READ_BYTES, fileBytes - offset))
  if (start.length < 4) throw brokenSource(file, offset, 'it ends inside the length of a blob header')
  const headerBytes = start.readUInt32BE(0)
  if (headerBytes > MAX_HEADER_BYTES) {
    throw brokenSource(file, offset, `a blob header of ${headerBytes} bytes is announced, 65536 are allowed`)
  }
  const header =
    start.length >= 4 + headerBytes
      ? start.subarray(4, 4 + headerBytes)
      : await readBytes(handle, offset + 4, Math.min(headerBytes, fileBytes - offset - 4))
  if (header.length < headerBytes) throw brokenSource(file, offset, 'it ends inside a blob header')
  const { type, bytes } = parseBlobHeader(header, file, offset)
  if (bytes > MAX_BLOB_BYTES) {
    throw brokenSource(file, offset, `a blob of ${bytes} bytes is announced, ${MAX_BLOB_BYTES} are allowed`)
  }
  const dataOffset = offset + 4 + headerBytes
  if (dataOffset + bytes > fileBytes) {
    throw brokenSource(
      file,
      offset,
      `a blob of ${bytes} bytes is announced, but the file ends after ${fileBytes - dataOffset} of them`,
    )
  }
  return { type, offset, dataOffset, dataLength: bytes }
}

function parseBlobHeader(header: Uint8Array, file: string, offset: number): { type: string; bytes: number } {
  try {
    const fields = { type: '', bytes: -1 }
    const reader = new PbfReader(header)
    reader.readFields((tag, result, pbf) => {
      if (tag === 1) result.type = pbf.readString()
      else if (tag === 3) result.bytes = pbf.readVarint()
    }, fields)
    if (reader.pos === header.length && fields.type !== '' && fields.bytes >= 0) return fields
  } catch (cause) {
    throw brokenSource(file, offset, 'a blob header cannot be read', cause)
  }
  throw brokenSource(file, offset, 'a blob header is not complete')
}

/** The content of a blob. Never inflates to more than the format allows and than the blob itself declares. */
export async function readBlob(handle: FileHandle, file: string, blob: BlobPlace): Promise<Uint8Array> {
  const bytes = await readBytes(handle, blob.dataOffset, blob.dataLength)
  if (bytes.length < blob.dataLength) throw brokenSource(file, blob.offset, 'the file ends inside the blob')
  const { raw, rawBytes, compressed, compression } = parseBlob(bytes, file, blob)
  if (raw !== null) return raw
  if (compressed === null) {
    const name = compression === null ? null : COMPRESSIONS[compression]
    if (name === null || name === undefined) throw brokenSource(file, blob.offset, 'a blob holds no data')
    throw unsupportedSource(file, `it is compressed with ${name}; zlib, zstd and no compression are read`)
  }
  if (rawBytes > MAX_BLOB_BYTES) {
    throw brokenSource(file, blob.offset, `a blob declares ${rawBytes} bytes, ${MAX_BLOB_BYTES} are allowed`)
  }
  try {
    const options = { maxOutputLength: Math.max(rawBytes, 1) }
    const data = await (compression === 3
      ? inflateAsync(compressed, options)
      : unzstdAsync(compressed, options))
    if (data.length === rawBytes) return data
  } catch (cause) {
    const tooLong = Object(cause).code === 'ERR_BUFFER_TOO_LARGE'
    const reason = tooLong
      ? `a blob holds more than the ${rawBytes} bytes it declares`
      : 'a blob cannot be inflated'
    throw brokenSource(file, blob.offset, reason, cause)
  }
  throw brokenSource(file, blob.offset, `a blob holds less than the ${rawBytes} bytes it declares`)
}

interface BlobFields {
  raw: Uint8Array | null
  rawBytes: number
  compressed: Uint8Array | null
  compression: number | null
}

function parseBlob(bytes: Uint8Array, file: string, blob: BlobPlace): BlobFields {
  const fields: BlobFields = { raw: null, rawBytes: 0, compressed: null, compression: null }
  try {
    const reader = new PbfReader(bytes)
    reader.readFields((tag, result, pbf) => {
      if (tag === 2) result.rawBytes = pbf.readVarint()
      else if (tag === 1) result.raw = pbf.readBytes()
      else if (tag >= 3 && tag <= 7) {
        result.compression = tag
        if (tag === 3 || tag === 7) result.compressed = pbf.readBytes()
      }
    }, fields)
    if (reader.pos === bytes.length) return fields
  } catch (cause) {
    throw brokenSource(file, blob.offset, 'a blob cannot be read', cause)
  }
  throw brokenSource(file, blob.offset, 'a blob is not complete')
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
