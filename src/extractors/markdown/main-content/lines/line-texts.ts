// Counts what the characters of each line of a page say about it: words, digits, capitals, commas, its beginning and end.
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'
import type { PageMeasures } from '#extractors/markdown/main-content/view/measure-page.ts'

/** Tables by `element.order` of the element that starts the line. */
export interface LineTexts {
  readonly words: Uint32Array
  readonly digits: Uint32Array
  readonly capitals: Uint32Array
  readonly commas: Uint32Array
  /** Signs that code, prices and menus have and sentences lack: brackets, slashes, pipes, arrows, currency. */
  readonly signs: Uint32Array
  /** The code of the first and the last character that is no white space; 0 in an empty line. */
  readonly first: Uint16Array
  readonly last: Uint16Array
  /** Of all characters but white space: equal lines have equal ones. */
  readonly hash: Int32Array
  /** The element that starts the line in which an element stands. */
  readonly lineOf: Uint32Array
}

/** One pass over the characters that `measures` counts as shown. */
export function readLineTexts(all: readonly HtmlElement[], { shown, block }: PageMeasures): LineTexts {
  const count = all.length
  const words = new Uint32Array(count)
  const digits = new Uint32Array(count)
  const capitals = new Uint32Array(count)
  const commas = new Uint32Array(count)
  const signs = new Uint32Array(count)
  const first = new Uint16Array(count)
  const last = new Uint16Array(count)
  const hash = new Int32Array(count)
  const lineOf = new Uint32Array(count)
  for (let i = 0; i < count; i += 1) {
    if (shown[i] === 0) continue
    const element = all[i] as HtmlElement
    const line = block[i] === 1 ? i : (lineOf[element.parent?.order ?? 0] as number)
    lineOf[i] = line
    const { children } = element
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at] as HtmlNode
      if (child.kind !== 'text') continue
      const { text } = child
      let inWord = false
      let key = hash[line] as number
      for (let c = 0; c < text.length; c += 1) {
        const code = text.charCodeAt(c)
        if (code <= 32 || code === 0xa0) {
          inWord = false
          continue
        }
        key = (Math.imul(key, 31) + code) | 0
        if (first[line] === 0) first[line] = code
        last[line] = code
        const small = code | 0x20
        if ((small >= 0x61 && small <= 0x7a) || code > 0x7f) {
          // Scripts without blanks have a word each two characters or so; one each is near enough.
          if (!inWord || code >= 0x2e80) words[line] = (words[line] as number) + 1
          inWord = true
          if (code >= 0x41 && code <= 0x5a) capitals[line] = (capitals[line] as number) + 1
        } else if (code >= 0x30 && code <= 0x39) {
          if (!inWord) words[line] = (words[line] as number) + 1
          inWord = true
          digits[line] = (digits[line] as number) + 1
        } else if (code === 0x2c) {
          commas[line] = (commas[line] as number) + 1
          inWord = false
        } else if (code !== 0x27 && code !== 0x2d && code !== 0x2e && code !== 0x5f) {
          signs[line] = (signs[line] as number) + 1
          inWord = false
        }
      }
      hash[line] = key
    }
  }
  return { words, digits, capitals, commas, signs, first, last, hash, lineOf }
}
