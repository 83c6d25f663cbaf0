// A picture that comes again is left out, unless a sentence needs it: themes repeat pictures for screens and for print.
import { lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { placeholderPictures } from './placeholder-pictures.ts'

export interface RepeatedPictures {
  /** True when the picture was written before and is not needed here, or is the placeholder of the next one. */
  readonly isRepetition: (picture: HtmlElement, src: string) => boolean
}

/** Elements of running text: a sign or a formula may occur in them as a picture repeatedly. */
const SENTENCES = new Set(['p', 'li', 'dd', 'td', 'th'])

/**
 * Remembers the addresses of the pictures written so far. `all` are the elements of the page, `base` resolves its
 * addresses.
 */
export function repeatedPictures(all: readonly HtmlElement[], base: string | null): RepeatedPictures {
  const placeholders = placeholderPictures(all, base)
  /** The sentence that each address was last written in; null outside of any. */
  const written = new Map<string, HtmlElement | null>()
  /** Each line is read once, however many pictures stand in it. */
  const worded = new Map<HtmlElement, boolean>()
  const hasWords = (line: HtmlElement): boolean => {
    const known = worded.get(line) ?? lineText(line, 200) !== ''
    worded.set(line, known)
    return known
  }
  return {
    isRepetition: (picture, src) => {
      if (placeholders.has(picture)) return true
      const before = written.get(src)
      const line = sentenceOf(picture)
      if (before !== undefined && (line === null || line === before || !hasWords(line))) return true
      written.set(src, line)
      return false
    },
  }
}

function sentenceOf(picture: HtmlElement): HtmlElement | null {
  let element: HtmlElement | null = picture
  while (element !== null && !SENTENCES.has(element.name)) element = element.parent
  return element
}
