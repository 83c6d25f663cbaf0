// The header of a GIF and its frames, counted by walking over the blocks.
import type { Bytes, HeaderFields } from './header-fields.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const GRAPHIC_CONTROL = 0xf9

export function readGifHeader(file: Bytes): HeaderFields {
  const flags = file.getUint8(10)
  const frames = walkBlocks(file, 13 + tableBytes(flags))
  return {
    width: file.getUint16(6, true) || null,
    height: file.getUint16(8, true) || null,
    bitDepth: (flags & 7) + 1,
    ...frames,
  }
}

/** Stops without complaint where the file was cut. */
function walkBlocks(file: Bytes, start: number): HeaderFields {
  let pages = 0
  let durationMs = 0
  let alpha = false
  let at = start
  try {
    while (at < file.byteLength) {
      const block = file.getUint8(at)
      if (block === EXTENSION) {
        if (file.getUint8(at + 1) === GRAPHIC_CONTROL) {
          if ((file.getUint8(at + 3) & 1) !== 0) alpha = true
          durationMs += 10 * file.getUint16(at + 4, true)
        }
        at = afterSubBlocks(file, at + 2)
      } else if (block === IMAGE) {
        pages += 1
        // The picture: its place, its own table of colors, one byte of code size, then the data.
        at = afterSubBlocks(file, at + 10 + tableBytes(file.getUint8(at + 9)) + 1)
      } else break
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return {
    pages: pages === 0 ? null : pages,
    animated: pages > 1,
    durationMs: pages > 1 ? durationMs : null,
    alpha,
  }
}

function afterSubBlocks(file: Bytes, start: number): number {
  let at = start
  for (let length = file.getUint8(at); length > 0; length = file.getUint8(at)) at += 1 + length
  return at + 1
}

/** The bytes of the color table that the flags of a screen or an image announce. */
export const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
