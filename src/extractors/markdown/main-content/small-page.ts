// What tags, names and links say of the parts of a page with little text, beside the learned model.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { isMainPart, shifted } from './content-parts.ts'
import { isWithin } from './lead-evidence.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import type { ScoredLines } from '#extractors/markdown/main-content/model/score-lines.ts'
import { within, type PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** The model has learned mostly from whole pages of the web; with less text, what parts are called says as much. */
const SMALL_PAGE_CHARS = 1_500
/** With less than this, what is not around the content is hardly anything else: by folds as right as half of it, and fewer lines are lost. */
const TINY_PAGE_CHARS = 1_000
/** The odds of a line change by this power of how many times smaller the page is, by folds over the written pages. */
const POWER = 4

/** Lowers the probabilities of the lines around the content of a small page; of a tiny one it raises those of the others. */
export function shiftSmallPage(
  all: readonly HtmlElement[],
  view: PageView,
  { lines: { orders }, probabilities }: ScoredLines,
): void {
  const chars = view.text[0] ?? 0
  if (chars === 0 || chars >= SMALL_PAGE_CHARS) return
  const lowered = POWER * Math.log(chars / SMALL_PAGE_CHARS)
  const raised = POWER * Math.max(0, Math.log(TINY_PAGE_CHARS / chars))
  const area = all.find(isMainPart)?.order ?? 0
  /** On a page of prose, what is mostly links leads elsewhere. */
  const isProse = (view.prose[area] ?? 0) * 2 > (view.text[area] ?? 0)
  const around = within(all, view, (element) => isAround(element, view, isProse))
  for (let at = 0; at < orders.length; at += 1) {
    const line = all[orders[at] ?? 0]
    if (line === undefined) continue
    const change = around[line.order] === 1 ? lowered : isBeside(line, view) ? 0 : raised
    probabilities[at] = shifted(probabilities[at] ?? 0, change)
  }
}

/** What says who wrote it and when, and what leads to other pages, may be content or not. */
const isBeside = (line: HtmlElement, view: PageView): boolean =>
  ((view.evidence[line.order] ?? 0) & (EVIDENCE.about | EVIDENCE.elsewhere)) !== 0 || isLinkBlock(line, view)

/** What opens content of a small page is its heading: the question of a folded answer. */
export function keepHandles(
  all: readonly HtmlElement[],
  view: PageView,
  orders: Uint32Array,
  kept: Uint8Array,
): void {
  if ((view.text[0] ?? 0) >= SMALL_PAGE_CHARS) return
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

const AROUND_TAGS = new Set(['nav', 'menu', 'footer', 'aside', 'form', 'dialog'])
const AROUND = EVIDENCE.never | EVIDENCE.comments

function isAround(element: HtmlElement, view: PageView, isProse: boolean): boolean {
  const found = view.evidence[element.order] ?? 0
  if ((found & EVIDENCE.box) !== 0 || isHandle(element)) return false
  return (
    AROUND_TAGS.has(element.name) ||
    (found & AROUND) !== 0 ||
    isControl(element) ||
    (isProse && isLinkBlock(element, view))
  )
}

/** Whether an element says that it opens another one: it is the heading of that. */
const isHandle = (element: HtmlElement): boolean =>
  attribute(element, 'aria-expanded') !== null || attribute(element, 'aria-controls') !== null

const MAX_LABEL_CHARS = 100

/** A line with nothing but a button that does something, and does not open what stands below it. */
function isControl(line: HtmlElement): boolean {
  const button = onlyChild(line)
  return button?.name === 'button' && !isHandle(button) && !lineText(button, MAX_LABEL_CHARS).includes('?')
}

/** The one element that an element has, without text beside it; else null. */
function onlyChild({ children }: HtmlElement): HtmlElement | null {
  const [only, other] = children.filter((child) => child.kind === 'element' || /\S/.test(child.text))
  return only?.kind === 'element' && other === undefined ? only : null
}

/** `<p><a><code>call()</code></a></p>` says what something is called, whatever it leads to. */
function isCode(line: HtmlElement): boolean {
  const link = onlyChild(line)
  return link !== null && onlyChild(link)?.name === 'code'
}

/** Parts of lists and tables are content or not as a whole. */
const LIST_PARTS = new Set('li dt dd td th tr tbody thead tfoot h1 h2 h3 h4 h5 h6'.split(' '))

/** A block that is mostly links, without prose. */
function isLinkBlock(element: HtmlElement, view: PageView): boolean {
  const { name, order } = element
  return (
    view.block[order] === 1 &&
    !isCode(element) &&
    !LIST_PARTS.has(name) &&
    name !== 'table' &&
    (view.links[order] ?? 0) > (view.text[order] ?? 0) * (name === 'p' ? 0.8 : 0.5) &&
    (view.prose[order] ?? 0) < 50
  )
}
