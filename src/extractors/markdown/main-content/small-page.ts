// What the names of the parts of a page with little text say about its lines, beside the learned model.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { isMainPart, shifted } from './content-parts.ts'
import { isWithin } from './lead-evidence.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import type { ScoredLines } from '#extractors/markdown/main-content/model/score-lines.ts'
import { HEADING_LEVEL } from '#extractors/markdown/main-content/view/tags.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** The model has learned from whole pages of the web; with less text, what parts are called says as much. */
const SMALL_PAGE_CHARS = 1_500

export const isSmall = (view: PageView): boolean => (view.text[0] ?? 0) < SMALL_PAGE_CHARS

/** How much of the text that a page needs to be judged as a whole it has: 0 to 1. */
export const shareOfWhole = (view: PageView): number => Math.min(1, (view.text[0] ?? 0) / SMALL_PAGE_CHARS)

/** The odds of a line change by this power of how many times smaller the page is than one that is judged as a whole. */
const BY_NAME = 2.5

/**
 * Raises the probabilities of the lines of a small page, and lowers those of what is around the content by its tags and names.
 */
export function shiftByName(
  all: readonly HtmlElement[],
  view: PageView,
  { lines: { orders }, probabilities }: ScoredLines,
  unreachable: Uint8Array,
): void {
  const own = linesByName(all, view, orders, unreachable, AROUND)
  const thread = linesByName(all, view, orders, unreachable, AROUND & ~EVIDENCE.comments)
  const named = isThread(view, orders, own, thread) ? thread : own
  const change = BY_NAME * -Math.log(shareOfWhole(view))
  for (let at = 0; at < orders.length; at += 1)
    probabilities[at] = shifted(probabilities[at] ?? 0, named[at] === 1 ? change : -change)
}

/** What opens content is its heading: the question of a folded answer. */
export function keepHandles(all: readonly HtmlElement[], orders: Uint32Array, kept: Uint8Array): void {
  const handles = [...orders.keys()].filter((at) => controlled(all[orders[at] ?? 0]) !== null)
  if (handles.length === 0) return
  const byId = new Map(all.map((element) => [attribute(element, 'id'), element]))
  for (const at of handles) {
    const target = byId.get(controlled(all[orders[at] ?? 0]))
    if (target === undefined) continue
    if (orders.some((order, line) => kept[line] === 1 && isWithin(all[order] ?? null, target))) kept[at] = 1
  }
}

/** The id of what an element opens. */
const controlled = (element: HtmlElement | undefined): string | null =>
  element === undefined ? null : attribute(element, 'aria-controls')

/** A page without prose of its own beside longer comments is a thread, whose posts are named as comments are. */
function isThread(view: PageView, orders: Uint32Array, own: Uint8Array, thread: Uint8Array): boolean {
  let ownChars = 0
  let threadChars = 0
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0
    if (own[at] === 1 && (view.ownProse[order] ?? 0) > 0) return false
    const chars = view.ownText[order] ?? 0
    if (own[at] === 1) ownChars += chars
    if (thread[at] === 1) threadChars += chars
  }
  return ownChars * 2 < threadChars
}

/** By line: 1 where nothing above it has one of the `names` (bits of evidence) or is around the content by its tag. */
function linesByName(
  all: readonly HtmlElement[],
  view: PageView,
  orders: Uint32Array,
  unreachable: Uint8Array,
  names: number,
): Uint8Array {
  const around = new Uint8Array(all.length)
  const inBody = new Uint8Array(all.length)
  const inMain = new Uint8Array(all.length)
  const top = topHeadings(all, view)
  let mainChars = 0
  /** What the markup calls the body of an article ends the article. */
  const body = all.find(
    ({ order }) =>
      ((view.evidence[order] ?? 0) & EVIDENCE.body) !== 0 &&
      (view.prose[order] ?? 0) * 2 > (view.prose[0] ?? 0),
  )
  /** On a page of prose, what is mostly links leads elsewhere. */
  const area = all.find(isMainPart)?.order ?? 0
  const isProse = (view.prose[area] ?? 0) * 2 > (view.text[area] ?? 0)
  for (const element of all) {
    const { order, parent } = element
    const above = parent === null ? 0 : parent.order
    const isMain = isMainPart(element)
    if (isMain && inMain[above] === 0) mainChars += view.text[order] ?? 0
    inMain[order] = isMain ? 1 : (inMain[above] ?? 0)
    inBody[order] = element === body ? 1 : (inBody[above] ?? 0)
    around[order] =
      around[above] === 1 ||
      unreachable[order] === 1 ||
      isAround(element, view, isProse, names, top[order] ?? 0)
        ? 1
        : 0
  }
  const isContent = (order: number): boolean =>
    around[order] === 0 &&
    (mainChars === 0 || inMain[order] === 1) &&
    (body === undefined || order < body.order || inBody[order] === 1)
  return Uint8Array.from(orders, (order) => (isContent(order) ? 1 : 0))
}

