// The headers of Windows bitmaps and icons.
import type { Bytes, HeaderFields } from './header-fields.ts'
import { readPngHeader } from './png-header.ts'

const CORE_HEADER = 12
const PNG_START = 0x89504e47

/** One picture in an icon file. */
export interface IconEntry {
  readonly width: number
  readonly height: number
  readonly bitDepth: number
  /** Its offset in the file. */
  readonly at: number
  readonly bytes: number
}

export function readBmpHeader(file: Bytes): HeaderFields {
  return { ...readDibHeader(file, 14), pages: 1, animated: false }
}

/** A bitmap header without a file header, as in icons. */
export function readDibHeader(file: Bytes, at: number): HeaderFields {
  const core = file.getUint32(at, true) === CORE_HEADER
  const bitDepth = file.getUint16(at + (core ? 10 : 14), true)
  return {
    width: (core ? file.getUint16(at + 4, true) : Math.abs(file.getInt32(at + 4, true))) || null,
    // Rows that run from top to bottom have a negative height.
    height: (core ? file.getUint16(at + 6, true) : Math.abs(file.getInt32(at + 8, true))) || null,
    bitDepth: bitDepth >= 24 ? 8 : bitDepth,
    alpha: bitDepth === 32,
  }
}

/** The header of the largest picture in an icon. */
export function readIcoHeader(file: Bytes): HeaderFields {
  const entries = iconEntries(file)
  const [largest] = entries
  if (largest === undefined) return {}
  const header = isPng(file, largest) ? readPngHeader(viewOf(file, largest)) : {}
  return {
    width: header.width ?? largest.width,
    height: header.height ?? largest.height,
    bitDepth: header.bitDepth ?? (largest.bitDepth >= 24 ? 8 : largest.bitDepth || null),
    alpha: true,
    pages: entries.length,
    animated: false,
  }
}

/** The pictures in the file, the largest and deepest first. */
export function iconEntries(file: Bytes): IconEntry[] {
  const entries: IconEntry[] = []
  const count = file.getUint16(4, true)
  for (let entry = 0; entry < count && 22 + 16 * entry <= file.byteLength; entry += 1) {
    const place = 6 + 16 * entry
    const [bytes, at] = [file.getUint32(place + 8, true), file.getUint32(place + 12, true)]
    if (bytes < 40 || at + bytes > file.byteLength) continue
    entries.push({
      width: file.getUint8(place) || 256,
      height: file.getUint8(place + 1) || 256,
      // A cursor keeps its hot spot here.
      bitDepth: file.getUint8(2) === 1 ? file.getUint16(place + 6, true) : 0,
      at,
      bytes,
    })
  }
  return entries.toSorted((a, b) => b.width * b.height - a.width * a.height || b.bitDepth - a.bitDepth)
}

export const isPng = (file: Bytes, { at }: IconEntry): boolean => file.getUint32(at) === PNG_START

const viewOf = (file: Bytes, { at, bytes }: IconEntry): Bytes =>
  new DataView(file.buffer, file.byteOffset + at, bytes)
