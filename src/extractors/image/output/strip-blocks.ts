// Takes the metadata out of files that are rows of blocks (PNG, WebP, GIF): only what says how they look is copied.
import { crc32 } from 'node:zlib'
import { tableBytes } from '#extractors/image/header/formats/gif-header.ts'

const ORIENTATION_TAG = 0x0112
const SHORT = 3

export const isTurned = (orientation: number | null): orientation is number =>
  orientation !== null && orientation >= 2 && orientation <= 8

const KEPT_IN_PNG = new Set(
  'cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST tRNS pHYs sPLT acTL fcTL fdAT'.split(' '),
)
const SIGNATURE_BYTES = 8
const IHDR_END = 33

export function stripPng(file: Buffer, orientation: number | null): Buffer {
  const parts: Buffer[] = [file.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    // A capital first letter: the picture needs this chunk.
    if (/^[A-Z]/.test(name) || KEPT_IN_PNG.has(name)) parts.push(file.subarray(at, end))
    if (end === IHDR_END && isTurned(orientation)) parts.push(pngChunk('eXIf', minimalExif(orientation)))
    if (name === 'IEND') break
    at = end
  }
  return Buffer.concat(parts)
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(8 + body.length)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), 4 + body.length)
  return whole
}

const KEPT_IN_WEBP = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const WEBP_HEAD_BYTES = 12
const [HAS_XMP, HAS_EXIF] = [0x04, 0x08]

export function stripWebp(file: Buffer, orientation: number | null): Buffer {
  const parts: Buffer[] = [Buffer.from(file.subarray(0, WEBP_HEAD_BYTES))]
  const turned = isTurned(orientation)
  for (let at = WEBP_HEAD_BYTES; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length + (length & 1)
    if (KEPT_IN_WEBP.has(name)) {
      const part = Buffer.from(file.subarray(at, end))
      if (name === 'VP8X' && part.length > 8) {
        part.writeUInt8((part.readUInt8(8) & ~(HAS_XMP | HAS_EXIF)) | (turned ? HAS_EXIF : 0), 8)
      }
      parts.push(part)
    }
    at = end
  }
  if (turned) parts.push(exifChunk(orientation))
  const whole = Buffer.concat(parts)
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

function exifChunk(orientation: number): Buffer {
  const data = minimalExif(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b]
const [COMMENT, APPLICATION] = [0xfe, 0xff]
const ANIMATION = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/

/** Data after the end is removed too. */
export function stripGif(file: Buffer): Buffer {
  let at = 13 + tableBytes(file[10] ?? 0)
  const parts: Buffer[] = [file.subarray(0, at)]
  while (at < file.length && file[at] !== TRAILER) {
    const [block, label] = [file[at], file[at + 1]]
    if (block !== EXTENSION && block !== IMAGE) break
    const data = block === IMAGE ? at + 10 + tableBytes(file[at + 9] ?? 0) + 1 : at + 2
    const end = afterSubBlocks(file, data)
    const application = label === APPLICATION && !ANIMATION.test(file.toString('latin1', at + 3, at + 14))
    if (block === IMAGE || !(label === COMMENT || application)) parts.push(file.subarray(at, end))
    at = end
  }
  parts.push(Buffer.of(TRAILER))
  return Buffer.concat(parts)
}

function afterSubBlocks(file: Buffer, start: number): number {
  let at = start
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += 1 + length
  return Math.min(at + 1, file.length)
}

/** A TIFF block that holds the orientation and nothing else. */
export function minimalExif(orientation: number): Buffer {
  const block = Buffer.alloc(26)
  block.write('II*\0', 'latin1')
  block.writeUInt32LE(8, 4)
  block.writeUInt16LE(1, 8)
  block.writeUInt16LE(ORIENTATION_TAG, 10)
  block.writeUInt16LE(SHORT, 12)
  block.writeUInt32LE(1, 14)
  block.writeUInt16LE(orientation, 18)
  return block
}