const AROUND_TAGS = new Set(['nav', 'menu', 'footer', 'aside', 'form', 'dialog'])
const AROUND = EVIDENCE.never | EVIDENCE.elsewhere | EVIDENCE.assistive | EVIDENCE.comments

function isAround(
  element: HtmlElement,
  view: PageView,
  isProse: boolean,
  names: number,
  topHeading: number,
): boolean {
  const found = view.evidence[element.order] ?? 0
  if ((found & EVIDENCE.box) !== 0 || isHandle(element)) return false
  if (AROUND_TAGS.has(element.name) || (found & names) !== 0 || isControl(element)) return true
  if (isProse && isLinkBlock(element, view)) return true
  if ((found & EVIDENCE.about) !== 0 && view.block[element.order] === 1)
    return (view.text[element.order] ?? 0) < MAX_NOTE_CHARS && !isWrittenAddress(element) && topHeading === 0
  return element.name === 'header' && element.parent?.name === 'body' && topHeading !== 1
}

/** Whether an element says that it opens another one: it is the heading of that. */
const isHandle = (element: HtmlElement): boolean =>
  attribute(element, 'aria-expanded') !== null || attribute(element, 'aria-controls') !== null

/** A line with nothing but a button that does something, and does not open what stands below it. */
function isControl({ children }: HtmlElement): boolean {
  const [button, other] = children.filter((child) => child.kind === 'element' || /\S/.test(child.text))
  return (
    button?.kind === 'element' &&
    button.name === 'button' &&
    other === undefined &&
    !isHandle(button) &&
    !lineText(button, MAX_NOTE_CHARS).includes('?')
  )
}

/** Who wrote it, when, and under what label; longer text with such a name is the thing itself. */
const MAX_NOTE_CHARS = 100

/** The address of a business, not the name of an author: it has numbers of a house, of a postcode or of a phone. */
const isWrittenAddress = (element: HtmlElement): boolean =>
  element.name === 'address' && /\d/.test(lineText(element, MAX_NOTE_CHARS))

/** By `element.order`: the level of the highest heading at or below an element, 0 without one. */
function topHeadings(all: readonly HtmlElement[], { tags, parents }: PageView): Uint8Array {
  const top = new Uint8Array(all.length)
  for (let i = all.length - 1; i > 0; i -= 1) {
    const own = HEADING_LEVEL[tags[i] ?? 0] ?? 0
    if (own !== 0) top[i] = own
    const parent = parents[i] ?? 0
    const level = top[i] ?? 0
    if (level !== 0 && ((top[parent] ?? 0) === 0 || level < (top[parent] ?? 0))) top[parent] = level
  }
  return top
}

/** Parts of lists and tables are content or not as a whole. */
const LIST_PARTS = new Set('li dt dd td th tr tbody thead tfoot h1 h2 h3 h4 h5 h6'.split(' '))

/** A block that is mostly links, without prose. */
function isLinkBlock(element: HtmlElement, view: PageView): boolean {
  const { name, order } = element
  const text = view.text[order] ?? 0
  return (
    view.block[order] === 1 &&
    !LIST_PARTS.has(name) &&
    name !== 'table' &&
    (view.links[order] ?? 0) > text * (name === 'p' ? 0.8 : 0.5) &&
    (view.prose[order] ?? 0) < 50
  )
}
