// A regular expression for a folded word that finds it in every spelling: accents, ligatures, spelled-out umlauts.
import { searchFold } from '#kit/text/search-text.ts'
import { literalPattern } from './overpass-text.ts'

/**
 * Latin, Greek, Cyrillic, Arabic, Hindi and Todhri, where letters lose their marks when they are folded; ligatures; full-width
 * letters; the digits of Persian, Bengali and Thai.
 */
const RANGES = [
  [0x00c0, 0x024f],
  [0x0370, 0x052f],
  [0x0622, 0x06d3],
  [0x06f0, 0x06f9],
  [0x0900, 0x097f],
  [0x09e6, 0x09ef],
  [0x0e50, 0x0e59],
  [0x1e00, 0x1fff],
  [0xfb00, 0xfb06],
  [0xff10, 0xff9f],
  [0x105c9, 0x105e4],
] as const

/** Spellings of an umlaut that folding alone would not undo. */
const SPELLED_OUT = [
  ['ae', 'ä', 'Ä'],
  ['oe', 'ö', 'Ö'],
  ['ue', 'ü', 'Ü'],
] as const
const MAX_FOLD_CHARS = 2

/** What may stand behind a letter of India, and what one of its signs is written as; folding leaves out the one and undoes the other. */
const OF_INDIA = /[\u0900-\u0DFF]/
const SILENT = '(\u093C|\u200C|\u200D)?'
const NASALS = ['ं', 'ङ\u094D', 'ञ\u094D', 'ण\u094D', 'न\u094D', 'म\u094D'] as const

let spellings: ReadonlyMap<string, readonly string[]> | undefined

/** Only the beginning of a longer word is searched for: a text with the word contains its beginning. */
const MAX_PATTERN_CHARS = 24

/**
 * Matches at least every composed text (NFC, as OpenStreetMap asks for) whose folded form holds `term`. Both cases of a letter outside ASCII are written out: not
 * every server knows that they belong together.
 */
export function termPattern(term: string): string {
  const letters = Array.from(term).slice(0, MAX_PATTERN_CHARS)
  const map = (spellings ??= readSpellings())
  const single = (letter: string) =>
    alternatives([...casesOf(letter), ...(map.get(letter) ?? [])]) + (OF_INDIA.test(letter) ? SILENT : '')
  let pattern = ''
  for (let at = 0; at < letters.length; at += 1) {
    const [letter = '', next] = letters.slice(at, at + 2)
    const joined = next === undefined ? undefined : map.get(letter + next)
    if (next === undefined || joined === undefined) {
      pattern += single(letter)
    } else {
      pattern += `(${single(letter)}${single(next)}|${alternatives(joined)})`
      at += 1
    }
  }
  return pattern
}

/** Alternatives and no brackets: a server that reads bytes would take a bracket for single bytes of a letter. */
function alternatives(spelled: readonly string[]): string {
  const all = spelled.map(literalPattern).join('|')
  return spelled.length === 1 ? all : `(${all})`
}

/** The search itself ignores case within ASCII. */
function casesOf(letter: string): string[] {
  const upper = letter.toUpperCase()
  return letter.charCodeAt(0) < 0x80 || upper === letter ? [letter] : [letter, upper]
}

function readSpellings(): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>()
  const add = (folded: string, spelling: string) => {
    const known = map.get(folded)
    if (known === undefined) map.set(folded, [spelling])
    else known.push(spelling)
  }
  for (const [first, last] of RANGES) {
    for (let code = first; code <= last; code += 1) {
      const letter = String.fromCodePoint(code)
      const folded = searchFold(letter)
      const plain = letter.toLowerCase() === folded
      if (!plain && folded !== '' && Array.from(folded).length <= MAX_FOLD_CHARS) add(folded, letter)
    }
  }
  for (const [folded, ...letters] of [...SPELLED_OUT, NASALS])
    for (const letter of letters) add(folded, letter)
  return map
}
