// Decodes Windows bitmaps, in files of their own or in icons, with photon (image-rs as WebAssembly): libvips reads none.
import { createRequire } from 'node:module'
import type * as Photon from '@silvia-odwyer/photon-node'
import { extractError } from '#extract/errors.ts'
import { readDibHeader, type IconEntry } from '#extractors/image/header/formats/bitmap-header.ts'
import type { SmallImage } from '#extractors/image/pixels/small-image.ts'

const PHOTON = '@silvia-odwyer/photon-node'
const FILE_HEADER = 14
const CORE_HEADER = 12
/** Without compression: plain rows, or rows with masks of their own. */
const UNCOMPRESSED = new Set([0, 3])
const MAX_ICON_PX = 256

/**
 * Throws `source_broken` where rows are missing, `unsupported_document` for a compressed bitmap. Memory is bounded by
 * the size of the file, since every row must be in it.
 */
export function decodeBitmap(file: Uint8Array): SmallImage {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const { width, height } = readDibHeader(view, FILE_HEADER)
  const core = view.getUint32(FILE_HEADER, true) === CORE_HEADER
  const bits = view.getUint16(FILE_HEADER + (core ? 10 : 14), true)
  if (!core && !UNCOMPRESSED.has(view.getUint32(FILE_HEADER + 16, true)))
    throw extractError('unsupported_document', 'Compressed bitmaps cannot be decoded here.')
  const rowBytes = 4 * Math.ceil(((width ?? 0) * bits) / 32)
  if (!width || !height || view.getUint32(10, true) + rowBytes * height > file.byteLength) throw damaged()
  return decode(file)
}

/** The picture as the only one of an icon: image-rs takes the size of its own header, and its mask. */
export function decodeIconBitmap(file: Uint8Array, { at, bytes }: IconEntry): SmallImage {
  const { width, height } = readDibHeader(new DataView(file.buffer, file.byteOffset, file.byteLength), at)
  // The rows of the mask count as well.
  const shown = (height ?? 0) / 2
  if (!width || !shown || width > MAX_ICON_PX || shown > MAX_ICON_PX) throw damaged()
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(width % MAX_ICON_PX, 6)
  head.writeUInt8(shown % MAX_ICON_PX, 7)
  head.writeUInt32LE(bytes, 14)
  head.writeUInt32LE(head.length, 18)
  return decode(Buffer.concat([head, file.subarray(at, at + bytes)]))
}

function decode(file: Uint8Array): SmallImage {
  const require = createRequire(import.meta.url)
  try {
    // Loaded for the first bitmap only: it takes 20 ms.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` gives the module that the name says
    const { PhotonImage } = require(PHOTON) as typeof Photon
    const image = PhotonImage.new_from_byteslice(file)
    try {
      return { width: image.get_width(), height: image.get_height(), rgba: image.get_raw_pixels() }
    } finally {
      image.free()
    }
  } catch (error) {
    // A trap leaves what it had allocated behind: the next bitmap gets new memory.
    delete require.cache[require.resolve(PHOTON)]
    throw damaged(error)
  }
}

const damaged = (cause?: unknown): Error =>
  extractError('source_broken', 'The image is damaged: the bitmap cannot be decoded.', { cause })
