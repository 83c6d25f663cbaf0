// Finds the heading that shows the page's title, so that it is written once, above the content.
import { elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/**
 * The first `h1` or `h2` that matches the title; a single visible `h1` counts even without a title to compare with.
 * Null when the page shows no such heading.
 */
export function titleHeading(view: PageView, title: string | null): HtmlElement | null {
  const headings: HtmlElement[] = []
  for (const element of elementsOf(view.root)) {
    if (
      (element.name === 'h1' || element.name === 'h2') &&
      view.isVisible(element) &&
      (view.text[element.order] as number) > 0
    )
      headings.push(element)
    if (headings.length >= 200) break
  }
  if (title !== null) {
    const wanted = words(title)
    const same = headings.find((heading) => alike(words(lineText(heading, 500)), wanted))
    if (same !== undefined) return same
  }
  const first = headings.filter((heading) => heading.name === 'h1')
  return first.length === 1 ? (first[0] as HtmlElement) : null
}

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
