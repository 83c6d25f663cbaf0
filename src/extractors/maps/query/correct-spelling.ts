// Finds the word that a mistyped one means.
import { categoryPhrases } from '#kit/categories/category-table.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { isLikelyEdit } from './likely-edits.ts'
import { brandNamed, brandNamesLike } from './words/brands.ts'
import { isHead } from './words/heads.ts'
import { isFunctionWord, kindPhrasesLike, kindsNamed } from './words/kind-words.ts'
import { ordinaryWords, phraseRole } from './words/qualifiers.ts'
import { termsOf, wordsOf, type Word } from './words/segments.ts'

/** A word as it was probably meant, and how many letters were wrong. */
export interface Spelling {
  readonly word: string
  readonly edits: number
}

/**
 * Letters that a word needs for one and for two wrong ones. Of the category words in English a third of those with five
 * letters, a fifth with six and 3 % with eight or nine are one letter from another one (measured over all languages of
 * the table): so a shorter word is never taken for another one.
 */
const MIN_CHARS_ONE = 5
const MIN_CHARS_TWO = 9

/** 0 for a word that is too short, or not of letters. */
export function maxEdits(word: string): number {
  if (!/^[\p{L}\p{M}]+$/u.test(word)) return 0
  return word.length >= MIN_CHARS_TWO ? MAX_EDITS : word.length >= MIN_CHARS_ONE ? 1 : 0
}

/** The word for a kind of places that `word` means; null for one that is like none. The first letter is taken as right, or sounds alike. */
export function kindSpelledLike(word: string): Spelling | null {
  return kindLike(word, isLikelyEdit)
}

/** The same with any letter wrong, which is enough for a suggestion: `cinemb` may be `cinema`. */
export function kindSpelledAlmost(word: string): Spelling | null {
  return kindLike(word, () => true)
}

function kindLike(word: string, isLikely: typeof isLikelyEdit): Spelling | null {
  const everyday = categoryPhrases().filter((phrase) => phrase.startsWith(word.charAt(0)))
  return (
    closest(word, everyday, isLikely) ??
    closest(word, kindPhrasesLike(word), isLikely) ??
    kindSoundingLike(word)
  )
}

/** First letters that sound alike, and the one that Spanish and French do not speak: `beterinaria`, `kafeteria`, `eladería`. */
const FIRST_LETTERS: readonly (readonly [written: RegExp, meant: readonly string[]])[] = [
  [/^b/, ['v']],
  [/^v/, ['b']],
  [/^(?=[aeiou])/, ['h']],
  [/^h(?=[aeiou])/, ['']],
  [/^k/, ['c', 'qu']],
  [/^c(?=[aou])/, ['k']],
  [/^qu(?=[ei])/, ['k']],
  [/^[sz](?=[ei])/, ['c', 's', 'z']],
  [/^c(?=[ei])/, ['s', 'z']],
  [/^j(?=[ei])/, ['g']],
  [/^g(?=[ei])/, ['j']],
  [/^f/, ['ph', 'v']],
  [/^ph/, ['f']],
  [/^y/, ['ll']],
  [/^ll/, ['y']],
]
/** Letters that a word needs to be taken for one with another first letter: all others are right. */
const MIN_CHARS_SOUNDING = 7

/** The word for a kind that is written with another first letter of the same sound; null for any other word. */
function kindSoundingLike(word: string): Spelling | null {
  if (word.length < MIN_CHARS_SOUNDING) return null
  for (const [written, meant] of FIRST_LETTERS) {
    if (!written.test(word)) continue
    const other = meant.map((letters) => word.replace(written, letters)).find(isKind)
    if (other !== undefined) return { word: other, edits: 1 }
  }
  return null
}

function isKind(word: string): boolean {
  const kinds = kindsNamed(word)
  return kinds !== null && kinds.use !== 'term'
}

/** The name of a brand that `word` means; null as above. */
export function brandSpelledLike(word: string): Spelling | null {
  return closest(word, brandNamesLike(word))
}

/** Fewer letters are another name by chance. */
const MIN_CHARS_OF_BRAND = 7

