// The difference hash: which of two neighbouring areas is brighter survives scaling, compression and small changes.
import type { SmallImage } from './small-image.ts'

const COLUMNS = 9
const ROWS = 8
/** Of 255: a smaller difference counts as equal brightness, or compression noise would decide. */
const NOISE = 2

/** Of 64 neighbours: with fewer differences, unrelated pictures have nearly the same hash. */
const MIN_EDGES = 8

/** A hash whose distance says how alike two pictures are. */
export interface DifferenceHash {
  /** 16 hexadecimal digits. */
  readonly hash: string
  /** True when the picture has too little content to be recognised by its hash. */
  readonly flat: boolean
}

/** Rows of 8 bits, the top row first. */
export function differenceHash(image: SmallImage): DifferenceHash {
  const areas = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => brightness(image, column, row)),
  )
  let bits = 0n
  let edges = 0
  for (const row of areas) {
    for (let column = 1; column < COLUMNS; column += 1) {
      const rise = (row[column] ?? 0) - (row[column - 1] ?? 0)
      bits = (bits << 1n) | (rise > NOISE ? 1n : 0n)
      if (Math.abs(rise) > NOISE) edges += 1
    }
  }
  return { hash: bits.toString(16).padStart(16, '0'), flat: edges < MIN_EDGES }
}

/** Mean of one of the 9 by 8 areas, on white where the image is transparent. */
function brightness({ width, height, rgba }: SmallImage, column: number, row: number): number {
  const [left, right] = span(column, COLUMNS, width)
  const [top, bottom] = span(row, ROWS, height)
  let sum = 0
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = 4 * (y * width + x)
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4)
      // ITU-R BT.601
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue
      sum += 255 + ((luma - 255) * alpha) / 255
    }
  }
  return sum / ((right - left) * (bottom - top))
}

/** The pixels of one part of a side, at least one. */
function span(part: number, parts: number, length: number): [number, number] {
  const start = Math.min(length - 1, Math.floor((part * length) / parts))
  return [start, Math.max(start + 1, Math.floor(((part + 1) * length) / parts))]
}

/** A hash as two numbers of 32 bits: thousands are compared with each other. */
export type HashBits = readonly [high: number, low: number]

export function hashBits(hash: string): HashBits {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)]
}

/** Bits in which two hashes differ, 0 to 64. */
export function hashDistance(a: HashBits, b: HashBits): number {
  return onesIn(a[0] ^ b[0]) + onesIn(a[1] ^ b[1])
}

function onesIn(bits: number): number {
  let ones = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) ones += 1
  return ones
}
