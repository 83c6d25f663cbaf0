// The learned model of what is content: trees over the features of lines, trees over those of pages, and word values.
import { bytesOf, readForest, type Forest } from './forest.ts'
import { LINE_MODEL } from './line-model.gen.ts'
import type { KindLexicon } from './kind-words.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import type { StoredKindLexicon, StoredLexicon, StoredModel } from './stored-model.ts'

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
  /** Of the words of the page, for its kinds. */
  readonly kindWords: KindLexicon
}

export function readModel(stored: StoredModel): LineModel {
  return {
    line: readForest(stored.line),
    kinds: stored.kinds.map(readForest),
    names: readLexicon(stored.names),
    said: readLexicon(stored.said),
    headed: readLexicon(stored.headed),
    kindWords: readKindLexicon(stored.kindWords),
  }
}

function readLexicon(stored: StoredLexicon): Lexicon {
  const values = new Float32Array(bytesOf(stored.values))
  const find = readHashes(stored.hashes)
  return {
    get: (hash) => {
      const at = find(hash)
      return at < 0 ? undefined : values[at]
    },
  }
}

function readKindLexicon({ hashes, sixteenths }: StoredKindLexicon): KindLexicon {
  const values = Float32Array.from(new Int8Array(bytesOf(sixteenths)), (value) => value / 16)
  const find = readHashes(hashes)
  const kinds = PAGE_KINDS.length
  return (hash) => {
    const at = find(hash)
    return at < 0 ? undefined : values.subarray(at * kinds, at * kinds + kinds)
  }
}

/**
 * Finds the place of a hash in a list, -1 where it is not in it. An open table of twice the size: a look-up is a comparison
 * or two, and makes no object of the hash.
 */
function readHashes(stored: string): (hash: number) => number {
  const hashes = new Int32Array(bytesOf(stored))
  const mask = 2 ** Math.ceil(Math.log2(2 * hashes.length + 2)) - 1
  const places = new Int32Array(mask + 1).fill(-1)
  hashes.forEach((hash, at) => {
    let slot = hash & mask
    while ((places[slot] as number) >= 0) slot = (slot + 1) & mask
    places[slot] = at
  })
  return (hash) => {
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const at = places[slot] as number
      if (at < 0 || hashes[at] === hash) return at
    }
  }
}

let shipped: LineModel | null = null

/** The model that comes with the product; read at the first page. */
export function shippedModel(): LineModel {
  shipped ??= readModel(LINE_MODEL)
  return shipped
}