/** Names of brands with the letters of a folded phrase but one, spaces aside, the closest first: `pizza hutt`, `burgerking`. */
export function brandsSpelledLike(phrase: string): string[] {
  const letters = phrase.replaceAll(' ', '')
  if (letters.length < MIN_CHARS_OF_BRAND || !/^[\p{L}\p{M}]+$/u.test(letters)) return []
  const like: { name: string; edits: number }[] = []
  for (const name of brandNamesLike(phrase)) {
    const other = name.replaceAll(' ', '')
    if (Math.abs(other.length - letters.length) > 1) continue
    const edits = editDistance(other, letters, 1)
    if (edits <= 1) like.push({ name, edits })
  }
  return like.sort((a, b) => a.edits - b.edits).map(({ name }) => name)
}

/** Letters that a phrase for a kind needs for one and for two wrong ones, spaces aside: half of it is right in any case. */
const MIN_CHARS_OF_PHRASE = 8
const MIN_CHARS_OF_PHRASE_TWO = 12

/**
 * The phrase for a kind with the letters of a folded phrase but one or two, spaces aside: `slep mięsny`, `arrêtdebus`. Null for one
 * that is like none, and where neither has several words.
 */
export function kindPhraseSpelledLike(phrase: string): string | null {
  const letters = phrase.replaceAll(' ', '')
  if (letters.length < MIN_CHARS_OF_PHRASE || !/^[\p{L}\p{M}]+$/u.test(letters)) return null
  let limit = letters.length < MIN_CHARS_OF_PHRASE_TWO ? 1 : MAX_EDITS
  let best: string | null = null
  const first = phrase.charAt(0)
  const everyday = categoryPhrases().filter((known) => known.startsWith(first))
  for (const known of [...everyday, ...kindPhrasesLike(phrase)]) {
    if (!known.includes(' ')) continue
    const other = known.replaceAll(' ', '')
    if (Math.abs(other.length - letters.length) > limit) continue
    const edits = editDistance(other, letters, limit)
    if (edits > limit) continue
    if (edits === 0) return known
    best = known
    limit = edits - 1
  }
  return best
}

/** A word of a query that was read as another. */
export interface Correction {
  readonly from: string
  readonly to: string
}

/** A word of a query between those before and behind it; null at the ends. */
export type Neighbours = readonly [before: string | null, behind: string | null]

/** The words with those replaced for which `meant` has another one. */
export function withCorrections(
  words: readonly Word[],
  meant: (word: string, neighbours: Neighbours) => string | null,
): { readonly corrected: string; readonly corrections: readonly Correction[] } {
  const corrections: Correction[] = []
  const terms = termsOf(words)
  const corrected = terms.map((term, at) => {
    const better = meant(term, [terms[at - 1] ?? null, terms[at + 1] ?? null])
    if (better === null) return term
    corrections.push({ from: term, to: better })
    return better
  })
  return { corrected: corrected.join(' '), corrections }
}

/** The word for a kind that is like one which means nothing; null for any other word. */
export function kindMeantBy(
  word: string,
  isArea: (text: string) => boolean,
  neighbours: Neighbours = [null, null],
): string | null {
  if (hasMeaning(word) || isArea(word)) return null
  return wordOfPhrase(word, neighbours) ?? kindSpelledLike(word)?.word ?? null
}

/**
 * The word that makes one phrase for a kind with a neighbour: `liqour store` is a liquor store. A phrase of which half is
 * right is surer than a word.
 */
export function wordOfPhrase(word: string, [before, behind]: Neighbours): string | null {
  if (maxEdits(word) === 0) return null
  const first = word.charAt(0)
  const inFront = behind === null ? [] : wordsAround([...phrasesFrom(first)], '', ` ${behind}`)
  const afterwards = before === null ? [] : wordsAround([...phrasesFrom(before)], `${before} `, '')
  return (
    closest(
      word,
      [...inFront, ...afterwards].filter((other) => other.startsWith(first)),
    )?.word ?? null
  )
}

function* phrasesFrom(start: string): Generator<string> {
  for (const phrase of categoryPhrases()) if (phrase.startsWith(start)) yield phrase
  for (const phrase of kindPhrasesLike(start)) if (phrase.startsWith(start)) yield phrase
}

