// Takes the metadata out of a WebP: its EXIF, XMP and unknown chunks, and the flags that announce them.
import { isTurned, minimalExif } from './minimal-exif.ts'

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const HEAD_BYTES = 12
const [HAS_XMP, HAS_EXIF] = [0x04, 0x08]

export function stripWebp(file: Buffer, orientation: number | null): Buffer {
  const parts: Buffer[] = [Buffer.from(file.subarray(0, HEAD_BYTES))]
  const turned = isTurned(orientation)
  for (let at = HEAD_BYTES; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length + (length & 1)
    if (KEPT.has(name)) {
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
