// Takes the metadata out of a PNG: only the chunks that say how it looks are copied.
import { crc32 } from 'node:zlib'
import { isTurned, minimalExif } from './minimal-exif.ts'

const KEPT = new Set(
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
    if (/^[A-Z]/.test(name) || KEPT.has(name)) parts.push(file.subarray(at, end))
    if (end === IHDR_END && isTurned(orientation)) parts.push(chunk('eXIf', minimalExif(orientation)))
    if (name === 'IEND') break
    at = end
  }
  return Buffer.concat(parts)
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(8 + body.length)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), 4 + body.length)
  return whole
}
