// Decides what of a page is written: the main content, the whole page, or what the caller's selectors say.
import { closest, elementsOf, oneLine, type HtmlElement } from '#parsing/html/html-node.ts'
import { bodyOf, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { isShown, isVisible } from '#parsing/html/visible-elements.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import { CAPTION, findMainContent, TITLE, type MainContent } from './find-main-content.ts'
import type { PageHints } from '#extractors/markdown/main-content/lines/page-features.ts'
import { PAGE_KINDS, type PageKind } from '#extractors/markdown/main-content/model/page-kinds.ts'
import { removedText, type RemovedText } from './removed-text.ts'
import { traceOf } from './trace-content.ts'

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
  /** What only the search for main content knows. */
  readonly found: Found | null
}

export interface Found {
  /** Null where no kind is likely. */
  readonly kind: { readonly name: PageKind; readonly confidence: number } | null
  readonly removed: RemovedText
  /** One line of text for each line of the page, made when it is asked for. */
  readonly trace: () => string[]
  /** The positions (`element.order`) of the first and the last line of content, without the title. */
  readonly lines: { readonly first: number; readonly last: number }
  /** Whether an element stands in what is around content by its tags and names, or is hidden. */
  readonly isAround: (element: HtmlElement) => boolean
}

/** A kind with less is a guess. */
const MIN_CONFIDENCE = 0.5

/** The main content; where none was found on a page with text, all of it but navigation. */
export function mainContent(document: HtmlDocument, hints: PageHints): Content {
  const main = findMainContent(document, hints)
  const { roots, dropped, title, view } = main
  const body = bodyOf(document)
  const without = roots.length > 0 ? dropped : framesOf(body, main)
  const skip = (element: HtmlElement): boolean => {
    const mark = without[element.order]
    return (mark !== 0 && mark !== CAPTION) || !view.isVisible(element)
  }
  const skipInText = (element: HtmlElement): boolean =>
    without[element.order] !== 0 || !view.isVisible(element)
  const { removed, visibleChars } = removedText(document.all, main, skip)
  return {
    roots: roots.length > 0 ? roots : [body],
    skip,
    skipInText,
    title,
    method: roots.length > 0 ? 'core' : 'body',
    visibleChars,
    found: {
      kind: kindOf(main),
      removed,
      trace: () => traceOf(document.all, main),
      lines: keptSpan(main),
      isAround: (element) => isAround(element, main),
    },
  }
}

/** Empty (`first` behind `last`) without a line of content. */
function keptSpan({ scored, kept, title }: MainContent): Found['lines'] {
  const orders = scored.lines.orders.filter((order, at) => kept[at] === 1 && order !== title?.order)
  return { first: orders[0] ?? Number.POSITIVE_INFINITY, last: orders.at(-1) ?? -1 }
}

const AROUND_TAGS = new Set(['nav', 'aside', 'footer', 'form', 'dialog', 'button'])
const AROUND = EVIDENCE.never | EVIDENCE.elsewhere | EVIDENCE.comments | EVIDENCE.assistive

const isAround = (element: HtmlElement, { view }: MainContent): boolean =>
  closest(
    element,
    ({ name, order }) =>
      AROUND_TAGS.has(name) || ((view.evidence[order] ?? 0) & AROUND) !== 0 || view.hides[order] === 1,
  ) !== null

/** With less text a page may be of any kind. */
const WHOLE_CHARS = 1_500

/** Most pages that the model knows are articles, so it takes what says little for one: right on two thirds of the small pages. */
function kindOf({ view, scored: { kinds } }: MainContent): Found['kind'] {
  const best = Math.max(...kinds)
  const name = PAGE_KINDS[kinds.indexOf(best)]
  const confidence = name === 'article' ? best * Math.min(1, (view.text[0] ?? 0) / WHOLE_CHARS) : best
  return name === undefined || confidence < MIN_CONFIDENCE
    ? null
    : { name, confidence: Math.round(confidence * 100) / 100 }
}

/** Marks what is never content by its name, and what is hidden. */
function framesOf(body: HtmlElement, { title, view }: MainContent): Uint8Array {
  const dropped = new Uint8Array(view.elements)
  for (const element of elementsOf(body)) {
    const { order } = element
    if (((view.evidence[order] ?? 0) & (EVIDENCE.never | EVIDENCE.assistive)) !== 0) dropped[order] = 1
    if (view.hidden[order] === 1) dropped[order] = 1
  }
  if (title !== null) dropped[title.order] = TITLE
  return dropped
}

/** The whole page as a reader sees it. */
export function wholePage(document: HtmlDocument): Content {
  return asGiven(document, [bodyOf(document)], (element) => !isShown(element), 'full')
}

/** The content matched by `included`. */
export function selected(document: HtmlDocument, included: readonly HtmlElement[]): Content {
  const inside = new Set(included)
  const roots = included.filter(({ parent }) => closest(parent, (above) => inside.has(above)) === null)
  return asGiven(document, roots, (element) => !isVisible(element), 'selector')
}

function asGiven(
  document: HtmlDocument,
  roots: readonly HtmlElement[],
  skip: Content['skip'],
  method: Content['method'],
): Content {
  const visibleChars = shownChars(document.root)
  return { roots, skip, skipInText: skip, title: null, method, visibleChars, found: null }
}

/** Characters of text that a reader sees, runs of white space as one. */
function shownChars(root: HtmlElement): number {
  let chars = 0
  for (const { children } of elementsOf(root, (element) => !isVisible(element)))
    for (const child of children) if (child.kind === 'text') chars += oneLine(child.text).length
  return chars
}
