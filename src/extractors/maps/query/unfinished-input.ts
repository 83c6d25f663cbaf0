// Reads what an input method had not turned into a word yet: `ゆうびんきょk`, `편의ㅈ`.
import { categoryPhrases } from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { kindPhrasesLike, kindsNamed } from './words/kind-words.ts'

/** Kana or Hangul, then letters that make no syllable yet. */
const UNFINISHED = /^(.*[\p{Script=Hiragana}\p{Script=Katakana}ー가-힣]) ?([a-z]{1,2}|[ㄱ-ㅎㅏ-ㅣᄀ-ᇿ]{1,2})$/u
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u

/** The kana that a consonant begins, without their marks. */
const ROWS: Readonly<Record<string, string>> = {
  k: 'かきくけこ',
  s: 'さしすせそ',
  t: 'たちつてとっ',
  c: 'ち',
  n: 'なにぬねのん',
  h: 'はひふへほ',
  f: 'ふ',
  m: 'まみむめも',
  y: 'やゆよゃゅょ',
  r: 'らりるれろ',
  w: 'わを',
  g: 'がぎぐげご',
  z: 'ざじずぜぞ',
  j: 'じ',
  d: 'だぢづでど',
  b: 'ばびぶべぼ',
  p: 'ぱぴぷぺぽ',
}
/** Fewer are the beginning of too many words. */
const MIN_CHARS_BEGUN = 4
/** A syllable of Hangul is two or three letters. */
const MIN_SYLLABLES_BEGUN = 2

/**
 * The word for a kind that a query begins, where all words that begin so mean the same; or the query without the letters at its end
 * that make no syllable. Null for any other query.
 */
export function finishedInput(query: string): string | null {
  const typed = searchFold(query.normalize('NFKC'))
  const [, stem, letters] = UNFINISHED.exec(typed) ?? []
  if (stem === undefined || letters === undefined) return KANA.test(typed) ? kindBegun(typed, '') : null
  return kindBegun(stem, letters) ?? stem
}

function kindBegun(stem: string, letters: string): string | null {
  const isHangul = /[가-힣]$/u.test(stem)
  if (stem.length < (isHangul ? MIN_SYLLABLES_BEGUN : MIN_CHARS_BEGUN)) return null
  const row = ROWS[letters.charAt(0)]
  const begun = [...categoryPhrases(), ...kindPhrasesLike(stem)].filter(
    (phrase) =>
      phrase.startsWith(stem) && (row === undefined || row.includes(phrase.charAt(stem.length) || ' ')),
  )
  const kindsOf = (phrase: string) => (kindsNamed(phrase)?.categories ?? []).map(({ id }) => id).join(' ')
  const [first] = begun.toSorted((a, b) => a.length - b.length)
  return first !== undefined && begun.every((phrase) => kindsOf(phrase) === kindsOf(first)) ? first : null
}
