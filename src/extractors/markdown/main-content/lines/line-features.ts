// Describes each line of a page by numbers: its text, its place, what it stands in, its neighbours, and the page as a whole.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { attribute } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { readLineTexts, type LineTexts } from './line-texts.ts'

export interface PageLines {
  /** The elements that start a line with text, in document order, by `element.order`. */
  readonly orders: Uint32Array
  readonly texts: LineTexts
  /** The nearest heading line at or above each line, as an index into `orders`; -1 above the first. */
  readonly headings: Int32Array
}

const TAG_GROUPS: readonly string[] = [
  'p',
  'li',
  'h1',
  'h2',
  'h3',
  'h4 h5 h6',
  'td',
  'th',
  'dt',
  'dd',
  'div',
  'section article main',
  'pre',
  'blockquote',
  'figcaption caption',
  'summary details',
  'button label legend',
]
const TAG = new Map(
  TAG_GROUPS.flatMap((group, at) => group.split(' ').map((name) => [name, at + 1] as const)),
)

/** What an element stands in, one bit each. */
const INSIDE: readonly string[] = [
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
const INSIDE_BIT = new Map(
  INSIDE.flatMap((group, at) => group.split(' ').map((name) => [name, 1 << at] as const)),
)
const HIDDEN_BIT = 1 << INSIDE.length
const ROLE_BIT: Readonly<Record<string, number>> = {
  main: 1 << 0,
  article: 1 << 1,
  banner: 1 << 2,
  contentinfo: 1 << 3,
  navigation: 1 << 4,
  menu: 1 << 4,
  menubar: 1 << 4,
  complementary: 1 << 5,
  form: 1 << 6,
  search: 1 << 6,
  dialog: 1 << 9,
  alertdialog: 1 << 9,
}
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const EVIDENCE_BITS = 12

/** Columns of one level of containers. */
const LEVEL = [
  'text',
  'linked',
  'share',
  'lines',
  'perLine',
  'prose',
  'headings',
  'alike',
  'from',
  'evidence',
]
const LINE_COLUMNS = [
  'chars',
  'words',
  'wordChars',
  'linked',
  'anchors',
  'stops',
  'digits',
  'capitals',
  'commas',
  'signs',
  'startsSmall',
  'startsDigit',
  'endsStop',
  'endsColon',
  'worth',
  'tag',
  'level',
  'inside',
  'insideLayout',
  'depth',
  'at',
  'charsBefore',
  'lineOfTitle',
  'toTitle',
  'upToTitle',
  'isTitle',
  'toHeading',
  'headingLevel',
  'copies',
  'copyBefore',
  'sinceContent',
  'upToProse',
  'inCore',
  'upToCore',
  'coreFromThere',
]
const NEIGHBOURS = [-3, -2, -1, 1, 2, 3]

/** The names of the columns, in the order of `describeLines`. */
export const LINE_FEATURES: readonly string[] = [
  ...LINE_COLUMNS,
  ...INSIDE.map((group) => `in ${group}`),
  'hidden',
  ...Array.from({ length: EVIDENCE_BITS }, (_, bit) => `evidence ${bit}`),
  ...Array.from({ length: EVIDENCE_BITS }, (_, bit) => `evidence above ${bit}`),
  ...['1', '2', '3', 'top'].flatMap((level) => LEVEL.map((column) => `${column} ${level}`)),
  ...NEIGHBOURS.flatMap((by) => [`chars ${by}`, `linked ${by}`]),
  ...[-1, 1].flatMap((by) => [`tag ${by}`, `stops ${by}`, `together ${by}`]),
  'window chars',
  'window linked',
  'window worth',
]

const log = (value: number): number => Math.log2(1 + value)
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** The lines of a page, and the heading above each. */
export function linesOf(all: readonly HtmlElement[], view: PageView): PageLines {
  const texts = readLineTexts(all, view)
  const orders = new Uint32Array(all.length)
  let count = 0
  for (let i = 0; i < all.length; i += 1) {
    // The text of a page without blocks is a line of the root.
    if ((view.block[i] === 1 || i === 0) && (view.ownText[i] as number) > 0) {
      orders[count] = i
      count += 1
    }
  }
  const headings = new Int32Array(count)
  let heading = -1
  for (let at = 0; at < count; at += 1) {
    if (HEADINGS.has((all[orders[at] as number] as HtmlElement).name)) heading = at
    headings[at] = heading
  }
  return { orders: orders.subarray(0, count), texts, headings }
}

/** The elements of a page that the place of each line is measured from; null where the page has none. */
export interface Landmarks {
  /** The heading that shows the page's title. */
  readonly title: HtmlElement | null
  /** The element with the most prose of its own. */
  readonly core: HtmlElement | null
}

export function describeLines(
  all: readonly HtmlElement[],
  view: PageView,
  lines: PageLines,
  { title, core }: Landmarks,
): Float32Array {
  const { orders, texts } = lines
  const count = orders.length
  const elements = all.length
  const { text, links, ownText, ownLinks, ownStops, ownProse, prose, anchors, evidence, shown } = view
  const total = text[0] as number
  const width = LINE_FEATURES.length
  const rows = new Float32Array(count * width)

  const lineCount = new Uint32Array(elements)
  const headingCount = new Uint32Array(elements)
  const charsBefore = new Float64Array(elements)
  const up = new Uint32Array(elements)
  const top = new Uint32Array(elements)
  const depth = new Uint16Array(elements)
  const inside = new Uint32Array(elements)
  const above = new Uint16Array(elements)
  const alike = new Uint16Array(elements)
  const holdsTitle = new Uint8Array(elements)
  const nearTitle = new Uint32Array(elements)
  const nearProse = new Uint32Array(elements)
  const holdsCore = new Uint8Array(elements)
  const nearCore = new Uint32Array(elements)
  for (let element = title; element !== null; element = element.parent) holdsTitle[element.order] = 1
  for (let element = core; element !== null; element = element.parent) holdsCore[element.order] = 1
  for (let at = 0; at < count; at += 1) {
    const i = orders[at] as number
    lineCount[i] = (lineCount[i] as number) + 1
    if (lines.headings[at] === at) headingCount[i] = (headingCount[i] as number) + 1
  }
  for (let i = elements - 1; i > 0; i -= 1) {
    const parent = (all[i] as HtmlElement).parent?.order ?? 0
    lineCount[parent] = (lineCount[parent] as number) + (lineCount[i] as number)
    headingCount[parent] = (headingCount[parent] as number) + (headingCount[i] as number)
  }
  const shapes = new Map<string, Map<string, number>>()
  const totalProse = prose[0] as number
  for (let i = 0; i < elements; i += 1) {
    if (shown[i] === 0) continue
    const element = all[i] as HtmlElement
    const parent = element.parent?.order ?? 0
    if (i > 0) {
      depth[i] = (depth[parent] as number) + 1
      up[i] = (text[parent] as number) > (text[i] as number) ? parent : (up[parent] as number)
      top[i] =
        (text[i] as number) >= total * 0.8 ? 0 : (top[parent] as number) > 0 ? (top[parent] as number) : i
      above[i] = (above[parent] as number) | (evidence[parent] as number)
    }
    let bits = (inside[parent] as number) | (INSIDE_BIT.get(element.name) ?? 0)
    const role = attribute(element, 'role')
    if (role !== null) bits |= ROLE_BIT[role] ?? 0
    if (view.hidden[i] === 1) bits |= HIDDEN_BIT
    inside[i] = bits
    nearTitle[i] = holdsTitle[i] === 1 ? i : (nearTitle[parent] as number)
    nearCore[i] = holdsCore[i] === 1 ? i : (nearCore[parent] as number)
    nearProse[i] = (prose[i] as number) >= totalProse * 0.5 ? i : (nearProse[parent] as number)
    if (element.children.length > 1) countAlike(element, text, alike, shapes)
  }
  let chars = 0
  let next = 0
  for (let i = 0; i < elements; i += 1) {
    charsBefore[i] = chars
    if (next < count && orders[next] === i) {
      chars += ownText[i] as number
      next += 1
    }
  }
  const copies = new Map<number, number>()
  for (const i of orders) copies.set(texts.hash[i] as number, (copies.get(texts.hash[i] as number) ?? 0) + 1)
  const seen = new Map<number, number>()

  let titleAt = -1
  if (title !== null) titleAt = orders.findIndex((order) => order >= title.order)
  let sinceContent = 0
  for (let at = 0; at < count; at += 1) {
    const i = orders[at] as number
    const element = all[i] as HtmlElement
    const own = ownText[i] as number
    const words = texts.words[i] as number
    const last = texts.last[i] as number
    const first = texts.first[i] as number
    const heading = lines.headings[at] as number
    const hash = texts.hash[i] as number
    const bits = inside[i] as number
    const before = seen.get(hash) ?? 0
    seen.set(hash, before + 1)
    let k = at * width
    rows[k++] = log(own)
    rows[k++] = log(words)
    rows[k++] = share(own, words)
    rows[k++] = share(ownLinks[i] as number, own)
    rows[k++] = anchors[i] as number
    rows[k++] = ownStops[i] as number
    rows[k++] = share(texts.digits[i] as number, own)
    rows[k++] = share(texts.capitals[i] as number, words)
    rows[k++] = texts.commas[i] as number
    rows[k++] = share(texts.signs[i] as number, own)
    rows[k++] = first >= 0x61 && first <= 0x7a ? 1 : 0
    rows[k++] = first >= 0x30 && first <= 0x39 ? 1 : 0
    rows[k++] = last === 0x2e || last === 0x21 || last === 0x3f || last === 0x3002 ? 1 : 0
    rows[k++] = last === 0x3a ? 1 : 0
    rows[k++] = ownProse[i] as number
    rows[k++] = TAG.get(element.name) ?? 0
    rows[k++] = element.parent === null ? 0 : (TAG.get(element.parent.name) ?? 0)
    rows[k++] = popCount(bits)
    rows[k++] = (bits & 0x3c) === 0 ? 0 : 1
    rows[k++] = depth[i] as number
    rows[k++] = at / count
    rows[k++] = share(charsBefore[i] as number, total)
    rows[k++] = titleAt < 0 ? -1 : titleAt / count
    rows[k++] = titleAt < 0 ? -1_000 : Math.max(-100, Math.min(300, at - titleAt))
    rows[k++] = titleAt < 0 ? -1 : (depth[i] as number) - (depth[nearTitle[i] as number] as number)
    rows[k++] = at === titleAt ? 1 : 0
    rows[k++] = heading < 0 ? 99 : Math.min(99, at - heading)
    rows[k++] = heading < 0 ? 0 : (TAG.get((all[orders[heading] as number] as HtmlElement).name) ?? 0)
    rows[k++] = copies.get(hash) ?? 1
    rows[k++] = before
    rows[k++] = Math.min(99, sinceContent)
    rows[k++] = (depth[i] as number) - (depth[nearProse[i] as number] as number)
    const meeting = nearCore[i] as number
    rows[k++] = core !== null && meeting === core.order ? 1 : 0
    rows[k++] = core === null ? -1 : (depth[i] as number) - (depth[meeting] as number)
    rows[k++] = core === null ? -1 : (depth[core.order] as number) - (depth[meeting] as number)
    sinceContent = (ownProse[i] as number) > 0 ? 0 : sinceContent + 1
    for (let bit = 0; bit <= INSIDE.length; bit += 1) rows[k++] = (bits >> bit) & 1
    for (let bit = 0; bit < EVIDENCE_BITS; bit += 1) rows[k++] = ((evidence[i] as number) >> bit) & 1
    for (let bit = 0; bit < EVIDENCE_BITS; bit += 1) rows[k++] = ((above[i] as number) >> bit) & 1
    let level = i
    for (let step = 0; step < 4; step += 1) {
      level = step < 3 ? (up[level] as number) : (top[i] as number)
      const inLevel = text[level] as number
      const levelLines = lineCount[level] as number
      rows[k++] = log(inLevel)
      rows[k++] = share(links[level] as number, inLevel)
      rows[k++] = share(inLevel, total)
      rows[k++] = levelLines
      rows[k++] = log(share(inLevel, levelLines))
      rows[k++] = share(prose[level] as number, inLevel)
      rows[k++] = share(headingCount[level] as number, levelLines)
      rows[k++] = alike[level] as number
      rows[k++] = share(charsBefore[level] as number, total)
      rows[k++] = (evidence[level] as number) & 0xfff
    }
    for (const by of NEIGHBOURS) {
      const other = at + by
      const j = other >= 0 && other < count ? (orders[other] as number) : -1
      rows[k++] = j < 0 ? -1 : log(ownText[j] as number)
      rows[k++] = j < 0 ? -1 : share(ownLinks[j] as number, ownText[j] as number)
    }
    for (let by = -1; by <= 1; by += 2) {
      const other = at + by
      const j = other >= 0 && other < count ? (orders[other] as number) : -1
      rows[k++] = j < 0 ? -1 : (TAG.get((all[j] as HtmlElement).name) ?? 0)
      rows[k++] = j < 0 ? -1 : (ownStops[j] as number)
      rows[k++] = j < 0 ? 0 : up[j] === up[i] ? 2 : up[up[j] as number] === up[up[i] as number] ? 1 : 0
    }
    let windowChars = 0
    let windowLinks = 0
    let windowWorth = 0
    for (let other = Math.max(0, at - 6); other < Math.min(count, at + 7); other += 1) {
      const j = orders[other] as number
      windowChars += ownText[j] as number
      windowLinks += ownLinks[j] as number
      windowWorth += ownProse[j] as number
    }
    rows[k++] = log(windowChars)
    rows[k++] = share(windowLinks, windowChars)
    rows[k++] = windowWorth
  }
  return rows
}

/** How many children of an element look the same: cards, posts, rows. */
function countAlike(
  { children }: HtmlElement,
  text: Float64Array,
  alike: Uint16Array,
  shapes: Map<string, Map<string, number>>,
): void {
  shapes.clear()
  for (const child of children) {
    if (child.kind !== 'element' || (text[child.order] as number) === 0) continue
    const names = attribute(child, 'class') ?? ''
    let counts = shapes.get(child.name)
    if (counts === undefined) shapes.set(child.name, (counts = new Map()))
    counts.set(names, (counts.get(names) ?? 0) + 1)
  }
  for (const child of children) {
    if (child.kind !== 'element' || (text[child.order] as number) === 0) continue
    const count = shapes.get(child.name)?.get(attribute(child, 'class') ?? '') ?? 0
    alike[child.order] = Math.min(65_535, count)
  }
}

function popCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
