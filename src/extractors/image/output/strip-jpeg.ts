// Takes the metadata out of a JPEG without touching a pixel: segments are left out, scans are copied.
import { isTurned, minimalExif } from './strip-blocks.ts'

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]
const ICC = Buffer.from('ICC_PROFILE\0')
const [APP0, APP2, APP14, APP15, COMMENT] = [0xe0, 0xe2, 0xee, 0xef, 0xfe]

/** Data after the end of the picture is removed too: previews, films, other pictures. */
export function stripJpeg(file: Buffer, orientation: number | null): Buffer {
  const parts: Buffer[] = [file.subarray(0, 2)]
  if (isTurned(orientation)) parts.push(exifSegment(orientation))
  for (let at = 2; at < file.length;) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff || marker === 0xff || marker === 0) {
      // Fill bytes, and what strays between segments.
      at += 1
      continue
    }
    if (marker === EOI) {
      parts.push(file.subarray(at, at + 2))
      break
    }
    const bare = marker === 0x01 || (marker >= 0xd0 && marker <= SOI)
    const end = bare || at + 4 > file.length ? at + 2 : at + 2 + file.readUInt16BE(at + 2)
    const dataEnd = marker === SOS ? scanEnd(file, end) : end
    if (isKept(marker, file.subarray(at + 4, end))) parts.push(file.subarray(at, dataEnd))
    at = dataEnd
  }
  return Buffer.concat(parts)
}

/** JFIF, the color profile, and Adobe's word on how the colors are coded: without them it looks different. */
function isKept(marker: number, data: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker < APP0 || marker > APP15) return true
  return marker === APP0 || marker === APP14 || (marker === APP2 && data.subarray(0, ICC.length).equals(ICC))
}

/** The next marker that is no restart and no stuffed byte. */
function scanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}

function exifSegment(orientation: number): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), minimalExif(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(2 + data.length, 2)
  return Buffer.concat([head, data])
}