/** The single words that stand between `start` and `end` in phrases. */
function wordsAround(phrases: readonly string[], start: string, end: string): string[] {
  return phrases.flatMap((phrase) => {
    if (!phrase.startsWith(start) || !phrase.endsWith(end)) return []
    const word = phrase.slice(start.length, phrase.length - end.length)
    return word === '' || word.includes(' ') ? [] : [word]
  })
}

/** So many letters make a word without any meaning far more likely mistyped than a name, wherever it stands. */
const MIN_CHARS_UNSEEN = 7

/** The query with the words that mean nothing, are like a word for a kind and are too long for a name replaced by it. */
export function withKindsCorrected(
  query: string,
  isArea: (text: string) => boolean,
): { readonly corrected: string; readonly corrections: readonly Correction[] } {
  return withCorrections(wordsOf(query), (word, neighbours) =>
    word.length < MIN_CHARS_UNSEEN
      ? hasMeaning(word) || isArea(word)
        ? null
        : wordOfPhrase(word, neighbours)
      : kindMeantBy(word, isArea, neighbours),
  )
}

/** Whether a folded word is one of our tables. */
export function hasMeaning(word: string): boolean {
  return (
    kindsNamed(word) !== null ||
    phraseRole(word) !== null ||
    brandNamed(word) !== null ||
    ordinaryWords().has(word) ||
    isFunctionWord(word) ||
    isHead(word)
  )
}

const MAX_EDITS = 2

/** Whether two words begin alike and have the same letters but one: `restraunts` are restaurants. */
function isJumbled(a: string, b: string): boolean {
  if (a.slice(0, 3) !== b.slice(0, 3)) return false
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const left = Array.from(longer)
  for (const letter of shorter) {
    const at = left.indexOf(letter)
    if (at === -1) return false
    left.splice(at, 1)
  }
  return left.length <= 1
}

const MIN_CHARS_SHORTENED = 8

/** Whether a word has all letters of another one but two in its middle: `vetinary`, `restrant`. */
function isShortened(word: string, whole: string): boolean {
  if (word.length < MIN_CHARS_SHORTENED || whole.length !== word.length + 2) return false
  if (word.slice(0, 2) !== whole.slice(0, 2) || word.at(-1) !== whole.at(-1)) return false
  let at = 0
  for (const letter of whole) if (letter === word[at]) at += 1
  return at === word.length
}

/** Endings that a plural has in front of the table's singular. */
const ENDINGS = ['', 's', 'es', 'n', 'en', 'e', 'i']

function closest(
  word: string,
  candidates: Iterable<string>,
  isLikely: typeof isLikelyEdit = () => true,
): Spelling | null {
  const limit = maxEdits(word)
  if (limit === 0) return null
  let best: (Spelling & { readonly isInflected: boolean }) | null = null
  for (const candidate of candidates) {
    if (candidate.includes(' ')) continue
    for (const ending of ENDINGS) {
      if (ending !== '' && !word.endsWith(ending)) continue
      const spelled = `${candidate}${ending}`
      if (best === null && isShortened(word, spelled) && (ending === '' || kindsNamed(spelled) !== null)) {
        best = { word: spelled, edits: MAX_EDITS, isInflected: ending !== '' }
        continue
      }
      // A word as it stands comes before the plural of another one.
      const isBetter = best?.isInflected === true && ending === ''
      const max = Math.min(
        limit,
        maxEdits(candidate),
        best === null ? limit : best.edits - (isBetter ? 0 : 1),
      )
      if (max < 1 || Math.abs(spelled.length - word.length) > max) continue
      const counted = editDistance(word, spelled, max)
      const edits = counted > max && max === MAX_EDITS && isJumbled(word, spelled) ? max : counted
      if (edits > max || (edits === 1 && !isLikely(word, spelled))) continue
      // The plural of a plural is no word.
      if (ending !== '' && kindsNamed(spelled) === null) continue
      best = { word: spelled, edits, isInflected: ending !== '' }
    }
  }
  return best === null ? null : { word: best.word, edits: best.edits }
}
