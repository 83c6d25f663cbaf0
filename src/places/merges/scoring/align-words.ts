// Which words of two names are the same, whatever their order.
import { editDistance } from '#kit/text/closest-word.ts'
import type { NameWord } from './name-words.ts'

/** Below it two words are two words. */
export const MIN_WORD_SIMILARITY = 0.75
/** A part of a compound (`Lindenhof` of `Lindenhofhalle`), and a letter for a name (`A.` for `Anke`). */
const PART = 0.8
const MIN_PART_CHARS = 5

export interface Alignment {
  /** Weight of the words in common. */
  readonly shared: number
  /** Words of the shorter name that the other one does not have, and the other way round. */
  readonly leftOfShort: readonly NameWord[]
  readonly leftOfLong: readonly NameWord[]
}

/** The words of the shorter name beside those of the longer one; of two as long, the better way round. */
export function alignWords(a: readonly NameWord[], b: readonly NameWord[]): Alignment {
  if (a.length < b.length) return alignShort(a, b)
  const ofB = alignShort(b, a)
  if (a.length > b.length) return ofB
  const ofA = alignShort(a, b)
  return rankOf(ofA) >= rankOf(ofB) ? ofA : ofB
}

function rankOf({ shared, leftOfShort }: Alignment): number {
  return shared - weightOf(leftOfShort) / 100
}

/** Words that have no partner yet, by their places. */
type FreeWords = ReadonlyMap<number, NameWord>

/** What a word is, there. */
interface Found {
  readonly taken: readonly number[]
  readonly weight: number
}

function alignShort(short: readonly NameWord[], long: readonly NameWord[]): Alignment {
  const free = new Map(long.entries())
  const leftOfShort: NameWord[] = []
  let shared = 0
  let isTaken = false
  for (const [at, word] of short.entries()) {
    if (isTaken) {
      isTaken = false
      continue
    }
    const together = joinedIn(word, short[at + 1], free)
    const found = together ?? bestOf(word, free) ?? initialsOf(word, free) ?? splitIn(word, free)
    isTaken = together !== null
    if (found === null) leftOfShort.push(word)
    else {
      for (const index of found.taken) free.delete(index)
      shared += found.weight
    }
  }
  return { shared, leftOfShort, leftOfLong: [...free.values()] }
}

function bestOf(word: NameWord, free: FreeWords): Found | null {
  let best: (Found & { readonly likeness: number }) | null = null
  for (const [index, other] of free) {
    const likeness = likenessOf(word, other)
    if (likeness >= MIN_WORD_SIMILARITY && likeness > (best?.likeness ?? 0))
      best = { taken: [index], weight: Math.min(word.weight, other.weight) * likeness, likeness }
  }
  return best
}

/** `DRK` for `Deutsches Rotes Kreuz`. */
function initialsOf({ text, weight }: NameWord, free: FreeWords): Found | null {
  if (text.length < 3 || text.length > 5) return null
  for (const from of free.keys()) {
    const taken = Array.from(text, (_, step) => from + step)
    if (taken.every((index, step) => free.get(index)?.text.charAt(0) === text.charAt(step)))
      return { taken, weight }
  }
  return null
}

/** `CleverFit` for `clever fit`. */
function splitIn({ text, weight }: NameWord, free: FreeWords): Found | null {
  for (const [index, word] of free) {
    const next = free.get(index + 1)
    if (next !== undefined && word.text + next.text === text) return { taken: [index, index + 1], weight }
  }
  return null
}

/** `clever fit` for `CleverFit`. */
function joinedIn(one: NameWord, next: NameWord | undefined, free: FreeWords): Found | null {
  if (next === undefined) return null
  for (const [index, { text, weight }] of free)
    if (text === one.text + next.text) return { taken: [index], weight }
  return null
}

function likenessOf(a: NameWord, b: NameWord): number {
  const [[kindOfA], [kindOfB]] = [a.kinds, b.kinds]
  if (kindOfA !== undefined && kindOfA === kindOfB) return 1
  const similarity = wordSimilarity(a.text, b.text)
  if (similarity >= MIN_WORD_SIMILARITY) return similarity
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text]
  if (short.length === 1) return long.startsWith(short) && !/\d/.test(short) ? PART : 0
  return short.length >= MIN_PART_CHARS && (long.startsWith(short) || long.endsWith(short)) ? PART : 0
}

/** 1 for equal words, 0 for words that share less than half. Numbers are equal or different. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1
  if (/^\d+$/.test(a) || /^\d+$/.test(b)) return 0
  const longer = Math.max(a.length, b.length)
  const limit = Math.floor(longer / 3)
  const distance = editDistance(a, b, limit)
  return distance > limit ? 0 : 1 - distance / longer
}

export function weightOf(words: readonly NameWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0)
}
