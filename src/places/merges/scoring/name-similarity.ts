// How alike the names of two places are, whatever their script, spelling and order of words.
import { alignWords, MIN_WORD_SIMILARITY, weightOf, wordSimilarity } from './align-words.ts'
import { soundKey } from './name-sound.ts'
import type { NameWord } from './name-words.ts'
import type { ReadName } from './read-names.ts'

/** The best match between any two names of two places. */
export interface NameMatch {
  /** 0 to 1; 1 for the same words. */
  readonly similarity: number
  /** 0 to 1: how much the words in common say. A word for a kind of place, or the name of the town, says little. */
  readonly distinct: number
  readonly names: readonly [string, string]
  /** One of them is a name of other years. */
  readonly isOld: boolean
}

/** What a name counts that is wholly in the other one, which has further words. */
const CONTAINED = 0.88
/** What a name counts that has all but general words in common with the other one. */
const ALIKE_BUT_FOR_KINDS = 0.85
/** Of a word for another kind at least. */
const MIN_SHARED = 0.7
/** Of a pair of characters that is no word for a kind. */
const FULL_PAIR = 0.6
/** The letters of two scripts are compared by sound: less than this says nothing. */
const MIN_ACROSS_SCRIPTS = 0.7
/** At most, where both have a number and not the same, and where one has none. */
const OTHER_NUMBER = 0.4
const ONE_NUMBER = 0.8
/** Those who belong to a place, and are another one: its friends, its parents, its former pupils. */
const BELONGS =
  /^(?:forderverein|foerderverein|freundeskreis|freunde|friends|amis|amici|amigos|vrienden|alumni)$/

/**
 * The best of: any name that both have, and the first name of each beside all of the other. Null where one of the places
 * has no name, or where their names are in scripts of which the sounds are not known.
 */
export function matchNames(a: readonly ReadName[], b: readonly ReadName[]): NameMatch | null {
  const [firstA, firstB] = [a[0], b[0]]
  if (firstA === undefined || firstB === undefined) return null
  const keys = new Map(b.map((other) => [other.key, other]))
  const equal = a.flatMap((one): [ReadName, ReadName][] => {
    const other = keys.get(one.key)
    return other === undefined ? [] : [[one, other]]
  })
  const pairs =
    equal.length > 0
      ? equal
      : [...b.map((other) => [firstA, other] as const), ...a.map((one) => [one, firstB] as const)]
  let best: NameMatch | null = null
  for (const [one, other] of pairs) {
    const match = matchName(one, other)
    if (match !== null && (best === null || rankOf(match) > rankOf(best))) best = match
  }
  return best
}

function rankOf({ similarity, distinct, isOld }: NameMatch): number {
  return similarity * (1 + distinct) - (isOld ? 0.5 : 0)
}

function matchName(a: ReadName, b: ReadName): NameMatch | null {
  const matches = [matchWords(a, b), matchPairs(a, b), matchSounds(a, b)].filter((match) => match !== null)
  const [best] = matches.toSorted((one, other) => other.similarity - one.similarity)
  if (best === undefined) return null
  // A name in two scripts (`ABCマート`) may have nothing in common in one of them.
  if (a.script !== b.script && best.similarity < MIN_ACROSS_SCRIPTS) return null
  let { similarity } = best
  if (a.numbers !== b.numbers)
    similarity = Math.min(similarity, a.numbers !== '' && b.numbers !== '' ? OTHER_NUMBER : ONE_NUMBER)
  return {
    similarity: Math.min(1, similarity),
    distinct: Math.min(1, best.distinct),
    names: [a.name, b.name],
    isOld: a.isOld || b.isOld,
  }
}

type Likeness = Pick<NameMatch, 'similarity' | 'distinct'>

/** Null where only one of them has such characters. */
function matchPairs({ pairs: a }: ReadName, { pairs: b }: ReadName): Likeness | null {
  if (a.size === 0 || b.size === 0) return null
  const [ofA, ofB] = [sum(a.values()), sum(b.values())]
  let shared = 0
  for (const [pair, weight] of a) shared += Math.min(weight, b.get(pair) ?? 0)
  let similarity = (2 * shared) / (ofA + ofB)
  if (holdsAll(a, b) || holdsAll(b, a)) similarity = Math.max(similarity, CONTAINED)
  return { similarity, distinct: shared }
}

/** Whether what says something in one of them stands in the other. */
function holdsAll(long: ReadonlyMap<string, number>, short: ReadonlyMap<string, number>): boolean {
  const full = [...short].filter(([, weight]) => weight >= FULL_PAIR)
  return full.length > 0 && full.every(([pair]) => long.has(pair))
}

/** A name in kana beside one in Latin letters; null where they do not sound alike. */
function matchSounds(a: ReadName, b: ReadName): Likeness | null {
  const [kana, latin] = a.sound === null ? [b, a] : [a, b]
  if (kana.sound === null || latin.sound !== null || latin.words.length === 0) return null
  const key = soundKey(latin.name)
  if (Math.min(key.length, kana.sound.length) < 3) return null
  const similarity = wordSimilarity(kana.sound, key)
  return similarity < MIN_WORD_SIMILARITY ? null : { similarity, distinct: weightOf(latin.words) }
}

function matchWords(a: ReadName, b: ReadName): Likeness | null {
  if (a.words.length === 0 || b.words.length === 0) return null
  const { shared, leftOfShort, leftOfLong } = alignWords(a.words, b.words)
  const [ofA, ofB] = [weightOf(a.words), weightOf(b.words)]
  let similarity = (2 * shared) / (ofA + ofB)
  if (shared >= MIN_SHARED) {
    if (leftOfShort.length === 0) similarity = Math.max(similarity, CONTAINED)
    else if (leftOfShort.every(({ weight }) => weight < 1) && !areOtherKinds(leftOfShort, leftOfLong))
      similarity = Math.max(similarity, ALIKE_BUT_FOR_KINDS)
  }
  const whole = wordSimilarity(joined(a.words), joined(b.words))
  // "Mc Donalds" and "McDonald's": the words differ, their letters do not.
  if (whole >= 0.85) similarity = Math.max(similarity, whole)
  if (a.words.some(({ text }) => BELONGS.test(text)) !== b.words.some(({ text }) => BELONGS.test(text)))
    similarity = Math.min(similarity, 0.4)
  return { similarity, distinct: whole >= 0.85 ? Math.min(ofA, ofB) : shared }
}

/** Whether the words that are left name kinds, and none that both have: the pharmacy and the hotel of one name. */
function areOtherKinds(a: readonly NameWord[], b: readonly NameWord[]): boolean {
  const kinds = (words: readonly NameWord[]): ReadonlySet<string> =>
    new Set(words.flatMap((word) => [...word.kinds]))
  const [one, other] = [kinds(a), kinds(b)]
  return one.size > 0 && other.size > 0 && one.isDisjointFrom(other)
}

function joined(words: readonly NameWord[]): string {
  return words.map(({ text }) => text).join('')
}

function sum(values: Iterable<number>): number {
  let all = 0
  for (const value of values) all += value
  return all
}
