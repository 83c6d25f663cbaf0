// Counts, for each element of a page, the text a reader would see below it and how much of that is links.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

/** Tables by `element.order`. Characters are counted with runs of white space as one; a wide (CJK) one counts twice. */
export interface PageMeasures {
  /** 1 where the element itself is not hidden. */
  readonly seen: Uint8Array
  /** 1 where neither the element nor one above it is hidden. */
  readonly shown: Uint8Array
  /** All visible text below. */
  readonly text: Float64Array
  /** The part of `text` inside links. */
  readonly links: Float64Array
  /** The part of `text` in the element's own lines: not in a block below it. */
  readonly ownText: Float64Array
  readonly ownLinks: Float64Array
  /** Ends of sentences in the own lines. */
  readonly ownStops: Float64Array
  /** Number of links with text below. */
  readonly anchors: Float64Array
  /** 1 where the element starts lines of its own: a block by name, or an inline element that holds blocks. */
  readonly block: Uint8Array
}

/**
 * Measures the elements that `isVisible` accepts. Parents come before their children in `all`, so a forward pass
 * propagates down and a backward pass sums up, without a call for each element.
 */
export function measurePage(
  { all, elements }: HtmlDocument,
  isVisible: (element: HtmlElement) => boolean,
): PageMeasures {
  const table = (): Float64Array => new Float64Array(elements)
  const measures = {
    seen: new Uint8Array(elements),
    shown: new Uint8Array(elements),
    text: table(),
    links: table(),
    ownText: table(),
    ownLinks: table(),
    ownStops: table(),
    anchors: table(),
    block: new Uint8Array(elements),
  }
  const { seen, shown, text, links, ownText, ownLinks, ownStops, anchors, block } = measures
  const parents = new Uint32Array(elements)
  const linked = new Uint8Array(elements)
  const lines = new Uint32Array(elements)

  seen[0] = shown[0] = 1
  for (let i = 1; i < elements; i += 1) {
    const element = all[i] as HtmlElement
    const parent = element.parent?.order ?? 0
    parents[i] = parent
    if (!isVisible(element)) continue
    seen[i] = 1
    shown[i] = shown[parent] as number
    if (element.name === 'a') linked[i] = 1
    else linked[i] = linked[parent] as number
    if (shown[i] === 1 && BLOCK_ELEMENTS.has(element.name)) block[i] = 1
  }
  for (let i = elements - 1; i > 0; i -= 1) if (block[i] === 1) block[parents[i] as number] = 1
  for (let i = 0; i < elements; i += 1) {
    if (shown[i] === 0) continue
    const line = block[i] === 1 ? i : (lines[parents[i] as number] as number)
    lines[i] = line
    const { children } = all[i] as HtmlElement
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at] as HtmlNode
      if (child.kind !== 'text') continue
      countText(child.text)
      if (counted.chars === 0) continue
      text[i] = (text[i] as number) + counted.chars
      ownText[line] = (ownText[line] as number) + counted.chars
      ownStops[line] = (ownStops[line] as number) + counted.stops
      if (linked[i] === 1) {
        links[i] = (links[i] as number) + counted.chars
        ownLinks[line] = (ownLinks[line] as number) + counted.chars
      }
    }
  }
  for (let i = elements - 1; i > 0; i -= 1) {
    if (shown[i] === 0) continue
    if ((all[i] as HtmlElement).name === 'a' && (text[i] as number) > 0)
      anchors[i] = (anchors[i] as number) + 1
    const parent = parents[i] as number
    text[parent] = (text[parent] as number) + (text[i] as number)
    links[parent] = (links[parent] as number) + (links[i] as number)
    anchors[parent] = (anchors[parent] as number) + (anchors[i] as number)
  }
  return measures
}

const counted = { chars: 0, stops: 0 }

/** Characters and sentence ends of one text; the answer is in `counted`, which the next call overwrites. */
function countText(text: string): void {
  let chars = 0
  let stops = 0
  let space = true
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code <= 32 || code === 0xa0) {
      if (!space) chars += 1
      space = true
      continue
    }
    space = false
    chars += isWide(code) ? 2 : 1
    // A full stop ends a sentence only before white space or the end; the CJK ones always do.
    if (code === 0x2e || code === 0x21 || code === 0x3f) {
      const next = i + 1 < text.length ? text.charCodeAt(i + 1) : 32
      if (next <= 32 || next === 0x22 || next === 0x201d || next === 0x2019 || next === 0xa0) stops += 1
    } else if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x0964 || code === 0x06d4)
      stops += 1
  }
  if (space && chars > 0) chars -= 1
  counted.chars = chars
  counted.stops = stops
}

const isWide = (code: number): boolean =>
  code >= 0x1100 &&
  (code <= 0x11ff ||
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xff60))
