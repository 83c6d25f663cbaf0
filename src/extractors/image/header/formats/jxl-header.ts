// The header of a JPEG XL image: the size is the first thing in its codestream, bit by bit (ISO/IEC 18181-1, SizeHeader).
import type { Bytes, HeaderFields } from './header-fields.ts'
import { boxes } from './isobmff-header.ts'

const CODESTREAM = 0xff0a
/** Width by height, for the ratios that have a number of their own. */
const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
]
const SIZE_BITS = [9, 13, 18, 30]

export function readJxlHeader(file: Bytes): HeaderFields {
  const at = codestreamStart(file)
  if (at === null) return {}
  const read = bitReader(file, at + 2)
  const small = read(1) === 1
  const side = (): number => (small ? 8 * (read(5) + 1) : read(SIZE_BITS[read(2)] as number) + 1)
  const height = side()
  const ratio = read(3)
  const [by, over] = RATIOS[ratio] as readonly [number, number]
  return { height, width: ratio === 0 ? side() : Math.floor((height * by) / over) }
}

/** Bare, whole in a box, or the first part of several (behind its number). */
function codestreamStart(file: Bytes): number | null {
  if (file.getUint16(0) === CODESTREAM) return 0
  for (const { type, start } of boxes(file, 0, file.byteLength)) {
    const at = type === 'jxlc' ? start : type === 'jxlp' ? start + 4 : null
    if (at !== null) return file.getUint16(at) === CODESTREAM ? at : null
  }
  return null
}

/** Least significant bit of the first byte first. */
function bitReader(file: Bytes, start: number): (bits: number) => number {
  let position = start * 8
  return (bits) => {
    let value = 0
    for (let i = 0; i < bits; i += 1) {
      value += ((file.getUint8(position >> 3) >> (position & 7)) & 1) * 2 ** i
      position += 1
    }
    return value
  }
}
