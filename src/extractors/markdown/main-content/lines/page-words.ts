// The words of a page as hashes: those of the names of its parts, of its short lines, of its title and of its address.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { wordsOfText } from './line-words.ts'
import { eachWordIn, namesSomething } from '#extractors/markdown/main-content/view/name-words.ts'
import type { PageHints } from './page-features.ts'

/** A class called `reply` says something else than a line that does: the same word of another source has another hash. */
const SAID = 0x5bd1e995
const TITLE = 0x1b873593
const ADDRESS = 0x2545f491

/** Each word once, in no order. `said` has the words of each line. */
export function wordsOfPage(
  all: readonly HtmlElement[],
  view: PageView,
  said: readonly Int32Array[],
  { title, url }: Pick<PageHints, 'title' | 'url'>,
): Int32Array {
  const words = new Set<number>()
  const add = (hash: number): void => void words.add(hash)
  eachName(all, view, (name) => eachWordIn(name, add))
  for (const line of said) for (const word of line) words.add(word ^ SAID)
  for (const word of wordsOfText(title ?? '')) words.add(word ^ TITLE)
  const address = url === null ? null : URL.parse(url)
  if (address !== null)
    for (const word of wordsOfText(`${address.hostname} ${address.pathname}`)) words.add(word ^ ADDRESS)
  return Int32Array.from(words)
}

/** The names of the shown elements with text; a class that many have is seen once. */
function eachName(
  all: readonly HtmlElement[],
  { shown, text, classes }: PageView,
  see: (name: string) => void,
): void {
  const isSeen = new Uint8Array(classes.names.length)
  for (let i = 0; i < all.length; i += 1) {
    if (shown[i] === 0 || (text[i] as number) === 0) continue
    const { attributes } = all[i] as HtmlElement
    const number = classes.numbers[i] as number
    for (let at = 0; at < attributes.length; at += 2) {
      if (!namesSomething(attributes[at] as string)) continue
      const name = attributes[at + 1] as string
      if (name === classes.names[number]) {
        if (isSeen[number] === 1) continue
        isSeen[number] = 1
      }
      see(name)
    }
  }
}
