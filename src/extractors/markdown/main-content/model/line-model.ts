// The learned model of what is content: trees over the features of lines, trees over those of pages, and word values.
import { bytesOf, readForest, type Forest } from './forest.ts'
import { LINE_MODEL } from './line-model.gen.ts'
import type { StoredLexicon, StoredModel } from './stored-model.ts'

/** Log odds of being content by the hash of a word. */
export type Lexicon = ReadonlyMap<number, number>

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

function readLexicon({ hashes, values }: StoredLexicon): Lexicon {
  const value = new Float32Array(bytesOf(values))
  return new Map(Array.from(new Int32Array(bytesOf(hashes)), (hash, at) => [hash, value[at] as number]))
}

let shipped: LineModel | null = null

/** The model that comes with the product; read at the first page. */
export function shippedModel(): LineModel {
  shipped ??= readModel(LINE_MODEL)
  return shipped
}
