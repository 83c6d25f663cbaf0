// The header of a TIFF, classic or big: its first directory and how many follow.
import type { Bytes, HeaderFields } from './header-fields.ts'

const WIDTH = 256
const HEIGHT = 257
const BITS_PER_SAMPLE = 258
const EXTRA_SAMPLES = 338
const SHORT = 3
const MAX_PAGES = 10_000
const MAX_ENTRIES = 4_096

interface Layout {
  readonly little: boolean
  readonly big: boolean
}

export function readTiffHeader(file: Bytes): HeaderFields {
  const little = file.getUint16(0) === 0x4949
  const layout = { little, big: file.getUint16(2, little) === 43 }
  const first = offset(file, layout.big ? 8 : 4, layout)
  const tags = readDirectory(file, first, layout)
  return {
    width: tags.get(WIDTH) || null,
    height: tags.get(HEIGHT) || null,
    bitDepth: tags.get(BITS_PER_SAMPLE) ?? 1,
    alpha: tags.has(EXTRA_SAMPLES),
    pages: countPages(file, first, layout),
    animated: false,
  }
}

/** The first value of each tag that has short or long ones. */
function readDirectory(file: Bytes, at: number, layout: Layout): Map<number, number> {
  const { little, big } = layout
  const [entryBytes, start] = big ? [20, at + 8] : [12, at + 2]
  const entries = Math.min(big ? offset(file, at, layout) : file.getUint16(at, little), MAX_ENTRIES)
  const tags = new Map<number, number>()
  for (let entry = 0; entry < entries; entry += 1) {
    const place = start + entry * entryBytes
    const short = file.getUint16(place + 2, little) === SHORT
    const bytes =
      (big ? offset(file, place + 4, layout) : file.getUint32(place + 4, little)) * (short ? 2 : 4)
    const inside = place + (big ? 12 : 8)
    const value = bytes > (big ? 8 : 4) ? offset(file, inside, layout) : inside
    if (value + 4 > file.byteLength) continue
    tags.set(
      file.getUint16(place, little),
      short ? file.getUint16(value, little) : file.getUint32(value, little),
    )
  }
  return tags
}

/** Directories are chained; a chain that turns back ends there. */
function countPages(file: Bytes, first: number, layout: Layout): number {
  const seen = new Set<number>()
  let at = first
  while (at > 0 && at + 8 < file.byteLength && !seen.has(at) && seen.size < MAX_PAGES) {
    seen.add(at)
    const entries = layout.big ? offset(file, at, layout) : file.getUint16(at, layout.little)
    const next = at + (layout.big ? 8 + 20 * entries : 2 + 12 * entries)
    if (next + (layout.big ? 8 : 4) > file.byteLength) break
    at = offset(file, next, layout)
  }
  return seen.size
}

const offset = (file: Bytes, at: number, { little, big }: Layout): number =>
  big ? Number(file.getBigUint64(at, little)) : file.getUint32(at, little)
