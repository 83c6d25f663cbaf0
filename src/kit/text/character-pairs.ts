// Names in scripts that put no spaces between words, as their overlapping pairs of characters.
import { scriptFold, withoutThaiTones } from './script-variants.ts'

/** Scripts that are written without spaces, and Korean, which writes compounds without. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether a text has a character of such a script. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text)
}

/** The pairs of a folded name, each once, whatever way its script is written in; none for a name in other scripts. */
export function characterPairs(folded: string): readonly string[] {
  if (!isUnspaced(folded)) return []
  const characters = Array.from(withoutThaiTones(scriptFold(folded)).replaceAll(' ', ''))
  return [...new Set(characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`))]
}

/** A name as it is compared: without spaces, with the positions at which a word begins or ends. */
interface Run {
  readonly text: string
  readonly borders: ReadonlySet<number>
}

let segmenter: Intl.Segmenter | undefined

function runOf(name: string): Run {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  const borders = new Set([0])
  let text = ''
  for (const word of name.split(' ')) {
    for (const { segment } of segmenter.segment(word)) {
      text += withoutThaiTones(scriptFold(segment))
      borders.add(text.length)
    }
  }
  return { text, borders }
}

const HANGUL = /^\p{Script=Hangul}{2,}$/u
/** From here on one border will do: the words of a dictionary are no borders of names that it does not have. */
const MIN_CHARS_OF_ONE_BORDER = 4

/**
 * Whether a folded name holds a folded run of characters: from a word's beginning to a word's end, or with four characters from or to
 * one. `京都` is no part of `東京都庁`. `isWhole`: only from beginning to end.
 */
export function holdsRun(name: string, run: string, isWhole = false): boolean {
  const wanted = withoutThaiTones(scriptFold(run)).replaceAll(' ', '')
  if (wanted === '') return false
  const { text, borders } = runOf(name)
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const [begins, ends] = [borders.has(at), borders.has(at + wanted.length)]
    if (begins && ends) return true
    // Korean is written in compounds, of which no dictionary is here: `국밥` ends `돼지국밥`; `이마트24` is no `이마트`.
    const isHangul = HANGUL.test(wanted) && !/\d/.test(text.charAt(at + wanted.length))
    if (isHangul && (ends || (begins && isWhole))) return true
    if (isWhole) continue
    if (wanted.length >= MIN_CHARS_OF_ONE_BORDER && (begins || ends)) return true
  }
  return false
}
