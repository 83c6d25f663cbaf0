// How alike the names of two places are, whatever their script, spelling and order of words.
import anyAscii from 'any-ascii'
import { categoriesByPhrase } from '#kit/categories/category-table.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { searchFold } from '#kit/text/search-text.ts'

/** The best match between any two names of two places. */
export interface NameMatch {
  /** 0 to 1; 1 for the same words. */
  readonly similarity: number
  /** 0 to 1: how much the words in common say. A word for a kind of place, or the name of the town, says little. */
  readonly distinct: number
  readonly names: readonly [string, string]
}

/** A name as its words are compared, in Latin letters. */
export interface ReadName {
  readonly name: string
  /** The words in one text. */
  readonly key: string
  readonly words: readonly string[]
  /** Weight of each word, between 0 and 1. */
  readonly weights: readonly number[]
  readonly numbers: string
}

/** Longer names are compared by their beginning, and of many names the first count: both bound the work. */
const MAX_NAME_CHARS = 120
const MAX_WORDS = 12
const MAX_NAMES = 24

/** Written out, because people shorten them. */
const LONG_FORMS = new Map(
  Object.entries({
    st: 'saint',
    ste: 'sainte',
    sta: 'santa',
    sto: 'santo',
    av: 'avenue',
    ave: 'avenue',
    bd: 'boulevard',
    blvd: 'boulevard',
    rd: 'road',
    str: 'strasse',
    dr: 'doctor',
    rest: 'restaurant',
    intl: 'international',
    co: 'company',
    bros: 'brothers',
  }),
)
/** Words that join others, and forms of companies: their presence says nothing. */
const EMPTY = new Set(
  `the a an and of at in on le la les l d de du des et au aux un une der die das den dem und am im zum zur el los las y del
  il lo gli i e di da della o os do dos das en van het het's ltd llc inc gmbh ag sa sas sarl srl sam spa bv nv kg plc oy ab`.split(
    /\s+/,
  ),
)
const KIND_WEIGHT = 0.3
const SHORT_WEIGHT = 0.5
/** Below it two words are two words. */
const MIN_WORD_SIMILARITY = 0.75
/** What a name counts that is wholly in the other one, which has further words. */
const CONTAINED = 0.88

/** Reads the distinct names of a place. `towns`: folded words that say where it is. */
export function readNames(names: readonly string[], towns: ReadonlySet<string>): ReadName[] {
  const read = new Map<string, ReadName>()
  for (const name of names.slice(0, MAX_NAMES)) {
    const words = wordsOf(name)
    const key = words.join(' ')
    if (words.length > 0 && !read.has(key)) {
      const weights = words.map((word) => weightOf(word, towns))
      const numbers = words
        .filter((word) => /\d/.test(word))
        .toSorted()
        .join(' ')
      read.set(key, { name, key, words, weights, numbers })
    }
  }
  return [...read.values()]
}

/** Words of a text as names are compared: Latin letters, lower case, written out. */
export function wordsOf(text: string): string[] {
  const folded = searchFold(anyAscii(text.slice(0, MAX_NAME_CHARS).normalize('NFC').replaceAll('&', ' ')))
  const words = folded.split(' ').filter((word) => word !== '')
  const full = words.filter((word) => !EMPTY.has(word))
  return (full.length === 0 ? words : full).slice(0, MAX_WORDS).map((word) => LONG_FORMS.get(word) ?? word)
}

function weightOf(word: string, towns: ReadonlySet<string>): number {
  if (towns.has(word) || categoriesByPhrase(word).length > 0) return KIND_WEIGHT
  return word.length < 3 && !/\d/.test(word) ? SHORT_WEIGHT : 1
}

/**
 * The best of: any name that both have, and the first name of each beside all of the other. Null where one of the places
 * has no name.
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
    if (best === null || rankOf(match) > rankOf(best)) best = match
  }
  return best
}

function rankOf({ similarity, distinct }: NameMatch): number {
  return similarity * (1 + distinct)
}

function matchName(a: ReadName, b: ReadName): NameMatch {
  const names: [string, string] = [a.name, b.name]
  const { shared, ofA, ofB, left } = matchWords(a, b)
  let similarity = (2 * shared) / (ofA + ofB)
  if (left === 0 && shared >= 1) similarity = Math.max(similarity, CONTAINED)
  const [joinedA, joinedB] = [a.words.join(''), b.words.join('')]
  const whole = wordSimilarity(joinedA, joinedB)
  // "Mc Donalds" and "McDonald's": the words differ, their letters do not.
  if (whole >= 0.85) similarity = Math.max(similarity, whole)
  if (a.numbers !== b.numbers && a.numbers !== '' && b.numbers !== '') similarity = Math.min(similarity, 0.4)
  const common = whole >= 0.85 ? Math.min(sum(a.weights), sum(b.weights)) : shared
  return { similarity: Math.min(1, similarity), distinct: Math.min(1, common), names }
}

interface MatchedWords {
  /** Weight of the words in common. */
  readonly shared: number
  readonly ofA: number
  readonly ofB: number
  /** Words of the shorter name that the other one does not have. */
  readonly left: number
}

function matchWords(a: ReadName, b: ReadName): MatchedWords {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a]
  const free = new Set(long.words.keys())
  let shared = 0
  let left = 0
  for (const [at, word] of short.words.entries()) {
    let found: { readonly index: number; readonly similarity: number } | null = null
    for (const index of free) {
      const similarity = wordSimilarity(word, long.words[index] ?? '')
      if (similarity >= MIN_WORD_SIMILARITY && similarity > (found?.similarity ?? 0))
        found = { index, similarity }
    }
    if (found === null) left += 1
    else {
      free.delete(found.index)
      shared += Math.min(short.weights[at] ?? 1, long.weights[found.index] ?? 1) * found.similarity
    }
  }
  return { shared, ofA: sum(a.weights), ofB: sum(b.weights), left }
}

/** 1 for equal words, 0 for words that share less than half. Numbers are equal or different. */
function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1
  if (/^\d+$/.test(a) || /^\d+$/.test(b)) return 0
  const longer = Math.max(a.length, b.length)
  const limit = Math.floor(longer / 3)
  const distance = editDistance(a, b, limit)
  return distance > limit ? 0 : 1 - distance / longer
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
