// The words that a reader of a whole page sees.
import { isGutter } from '#extractors/markdown/serialize/code-block.ts'
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isShown } from '#parsing/html/visible-elements.ts'

/** The words of a page in elements that are shown; the buttons and line numbers of a block of code are no part of it. */
export function wordsShown({ root }: HtmlDocument, pattern: RegExp): Set<string> {
  const words = new Set<string>()
  const visit = (element: HtmlElement, inCode = false): void => {
    for (const child of element.children) {
      if (child.kind === 'text') for (const [word] of child.text.matchAll(pattern)) words.add(word)
      else if (isShown(child) && !(inCode && (child.name === 'button' || isGutter(child))))
        visit(child, inCode || child.name === 'pre' || child.name === 'code')
    }
  }
  visit(root)
  return words
}
