// Finds the heading that shows the page's title, so that it is written once, above the content.
import { lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { HEADING_LEVEL } from '#extractors/markdown/main-content/view/tags.ts'

/**
 * The first `h1` or `h2` that matches the title; a single visible `h1` counts even without a title to compare with.
 * Null when the page shows no such heading.
 */
export function titleHeading(
  all: readonly HtmlElement[],
  view: PageView,
  title: string | null,
): HtmlElement | null {
  const headings: HtmlElement[] = []
  for (const element of all) {
    const level = HEADING_LEVEL[view.tags[element.order] ?? 0]
    if ((level === 1 || level === 2) && view.isVisible(element) && (view.text[element.order] ?? 0) > 0)
      headings.push(element)
    if (headings.length >= 200) break
  }
  if (title !== null) {
    const wanted = words(title)
    const same = headings.filter((heading) => alike(words(lineText(heading, 500)), wanted))
    const [first = '', ...more] = title.split(SEPARATOR)
    // The name of the book or the site, too, is a part of the title and may be a heading.
    const own =
      more.length === 0 || same.length < 2
        ? undefined
        : same.find((heading) => isSame(words(lineText(heading, 500)), words(first)))
    const found = own ?? same[0]
    if (found !== undefined) return found
  }
  const [first = null, ...others] = headings.filter((heading) => heading.name === 'h1')
  return others.length === 0 ? first : null
}

/** Between the title of a page and that of its book or site. */
const SEPARATOR = /\s(?:[-|–—·»•]|::)\s/

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Titles of documents contain the site name after that of the article; some shorten it. */
function alike(heading: readonly string[], title: readonly string[]): boolean {
  if (heading.length === 0 || title.length === 0) return false
  const inTitle = new Set(title)
  const shared = heading.filter((word) => inTitle.has(word)).length
  return (
    shared >= heading.length * 0.8 &&
    shared >= Math.min(title.length, heading.length) * 0.5 &&
    (heading.length > 1 || title.length <= 3)
  )
}

const isSame = (heading: readonly string[], part: readonly string[]): boolean =>
  alike(heading, part) && part.filter((word) => heading.includes(word)).length >= part.length * 0.8
