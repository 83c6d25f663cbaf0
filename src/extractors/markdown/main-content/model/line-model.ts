// The learned model of what is content: trees over the features of lines, trees over those of pages, and word values.
import { bytesOf, readForest, type Forest } from './forest.ts'
import { LINE_MODEL } from './line-model.gen.ts'
import type { StoredLexicon, StoredModel } from './stored-model.ts'

/** Log odds of being content by the hash of a word. */
export interface Lexicon {
  readonly get: (hash: number) => number | undefined
}

export interface LineModel {
  readonly line: Forest
  readonly kinds: readonly Forest[]
  /** Of the words of classes, ids, roles. */
  readonly names: Lexicon
  /** Of the words of a short line itself. */
  readonly said: Lexicon
  /** Of the words of the heading above a line. */
  readonly headed: Lexicon
}

export function readModel(stored: StoredModel): LineModel {
  return {
    line: readForest(stored.line),
    kinds: stored.kinds.map(readForest),
    names: readLexicon(stored.names),
    said: readLexicon(stored.said),
    headed: readLexicon(stored.headed),
  }
}

/** An open table of twice the size: a look-up is a comparison or two, and makes no object of the hash. */
function readLexicon(stored: StoredLexicon): Lexicon {
  const hashes = new Int32Array(bytesOf(stored.hashes))
  const given = new Float32Array(bytesOf(stored.values))
  const mask = 2 ** Math.ceil(Math.log2(2 * hashes.length + 2)) - 1
  const keys = new Int32Array(mask + 1)
  const values = new Float32Array(mask + 1).fill(Number.NaN)
  hashes.forEach((hash, at) => {
    let slot = hash & mask
    while (!Number.isNaN(values[slot])) slot = (slot + 1) & mask
    keys[slot] = hash
    values[slot] = given[at] as number
  })
  return {
    get: (hash) => {
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const value = values[slot] as number
        if (Number.isNaN(value)) return undefined
        if (keys[slot] === hash) return value
      }
    },
  }
}

let shipped: LineModel | null = null

/** The model that comes with the product; read at the first page. */
export function shippedModel(): LineModel {
  shipped ??= readModel(LINE_MODEL)
  return shipped
}
