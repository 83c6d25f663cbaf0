// Tables by element that the lines of a page are described from: what each element stands in, holds, and is near to.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { tableByTag } from '#extractors/markdown/main-content/view/tags.ts'
import type { PageLines } from './page-lines.ts'
import { readShapes, type Shapes } from './shapes.ts'

/** What an element stands in, one bit each. */
export const INSIDE: readonly string[] = [
  'main',
  'article',
  'header',
  'footer',
  'nav menu',
  'aside',
  'form',
  'ul ol',
  'table',
  'dialog',
  'a',
  'button',
  'figure',
  'blockquote',
  'pre code',
  'dl',
  'details',
  'section',
  'noscript',
]
/** `header`, `footer`, `nav` and `aside`: around the content. */
export const LAYOUT_BITS = 0x3c
const INSIDE_BIT = tableByTag(
  INSIDE.flatMap((group, at) => group.split(' ').map((name) => [name, 1 << at] as const)),
)
const HIDDEN_BIT = 1 << INSIDE.length
const ROLE_BIT = new Map<string, number>([
  ['main', 1 << 0],
  ['article', 1 << 1],
  ['banner', 1 << 2],
  ['contentinfo', 1 << 3],
  ['navigation', 1 << 4],
  ['menu', 1 << 4],
  ['menubar', 1 << 4],
  ['complementary', 1 << 5],
  ['form', 1 << 6],
  ['search', 1 << 6],
  ['dialog', 1 << 9],
  ['alertdialog', 1 << 9],
])

/** The elements of a page that the place of each line is measured from; null where the page has none. */
export interface Landmarks {
  /** The heading that shows the page's title. */
  readonly title: HtmlElement | null
  /** The element with the most prose of its own. */
  readonly core: HtmlElement | null
}

/** By `element.order`, of shown elements. */
export interface ElementTables extends Shapes {
  /** Lines and heading lines below, itself among them. */
  readonly lineCount: Uint32Array
  readonly headingCount: Uint32Array
  /** Characters of lines before the element. */
  readonly charsBefore: Uint32Array
  /** The nearest element above with more text. */
  readonly up: Uint32Array
  /** The outermost element around it without most of the page's text; 0 where there is none. */
  readonly top: Uint32Array
  readonly depth: Uint16Array
  /** Bits of `INSIDE`, and the next one for hidden. */
  readonly inside: Uint32Array
  /** Bits of evidence of all elements above. */
  readonly above: Uint16Array
  /** The innermost element at or above that holds the title, the core, half of the prose. */
  readonly nearTitle: Uint32Array
  readonly nearCore: Uint32Array
  readonly nearProse: Uint32Array
}

export function readElements(
  all: readonly HtmlElement[],
  view: PageView,
  lines: PageLines,
  { title, core }: Landmarks,
): ElementTables {
  const { text, prose, evidence, shown, hidden, parents, tags } = view
  const count = all.length
  const total = text[0] as number
  const totalProse = prose[0] as number
  const up = new Uint32Array(count)
  const top = new Uint32Array(count)
  const depth = new Uint16Array(count)
  const inside = new Uint32Array(count)
  const above = new Uint16Array(count)
  const nearTitle = new Uint32Array(count)
  const nearCore = new Uint32Array(count)
  const nearProse = new Uint32Array(count)
  const holdsTitle = pathTo(title, count)
  const holdsCore = pathTo(core, count)
  for (let i = 0; i < count; i += 1) {
    if (shown[i] === 0) continue
    const element = all[i] as HtmlElement
    const parent = parents[i] as number
    const own = text[i] as number
    if (i > 0) {
      depth[i] = (depth[parent] as number) + 1
      up[i] = (text[parent] as number) > own ? parent : (up[parent] as number)
      top[i] = own >= total * 0.8 ? 0 : (top[parent] as number) > 0 ? (top[parent] as number) : i
      above[i] = (above[parent] as number) | (evidence[parent] as number)
    }
    let bits = (inside[parent] as number) | (INSIDE_BIT[tags[i] as number] as number)
    const role = attribute(element, 'role')
    if (role !== null) bits |= ROLE_BIT.get(role) ?? 0
    if (hidden[i] === 1) bits |= HIDDEN_BIT
    inside[i] = bits
    nearTitle[i] = holdsTitle[i] === 1 ? i : (nearTitle[parent] as number)
    nearCore[i] = holdsCore[i] === 1 ? i : (nearCore[parent] as number)
    nearProse[i] = (prose[i] as number) >= totalProse * 0.5 ? i : (nearProse[parent] as number)
  }
  return {
    ...countLines(count, view, lines),
    ...readShapes(all, view),
    up,
    top,
    depth,
    inside,
    above,
    nearTitle,
    nearCore,
    nearProse,
  }
}

/** 1 for an element and all above it. */
function pathTo(target: HtmlElement | null, count: number): Uint8Array {
  const path = new Uint8Array(count)
  for (let element = target; element !== null; element = element.parent) path[element.order] = 1
  return path
}

function countLines(
  count: number,
  { ownText, parents }: PageView,
  { orders, headings }: PageLines,
): Pick<ElementTables, 'lineCount' | 'headingCount' | 'charsBefore'> {
  const lineCount = new Uint32Array(count)
  const headingCount = new Uint32Array(count)
  const charsBefore = new Uint32Array(count)
  for (let at = 0; at < orders.length; at += 1) {
    const i = orders[at] as number
    lineCount[i] = 1
    if (headings[at] === at) headingCount[i] = 1
  }
  let chars = 0
  for (let i = 0; i < count; i += 1) {
    charsBefore[i] = chars
    if (lineCount[i] === 1) chars += ownText[i] as number
  }
  for (let i = count - 1; i > 0; i -= 1) {
    if (lineCount[i] === 0) continue
    const parent = parents[i] as number
    lineCount[parent] = (lineCount[parent] as number) + (lineCount[i] as number)
    headingCount[parent] = (headingCount[parent] as number) + (headingCount[i] as number)
  }
  return { lineCount, headingCount, charsBefore }
}
