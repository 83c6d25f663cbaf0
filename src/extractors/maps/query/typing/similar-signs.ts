// Words of Korean and Chinese with one sign mistaken for another of the same sound: `편으점`, `베스킨라빈스`, `肯得基`,
// `幼儿圆`.
import anyAscii from 'any-ascii'
import { withPlainHan } from '#kit/text/script-variants.ts'
import { brandNamed, brandNamesLike } from '#extractors/maps/query/words/brands.ts'
import { kindPhrasesLike, kindsNamed } from '#extractors/maps/query/words/kind-words.ts'

const HANGUL = /^[가-힣]{2,12}$/
const HAN = /^\p{Script=Han}{3,8}$/u
const FIRST_SYLLABLE = 0xac00
const VOWELS = 21
const FINALS = 28
/** Vowels, initials and finals, by their number, that sound alike or nearly so. */
const ALIKE_VOWELS = [
  [1, 5],
  [3, 7],
  [10, 11, 15],
  [18, 19, 20],
  [4, 8],
]
const ALIKE_INITIALS = [
  [0, 1],
  [3, 4],
  [7, 8],
  [9, 10],
  [12, 13],
]
const ALIKE_FINALS = [
  [1, 2],
  [19, 20],
]

/** Words that a folded word of Korean may be a misspelling of, one syllable of it in one letter. */
function hangulAlike(word: string): readonly string[] {
  return Array.from(word).flatMap((syllable, at) => {
    const code = syllable.charCodeAt(0) - FIRST_SYLLABLE
    const parts = [Math.floor(code / (VOWELS * FINALS)), Math.floor(code / FINALS) % VOWELS, code % FINALS]
    return [ALIKE_INITIALS, ALIKE_VOWELS, ALIKE_FINALS].flatMap((sets, part) => {
      const own = parts[part] ?? 0
      const others = (sets.find((set) => set.includes(own)) ?? []).filter((other) => other !== own)
      return others.map((other) => {
        const [initial = 0, vowel = 0, final = 0] = parts.with(part, other)
        const changed = String.fromCharCode(FIRST_SYLLABLE + (initial * VOWELS + vowel) * FINALS + final)
        return word.slice(0, at) + changed + word.slice(at + 1)
      })
    })
  })
}

/**
 * Words for kinds and names of brands, these with the word for their kind or without, with one character other than the first in the place
 * of one that sounds as it does: `幼儿园` for `幼儿圆`, `肯德基` for `肯得基`.
 */
function hanAlike(text: string): readonly string[] {
  const plainText = withPlainHan(text)
  const typed = Array.from(plainText)
  const isAlike = (known: string, isBrand: boolean) => {
    const plain = Array.from(withPlainHan(known))
    const rest = plain.slice(typed.length).join('')
    if (plain.length < typed.length || (rest !== '' && !(isBrand && kindsNamed(rest) !== null))) return false
    const wrong = typed.flatMap((sign, at) => (sign === plain[at] ? [] : [at]))
    const [at = 0] = wrong
    return wrong.length === 1 && anyAscii(typed[at] ?? '') === anyAscii(plain[at] ?? '')
  }
  const beginnings = [...new Set([text, plainText])]
  return [
    ...beginnings.flatMap((phrase) =>
      brandNamesLike(phrase)
        .filter((name) => isAlike(name, true))
        .toArray(),
    ),
    ...beginnings.flatMap((phrase) => kindPhrasesLike(phrase).filter((name) => isAlike(name, false))),
  ]
}

/**
 * Spellings of a folded query with one word put right; `isName` says whether something on the map has a word in its name. A word that is
 * a kind, a brand or a name stays as it is.
 */
export function withSimilarSigns(query: string, isName: (word: string) => boolean): readonly string[] {
  const words = query.split(' ')
  return words.flatMap((word, at) => {
    if (kindsNamed(word) !== null || brandNamed(word) !== null) return []
    const known = (other: string) => kindsNamed(other) !== null || brandNamed(other) !== null || isName(other)
    const others = HANGUL.test(word) ? hangulAlike(word).filter(known) : HAN.test(word) ? hanAlike(word) : []
    return others.map((other) => words.with(at, other).join(' '))
  })
}
