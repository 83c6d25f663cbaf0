// Cuts texts at their emoji, which are words: `🍕 near me`.
import { searchFold } from '#kit/text/search-text.ts'
import { kindsNamed } from './kind-words.ts'

/** An emoji; its colour and what joins it to the next one say nothing. */
const EMOJI = /(\p{Extended_Pictographic})[\uFE0F\u200D\p{Emoji_Modifier}]*/u

/** The words of a text, folded, with the emoji that name kinds between them; other emoji are left out. */
export function wordsAndEmoji(text: string): string[] {
  return text
    .split(EMOJI)
    .flatMap((part, at) =>
      at % 2 === 0 ? searchFold(part).split(' ') : kindsNamed(part) === null ? [] : [part],
    )
}
