// Finds the main content of a page: scores its lines, chooses among them, and marks what is not written.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { chooseCore } from './choose-core.ts'
import { contentPartsOf, raiseLines } from './content-parts.ts'
import { captionsOf } from '#extractors/markdown/main-content/view/captions.ts'
import { chooseLines } from './choose-lines.ts'
import { emptyHeadings } from './empty-headings.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import { changesSaidBeside, unreachableOf } from './hidden-content.ts'
import { keepFigures } from './figures.ts'
import { holdersOfLead, isWithin } from './lead-evidence.ts'
import { eachNameWord, hashOfWord } from '#extractors/markdown/main-content/view/name-words.ts'
import type { PageHints } from '#extractors/markdown/main-content/lines/page-features.ts'
import { PAGE_KINDS, type PageKind } from '#extractors/markdown/main-content/model/page-kinds.ts'
import { shippedModel, type LineModel } from '#extractors/markdown/main-content/model/line-model.ts'
import { scoreLines, type ScoredLines } from '#extractors/markdown/main-content/model/score-lines.ts'
import { viewPage, within, type PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { isSignature } from '#extractors/markdown/posts/post-parts.ts'
import { dropCopies } from './repeated-copies.ts'
import { keepHandles, shiftSmallPage } from './small-page.ts'
import { titleHeading } from './title-heading.ts'

/** The values of `dropped` for an element. */
export const DROPPED = 1
/** The words that go with a picture: kept beside it, no part of the running text. */
export const CAPTION = 2
/** The heading with the page's title: written once, above the content. */
export const TITLE = 3

export interface MainContent {
  /** The innermost element that holds all content; none on a page without any. */
  readonly roots: readonly HtmlElement[]
  /** `DROPPED`, `CAPTION`, `TITLE` or 0 for elements, by `element.order`. */
  readonly dropped: Uint8Array
  /** The heading that shows the title, inside or outside the roots. */
  readonly title: HtmlElement | null
  readonly view: PageView
  readonly scored: ScoredLines
  /** The lowest probability that counts as content. */
  readonly bound: number
  /** By line: 1 where it is content. */
  readonly kept: Uint8Array
}

export function findMainContent(
  document: HtmlDocument,
  hints: PageHints,
  model: LineModel = shippedModel(),
): MainContent {
  const { all } = document
  const view = viewPage(document)
  const title = titleHeading(all, view, hints.title)
  const described = holdersOfLead(view, all, hints.description)
  const core = chooseCore(view, described)
  const scored = scoreLines(document, view, { title, core }, hints, model)
  const { orders } = scored.lines
  const kind = kindOf(scored.kinds)
  const unreachable = unreachableOf(all, view, title)
  const out = unreachable.slice()
  const longer = described.size === 0 ? core : chooseCore(view, new Set())
  // The text that the page describes beats a longer one beside it, an article its comments. In a forum both are content.
  if (longer !== core && longer !== null && !described.has(longer) && kind !== 'forum')
    for (const i of orders) if (isWithin(all[i] ?? null, longer)) out[i] = 1
  const parts = contentPartsOf(document, view, kind)
  if (parts !== null) raiseLines(scored, parts)
  if (parts?.arePosts !== true) shiftSmallPage(all, view, scored)
  const { bound, kept } = chooseLines(view, orders, scored.probabilities, out)
  keepHandles(all, view, orders, kept)
  if (kind === 'forum') dropParts(all, view, orders, kept, isSignature)
  if (kindOf(scored.kinds, MIN_PRODUCT) === 'product')
    dropParts(all, view, orders, kept, (element) => isReview(element) && !holds(element, title))
  dropCopies(all, view, orders, kept)
  const figures = keepFigures(all, view, orders, kept)
  /** Characters of kept lines below each element. */
  const keptChars = new Float64Array(all.length)
  for (let at = 0; at < orders.length; at += 1) {
    const i = orders[at] ?? 0
    if (kept[at] === 1 && i !== title?.order) keptChars[i] = view.ownText[i] ?? 0
  }
  sumUp(view, keptChars)
  const dropped = markDropped(all, view, keptChars, title, figures)
  if (title !== null) dropped[title.order] = TITLE
  const [page] = all
  const hasContent = page !== undefined && (keptChars[page.order] ?? 0) > 0
  const roots = hasContent ? [rootOf(page, keptThings(all, view, orders, kept, dropped))] : []
  const isWritten = (element: HtmlElement): boolean => {
    const mark = dropped[element.order]
    return (mark === 0 || mark === CAPTION) && view.isVisible(element)
  }
  // On a page of cards a heading by itself is a card, and no section without text.
  if (kind !== 'collection' && kind !== 'listing')
    for (const heading of emptyHeadings(view, roots, isWritten)) dropped[heading.order] = DROPPED
  return { roots, dropped, title, view, scored, bound, kept }
}

/** The likeliest kind of the page; null where it is less likely than `least`. */
function kindOf(kinds: Float32Array, least = 0): PageKind | null {
  const best = Math.max(...kinds)
  return best < least ? null : (PAGE_KINDS[kinds.indexOf(best)] ?? null)
}

/** What is less likely a product may be a shop. */
const MIN_PRODUCT = 0.5
const REVIEW = hashOfWord('review')

/** What a customer says of a product; the part that holds all of them is called `reviews`. */
function isReview(element: HtmlElement): boolean {
  let found = false
  eachNameWord(element, (word) => {
    if (word === REVIEW) found = true
  })
  return found
}

const holds = (element: HtmlElement, title: HtmlElement | null): boolean =>
  title !== null && isWithin(title, element)

/** Clears `kept` for the lines in the parts that `isPart` names. */
function dropParts(
  all: readonly HtmlElement[],
  view: PageView,
  orders: Uint32Array,
  kept: Uint8Array,
  isPart: (element: HtmlElement) => boolean,
): void {
  const inside = within(all, view, isPart)
  for (let at = 0; at < orders.length; at += 1) if (inside[orders[at] ?? 0] === 1) kept[at] = 0
}

/** Marks what holds no content, the captions, and pictures that stand among what is left out. */
function markDropped(
  all: readonly HtmlElement[],
  view: PageView,
  keptChars: Float64Array,
  title: HtmlElement | null,
  figures: Uint8Array,
): Uint8Array {
  const { lineOf } = view
  const dropped = new Uint8Array(all.length)
  /** The title is written in any case: it says nothing about what stands beside it. */
  const titleChars = title === null ? 0 : (view.text[title.order] ?? 0)
  const holdsTitle = new Uint8Array(all.length)
  for (let element = title; element !== null; element = element.parent) holdsTitle[element.order] = 1
  /** The nearest element with text at or above each. */
  const holder = new Uint32Array(all.length)
  const isCaption = captionsOf(all, view, keptChars)
  const isSeen = changesSaidBeside(all, view)
  for (let i = 0; i < all.length; i += 1) {
    if (view.shown[i] === 0) continue
    const found = view.evidence[i] ?? 0
    const hasText = (view.text[i] ?? 0) > 0
    holder[i] = hasText ? i : (holder[view.parents[i] ?? 0] ?? 0)
    // What is hidden in a shown line says it again for programs: the source of a formula, a hint.
    const isHiddenPart = view.hidden[i] === 1 && view.hidden[lineOf[i] ?? 0] === 0 && !isSeen(i)
    if ((found & EVIDENCE.assistive) !== 0 || isHiddenPart) dropped[i] = DROPPED
    else if (figures[i] === 1) continue
    else if (!hasText) {
      const around = holder[i] ?? 0
      const others = (view.text[around] ?? 0) - (holdsTitle[around] === 1 ? titleChars : 0)
      if ((keptChars[around] ?? 0) < others / 2) dropped[i] = DROPPED
    } else if (view.block[i] === 1) {
      if ((keptChars[i] ?? 0) === 0) dropped[i] = DROPPED
      else if (isCaption(i)) dropped[i] = CAPTION
    } else if ((keptChars[lineOf[i] ?? 0] ?? 0) === 0) dropped[i] = DROPPED
  }
  return dropped
}

/** These are written by what they stand in: a root of these would be half a list or a table. */
const PARTS = new Set('li dt dd td th tr tbody thead tfoot caption summary figcaption'.split(' '))

/** Adds to each element what is below it. */
function sumUp({ parents }: PageView, table: Float64Array): void {
  for (let i = table.length - 1; i > 0; i -= 1) {
    const parent = parents[i] ?? 0
    table[parent] = (table[parent] ?? 0) + (table[i] ?? 0)
  }
}

/** How many kept lines and pictures each element holds. */
function keptThings(
  all: readonly HtmlElement[],
  view: PageView,
  orders: Uint32Array,
  kept: Uint8Array,
  dropped: Uint8Array,
): Float64Array {
  const things = new Float64Array(all.length)
  const gone = within(all, view, ({ order }) => dropped[order] === DROPPED)
  for (let at = 0; at < orders.length; at += 1) things[orders[at] ?? 0] = kept[at] ?? 0
  for (const [i, { name }] of all.entries()) {
    if (gone[i] === 0 && view.shown[i] === 1 && PICTURES.has(name)) things[i] = (things[i] ?? 0) + 1
  }
  sumUp(view, things)
  return things
}

/** The innermost element with all content that can stand by itself. */
function rootOf(page: HtmlElement, things: Float64Array): HtmlElement {
  let found = page
  for (let next: HtmlElement | undefined = found; next !== undefined;) {
    if (!PARTS.has(next.name)) found = next
    next = next.children.find(
      (child): child is HtmlElement => child.kind === 'element' && things[child.order] === things[0],
    )
  }
  return found
}

const PICTURES = new Set(['img', 'amp-img', 'picture', 'svg'])
