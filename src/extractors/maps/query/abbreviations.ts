// Spells out words that end with a full stop: `Apoth.`, `kath. Kirche`, `supermkt.`
import { categoryPhrases } from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { kindPhrasesLike, kindsNamed } from './words/kind-words.ts'
import { phraseRole } from './words/qualifiers.ts'

const ABBREVIATED = /^\p{L}{2,12}\.$/u
/** Each is looked for in all phrases that begin with its letter. */
const MAX_ABBREVIATIONS = 4
/** A shorter one beside words of another phrase may be any word: `Ste. Dévote`. */
const MIN_CHARS = 4
const MIN_CHARS_ALONE = 3
const MAX_PHRASE_WORDS = 3

/** The query with its abbreviations in full where a phrase for a kind of places is written so; else as it stands. */
export function spelledOut(query: string, most = MAX_ABBREVIATIONS): string {
  const words = query.split(/\s+/)
  const at = words.findIndex(isAbbreviated)
  if (at === -1 || most === 0) return query
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length); length > 1; length -= 1) {
    for (
      let start = Math.max(0, at - length + 1);
      start <= at && start + length <= words.length;
      start += 1
    ) {
      const phrase = likeliest(words.slice(start, start + length))
      if (phrase !== null) return spelledOut(words.toSpliced(start, length, phrase).join(' '), most - 1)
    }
  }
  const word = words[at] ?? ''
  const isLong = word.length > (words.length === 1 ? MIN_CHARS_ALONE : MIN_CHARS)
  const meant = isLong ? likeliest([word]) : null
  return meant === null ? query : words.with(at, meant).join(' ')
}

/** `a bar.` ends a sentence. */
function isAbbreviated(word: string): boolean {
  if (!ABBREVIATED.test(word)) return false
  const folded = searchFold(word)
  const kinds = kindsNamed(folded)
  return (kinds === null || kinds.use === 'term') && phraseRole(folded) === null
}

/** Of the phrases written so, one for the kind that has half of them: `mus.` begins the museums of many languages. */
function likeliest(words: readonly string[]): string | null {
  const patterns = [beginning, leavingOut].map(
    (pattern) => new RegExp(`^${words.map((word) => wordPattern(word, pattern)).join(' ')}$`, 'u'),
  )
  const first = searchFold(words[0] ?? '').charAt(0)
  for (const pattern of patterns) {
    for (const phrases of [categoryPhrases(), kindPhrasesLike(first)]) {
      const fitting = [...phrases].filter((phrase) => pattern.test(phrase))
      const byKind = Map.groupBy(fitting, (phrase) => kindsNamed(phrase)?.categories[0]?.id ?? '')
      const [most] = [...byKind.values()].toSorted((a, b) => b.length - a.length)
      if (most?.[0] !== undefined && 2 * most.length >= fitting.length) return most[0]
    }
  }
  return null
}

function wordPattern(word: string, pattern: (letters: string) => string): string {
  const letters = searchFold(word)
  return isAbbreviated(word) ? pattern(letters) : letters
}

/** `apoth.` */
const beginning = (letters: string): string => `${letters}\\p{L}+`

/** `krhs.`: the first and the last letter, and some between them. */
const leavingOut = (letters: string): string => Array.from(letters).join('\\p{L}*')
