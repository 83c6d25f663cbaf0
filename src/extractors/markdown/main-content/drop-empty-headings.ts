// Removes headings whose section was removed.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { LONG_HEADING, type PageView } from './page-view.ts'
import { CAPTION, DROPPED } from './prune-content.ts'

/** Content without text of its own. */
const SHOWS_SOMETHING = new Set('img picture table pre math mjx-container svg video audio iframe'.split(' '))

/** Marks headings that no text follows before the next heading of their level or a higher one. */
export function dropEmptyHeadings(view: PageView, roots: readonly HtmlElement[], dropped: Uint8Array): void {
  /** Headings still waiting for text, outermost first. */
  let waiting: HtmlElement[] = []
  const visit = (element: HtmlElement): void => {
    const level = /^h([1-6])$/.exec(element.name)?.[1]
    if (level !== undefined && (view.text[element.order] as number) > LONG_HEADING) waiting = []
    else if (level !== undefined) {
      const empty = waiting.filter((heading) => heading.name >= element.name)
      for (const heading of empty) dropped[heading.order] = DROPPED
      waiting = waiting.filter((heading) => heading.name < element.name)
      if ((view.text[element.order] as number) > 0) waiting.push(element)
      return
    }
    if (SHOWS_SOMETHING.has(element.name)) waiting = []
    for (const child of element.children) {
      if (child.kind === 'text') {
        if (waiting.length > 0 && /\S/.test(child.text)) waiting = []
      } else if (
        SHOWS_SOMETHING.has(child.name) ||
        ((dropped[child.order] === 0 || dropped[child.order] === CAPTION) && view.isVisible(child))
      )
        visit(child)
    }
  }
  for (const root of roots) visit(root)
  for (const heading of waiting) dropped[heading.order] = DROPPED
}
