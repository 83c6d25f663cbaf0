// What the words of a page say about its kind.
import { PAGE_KINDS } from './page-kinds.ts'

/** By the hash of a word: for each kind of page how much likelier the word is there than anywhere, as a logarithm. */
export type KindLexicon = (hash: number) => ArrayLike<number> | undefined

/** For each kind the sum over the words, against chance, and the mean of the words that speak most for it. */
export const KIND_WORD_FEATURES: readonly string[] = ['words', 'top words'].flatMap((value) =>
  PAGE_KINDS.map((kind) => `${value} ${kind}`),
)
const TOP = 5

/** One row of `KIND_WORD_FEATURES`; all 0 where the lexicon has none of the words. */
export function describeKindWords(words: Iterable<number>, lexicon: KindLexicon): Float32Array {
  const kinds = PAGE_KINDS.length
  const row = new Float32Array(KIND_WORD_FEATURES.length)
  /** By kind the highest values so far, the highest first. */
  const top = new Float32Array(kinds * TOP).fill(Number.NEGATIVE_INFINITY)
  let count = 0
  for (const word of words) {
    const values = lexicon(word)
    if (values === undefined) continue
    count += 1
    for (let kind = 0; kind < kinds; kind += 1) {
      const value = values[kind] as number
      row[kind] = (row[kind] as number) + value
      let at = kind * TOP + TOP - 1
      if (value <= (top[at] as number)) continue
      for (; at > kind * TOP && value > (top[at - 1] as number); at -= 1) top[at] = top[at - 1] as number
      top[at] = value
    }
  }
  if (count === 0) return row
  const counted = Math.min(count, TOP)
  for (let kind = 0; kind < kinds; kind += 1) {
    row[kind] = (row[kind] as number) / Math.sqrt(count)
    let sum = 0
    for (let at = 0; at < counted; at += 1) sum += top[kind * TOP + at] as number
    row[kinds + kind] = sum / counted
  }
  return row
}
