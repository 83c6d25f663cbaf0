// Leaves out headings without text: those of sections that are no content.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { LONG_HEADING, type PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { HEADING_LEVEL } from '#extractors/markdown/main-content/view/tags.ts'

/** Content without text of its own. */
const SHOWS_SOMETHING = new Set('img picture table pre math mjx-container svg video audio iframe'.split(' '))
/** So many headings of one tag and class without text are a list: the titles of cards, the items that a text recommends. */
const LISTED = 3

/** The headings that no text follows before the next heading of their level or a higher one, but not those of a list. */
export function emptyHeadings(
  view: PageView,
  roots: readonly HtmlElement[],
  isWritten: (element: HtmlElement) => boolean,
): readonly HtmlElement[] {
  const empty: HtmlElement[] = []
  /** Headings still waiting for text, outermost first. */
  let waiting: HtmlElement[] = []
  const visit = (element: HtmlElement): void => {
    const isHeading = HEADING_LEVEL[view.tags[element.order] ?? 0] !== 0
    if (isHeading && (view.text[element.order] ?? 0) > LONG_HEADING) waiting = []
    else if (isHeading) {
      empty.push(...waiting.filter((heading) => heading.name >= element.name))
      waiting = waiting.filter((heading) => heading.name < element.name)
      if ((view.text[element.order] ?? 0) > 0) waiting.push(element)
      return
    }
    if (SHOWS_SOMETHING.has(element.name)) waiting = []
    for (const child of element.children) {
      if (child.kind === 'text') {
        if (waiting.length > 0 && /\S/.test(child.text)) waiting = []
      } else if (SHOWS_SOMETHING.has(child.name) || isWritten(child)) visit(child)
    }
  }
  for (const root of roots) visit(root)
  const byKind = Map.groupBy([...empty, ...waiting], kindOf)
  return [...byKind.values()].filter(({ length }) => length < LISTED).flat()
}

const kindOf = (heading: HtmlElement): string => `${heading.name} ${attribute(heading, 'class') ?? ''}`
