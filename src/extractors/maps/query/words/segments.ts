// Cuts a query into words, also where its script puts no spaces between them.
import { searchFold } from '#kit/text/search-text.ts'
import { brandNamed } from './brands.ts'
import { kindsNamed } from './kind-words.ts'

/** A word of a query, folded, or an emoji. */
export interface Word {
  readonly text: string
  /** Whether it stands right behind the word before it, as in Japanese. */
  readonly isGlued: boolean
  /** Whether a comma stands before it. */
  readonly isAfterComma: boolean
  /** Whether a comma or another sign for `and` stands before it: `optician & gym`, `café/bar`. */
  readonly isListed: boolean
}

/** Signs between words; `b&b` and `24/7` are one. */
const LIST_SIGNS = /\s[&+]\s|\s?[/|;]\s|(?<=\p{L}{3})\/(?=\p{L}{3})/u

/** Scripts that are written without spaces; Korean has them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

let segmenter: Intl.Segmenter | undefined

/** Empty for a text without letters and digits. Stars behind a digit are a word, `5*`, and so is the sign of an age: `21+`. */
export function wordsOf(query: string): Word[] {
  const text = query
    .replace(/([1-7])\s{0,3}[*★☆]+/g, '$1 star ')
    .replace(/★+/g, (all) => ` ${all.length} star `)
    .replace(/(?<= )(1[2-9]|2[15]|[3-6][05])\+(?= |$)/g, 'over $1')
  return text.split(/[,，、]/).flatMap((part, at) =>
    part.split(LIST_SIGNS).flatMap((item, of) =>
      wordsAndEmoji(item)
        .flatMap(piecesOf)
        .map((word, i) => ({
          ...word,
          isAfterComma: at > 0 && of === 0 && i === 0,
          isListed: at + of > 0 && i === 0,
        })),
    ),
  )
}

/** An emoji; its colour and what joins it to the next one say nothing. */
const EMOJI = /(\p{Extended_Pictographic})[\uFE0F\u200D\p{Emoji_Modifier}]*/u

/** The words of a text, folded, with the emoji that name kinds between them; other emoji are left out. */
function wordsAndEmoji(text: string): string[] {
  return text
    .split(EMOJI)
    .flatMap((part, at) =>
      at % 2 === 0 ? searchFold(part).split(' ') : kindsNamed(part) === null ? [] : [part],
    )
}

function piecesOf(word: string): { readonly text: string; readonly isGlued: boolean }[] {
  if (word === '') return []
  const [, hours, open] = ALL_HOURS.exec(word) ?? []
  if (hours !== undefined && open !== undefined) return [{ text: hours, isGlued: false }, ...piecesOf(open)]
  if (HANGUL.test(word)) return compoundOf(word).map((text, at) => ({ text, isGlued: at > 0 }))
  if (!UNSPACED.test(word)) return [{ text: word, isGlued: false }]
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  const segments = Array.from(segmenter.segment(word), ({ segment }) => segment)
  return segments
    .flatMap((segment) => segment.split(BESIDE_A_NUMBER))
    .map((text, at) => ({ text, isGlued: at > 0 }))
}

/** `24시편의점` */
const ALL_HOURS = /^(24시간?)(?!간|영업)(\p{Script=Hangul}{2,20})$/u
const HANGUL = /^\p{Script=Hangul}{3,20}$/u
const MAX_KIND_SYLLABLES = 5

/** `바다동카페`: a compound of Korean ends with what it is; the longest word for a kind that leaves two syllables in front of it. */
function compoundOf(word: string): readonly string[] {
  if (kindsNamed(word) !== null || brandNamed(word) !== null) return [word]
  for (let at = Math.max(2, word.length - MAX_KIND_SYLLABLES); at <= word.length - 2; at += 1) {
    if (kindsNamed(word.slice(at))?.use === 'everyday') return [word.slice(0, at), word.slice(at)]
  }
  return [word]
}

/** `อาหาร24ชม`: to the segmenter, digits and letters of Thai are one word. */
const BESIDE_A_NUMBER = /(?<=\p{Script=Thai})(?=\d)|(?<=\d)(?=\p{Script=Thai})/u

/** The words as one phrase, written as in the query. */
export function phraseOf(words: readonly Word[]): string {
  return words.map(({ text, isGlued }, i) => (i === 0 || isGlued ? text : ` ${text}`)).join('')
}

/** The words as a search in texts needs them: what was written without spaces is one again. */
export function termsOf(words: readonly Word[]): string[] {
  const phrase = phraseOf(words)
  return phrase === '' ? [] : phrase.split(' ')
}
