// Finds the main content of a page: the core, what belongs to it beside it, and what inside it does not belong.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isVisible, isVisibleOrHidden } from '#parsing/html/visible-elements.ts'
import { chooseCore } from './choose-core.ts'
import { joinSiblings } from './join-siblings.ts'
import { holdersOfLead } from './lead-evidence.ts'
import { siteOf } from './link-purpose.ts'
import { LONG_HEADING, type PageView, viewPage } from './page-view.ts'
import { CAPTION, DROPPED, TITLE, pruneContent } from './prune-content.ts'
import { titleHeading } from './title-heading.ts'
import { trimEnd } from './trim-end.ts'

export interface MainContent {
  /** In document order; none holds another; none at all on a page without prose. */
  readonly roots: readonly HtmlElement[]
  /** `DROPPED`, `CAPTION`, `TITLE` or 0 for elements, by `element.order`. */
  readonly dropped: Uint8Array
  /** The heading that shows the title, inside or outside the roots. */
  readonly title: HtmlElement | null
  readonly view: PageView
}

/** With fewer characters of prose it is not an article; the page may hide it until a script shows it. */
const LITTLE_PROSE = 140

/** `title` and `description` are what the head of the page says, `url` where it comes from; all may be unknown. */
export function findMainContent(
  document: HtmlDocument,
  title: string | null,
  description: string | null,
  url: string | null,
): MainContent {
  const shown = viewPage(document, isVisible)
  const hidden =
    (shown.prose[document.root.order] as number) < LITTLE_PROSE
      ? viewPage(document, isVisibleOrHidden)
      : shown
  const view = (hidden.prose[0] as number) > 3 * (shown.prose[0] as number) ? hidden : shown
  const core = chooseCore(view, holdersOfLead(view, document.all, description))
  const dropped = new Uint8Array(document.elements)
  const heading = titleHeading(view, title)
  if (heading !== null) dropped[heading.order] = TITLE
  if (core === null) return { roots: [], dropped, title: heading, view }
  const site = url === null ? null : siteOf(url)
  const roots = joinSiblings(view, core)
  for (const root of roots) pruneContent(view, root, dropped, site)
  trimEnd(view, roots, dropped)
  dropEmptyHeadings(view, roots, dropped)
  return { roots, dropped, title: heading, view }
}

/** Content without text of its own. */
const SHOWS_SOMETHING = new Set('img picture table pre math mjx-container svg video audio iframe'.split(' '))

/** Marks headings that no text follows before the next heading of their level or a higher one. */
function dropEmptyHeadings(view: PageView, roots: readonly HtmlElement[], dropped: Uint8Array): void {
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
