// The words that an answer to a search repeats: whether they are those that were asked for.
import { foldText } from '#kit/text/text-rules.ts'
import { asText, pick } from './at.ts'
import { SEARCH_ECHO } from './paths.ts'

/** What an answer says that it answers. */
export interface Echo {
  readonly words: string
  /** Whether all words asked for are among them. */
  readonly isAsked: boolean
}

/** Null for an answer that repeats nothing, as of the thin tier. Of several parts the one that repeats the question counts. */
export function echoOf(data: readonly unknown[], asked: string): Echo | null {
  const echoes = data.flatMap((value) => {
    const words = pick(value, SEARCH_ECHO, asText)
    return words === null ? [] : [{ words, isAsked: repeats(words, asked) }]
  })
  return echoes.find(({ isAsked }) => isAsked) ?? echoes[0] ?? null
}

/** The map changes case, accents, punctuation and blanks, and adds the area. */
function repeats(words: string, asked: string): boolean {
  const [said, wanted] = [foldText(words), foldText(asked)]
  // Signs alone, such as an emoji, have no words to compare.
  if (wanted === '') return words.trim() === asked.trim()
  const known = new Set(said.split(' '))
  return wanted.split(' ').every((word) => known.has(word)) || joined(said) === joined(wanted)
}

function joined(words: string): string {
  return words.replaceAll(' ', '')
}
