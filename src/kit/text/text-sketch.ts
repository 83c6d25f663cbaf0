// The sketch of a text: a few bytes by which texts are compared that are almost equal (MinHash, Broder 1997).

/** Values of one text. */
const HASHES = 60
/** Texts that agree in all values of one band are compared: nearly all that share nine tenths, few that share half. */
const BANDS = 10
const ROWS = HASHES / BANDS
/** Words that stand together. */
const SHINGLE = 3
/** A shorter text says too little to be told from others. */
const MIN_WORDS = 50
/** Of a longer text the beginning counts. */
const MAX_WORDS = 50_000
/** Scripts without blanks have a word in each character. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Values of 16 bits. */
export type TextSketch = Uint16Array

/**
 * The sketch of the words of a text, whatever their case and what stands between them; null for one with fewer than `least`
 * words. Linear.
 */
export function textSketch(text: string, least = MIN_WORDS): TextSketch | null {
  const words: number[] = []
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    words.push(hashOf(word))
    if (words.length === MAX_WORDS) break
  }
  if (words.length < Math.max(least, SHINGLE)) return null
  const shingles = new Set<number>()
  for (let at = SHINGLE; at <= words.length; at += 1) {
    let hash = FNV_OFFSET
    for (let back = at - SHINGLE; back < at; back += 1) hash = Math.imul(hash ^ (words[back] ?? 0), FNV_PRIME)
    shingles.add(hash)
  }
  const lowest = new Uint32Array(HASHES).fill(0xffffffff)
  for (const shingle of shingles) {
    for (let at = 0; at < HASHES; at += 1) {
      const value = mixed(shingle ^ Math.imul(at + 1, 0x9e3779b9))
      if (value < (lowest[at] ?? 0)) lowest[at] = value
    }
  }
  // The upper bits of a least value say little.
  return Uint16Array.from(lowest, (value) => value & 0xffff)
}

/** About the share of their shingles that two texts have in common, from 0 to 1, with a deviation of 0.04 at 0.9. */
export function sketchSimilarity(a: TextSketch, b: TextSketch): number {
  let equal = 0
  for (let at = 0; at < HASHES; at += 1) if (a[at] === b[at]) equal += 1
  return equal / HASHES
}

/** By which the sketches are found that may be similar: signed integers of 32 bits, of which similar texts share one. */
export function sketchBands(sketch: TextSketch): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    let hash = mixed(band + 1)
    for (let row = 0; row < ROWS; row += 1)
      hash = Math.imul(hash ^ (sketch[band * ROWS + row] ?? 0), FNV_PRIME)
    return mixed(hash) | 0
  })
}

/** 160 characters. */
export function writeSketch(sketch: TextSketch): string {
  const bytes = Buffer.alloc(2 * HASHES)
  for (const [at, value] of sketch.entries()) bytes.writeUInt16LE(value, 2 * at)
  return bytes.toString('base64url')
}

/** Null for what `writeSketch` did not write. */
export function readSketch(text: string): TextSketch | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 2 * HASHES) return null
  return Uint16Array.from({ length: HASHES }, (_, at) => bytes.readUInt16LE(2 * at))
}

function hashOf(word: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME)
  return mixed(hash)
}

/** The finalizer of MurmurHash3: each bit of the value decides about each bit of the answer. */
function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
