// The header of a JPEG: the segments before the first scan.
import type { Bytes, HeaderFields } from './header-fields.ts'

/** Segments without a length: TEM and the restart markers; SOI and fill bytes too. */
const isBare = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff
/** Start of frame: all of C0 to CF but the tables (C4, CC) and the reserved C8. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** A height of 0 (given only after the picture) counts as unknown: no common decoder reads that. */
export function readJpegHeader(file: Bytes): HeaderFields {
  let at = 2
  while (at + 4 <= file.byteLength) {
    // Bytes between segments are skipped, as decoders do.
    if (file.getUint8(at) !== 0xff) {
      at += 1
      continue
    }
    const marker = file.getUint8(at + 1)
    if (marker === 0xff || marker === 0) at += 1
    else if (isBare(marker)) at += 2
    else if (marker === 0xd9 || marker === 0xda) return {}
    else if (isFrame(marker)) {
      return {
        bitDepth: file.getUint8(at + 4),
        height: file.getUint16(at + 5) || null,
        width: file.getUint16(at + 7) || null,
        pages: 1,
        animated: false,
        alpha: false,
      }
    } else at += 2 + file.getUint16(at + 2)
  }
  return {}
}
