// Decides what of a page is written: the main content, the whole page, or what the caller's selectors say.
import { elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'
import { EVIDENCE } from './element-evidence.ts'
import { findMainContent } from './find-main-content.ts'
import { viewPage } from './page-view.ts'
import { CAPTION, DROPPED } from './prune-content.ts'

export interface Content {
  /** In document order; none holds another. */
  readonly roots: readonly HtmlElement[]
  /** True for elements that are not written, including the heading of the title when `title` is given. */
  readonly skip: (element: HtmlElement) => boolean
  /** As `skip`, and captions too: for running text. */
  readonly skipInText: (element: HtmlElement) => boolean
  /** The heading that shows the title, to be written above the content. */
  readonly title: HtmlElement | null
  readonly method: 'core' | 'body' | 'full' | 'selector'
  /** Characters of all visible text, as a reader would see it. */
  readonly visibleChars: number
}

/** Less than this beside more than `MUCH_VISIBLE` cannot be the content of the page. */
const LITTLE_CONTENT = 200
const MUCH_VISIBLE = 1_000

/** The main content; where next to nothing of a page with text was found, all of it but navigation and forms. */
export function mainContent(
  document: HtmlDocument,
  title: string | null,
  description: string | null,
  url: string | null,
): Content {
  const { roots, dropped, title: heading, view } = findMainContent(document, title, description, url)
  const visibleChars = view.text[document.root.order] as number
  const skip = (element: HtmlElement): boolean =>
    (dropped[element.order] !== 0 && dropped[element.order] !== CAPTION) || !view.isVisible(element)
  const skipInText = (element: HtmlElement): boolean =>
    dropped[element.order] !== 0 || !view.isVisible(element)
  const little = visibleChars > MUCH_VISIBLE && plainText(roots, skipInText).length < LITTLE_CONTENT
  if (roots.length === 0 || little) {
    const body = bodyOf(document.root)
    const chrome = new Uint8Array(document.elements)
    for (const element of elementsOf(body)) {
      if (((view.evidence[element.order] as number) & (EVIDENCE.never | EVIDENCE.assistive)) !== 0)
        chrome[element.order] = DROPPED
      if (element === heading) chrome[element.order] = DROPPED
    }
    const skipChrome = (element: HtmlElement): boolean =>
      chrome[element.order] !== 0 || !view.isVisible(element)
    return {
      roots: [body],
      skip: skipChrome,
      skipInText: skipChrome,
      title: heading,
      method: 'body',
      visibleChars,
    }
  }
  return { roots, skip, skipInText, title: heading, method: 'core', visibleChars }
}

/** The whole page as a reader sees it. */
export function wholePage(document: HtmlDocument): Content {
  const skip = (element: HtmlElement): boolean => !isVisible(element)
  return {
    roots: [bodyOf(document.root)],
    skip,
    skipInText: skip,
    title: null,
    method: 'full',
    visibleChars: visibleCharsOf(document),
  }
}

/** The content matched by `included`, without that of `excluded`. */
export function selected(document: HtmlDocument, included: readonly HtmlElement[]): Content {
  const inside = new Set(included)
  const roots = included.filter((element) => {
    for (let above = element.parent; above !== null; above = above.parent) if (inside.has(above)) return false
    return true
  })
  const skip = (element: HtmlElement): boolean => !isVisible(element)
  return {
    roots,
    skip,
    skipInText: skip,
    title: null,
    method: 'selector',
    visibleChars: visibleCharsOf(document),
  }
}

const visibleCharsOf = (document: HtmlDocument): number =>
  viewPage(document, isVisible).text[document.root.order] as number

function bodyOf(root: HtmlElement): HtmlElement {
  for (const element of elementsOf(root)) if (element.name === 'body') return element
  return root
}
