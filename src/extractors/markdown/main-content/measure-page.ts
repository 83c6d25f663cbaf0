// Counts, for each element of a page, the text a reader would see below it and how much of that is links.
import { BLOCK_ELEMENTS } from '#extract/html/element-groups.ts'
import type { HtmlElement } from '#extract/html/html-node.ts'

/** Tables by `element.order`. Characters are counted with runs of white space as one; a wide (CJK) one counts twice. */
export interface PageMeasures {
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

/** Measures what `isSeen` lets through. */
export function measurePage(
  root: HtmlElement,
  elements: number,
  isSeen: (element: HtmlElement) => boolean,
): PageMeasures {
  const table = (): Float64Array => new Float64Array(elements)
  const measures = {
    text: table(),
    links: table(),
    ownText: table(),
    ownLinks: table(),
    ownStops: table(),
    anchors: table(),
    block: new Uint8Array(elements),
  }
  const { text, links, ownText, ownLinks, ownStops, anchors, block } = measures

  const markBlocks = (element: HtmlElement): boolean => {
    let holdsBlock = false
    for (const child of element.children) {
      if (child.kind === 'element' && isSeen(child) && markBlocks(child)) holdsBlock = true
    }
    const isBlock = holdsBlock || BLOCK_ELEMENTS.has(element.name)
    if (isBlock) block[element.order] = 1
    return isBlock
  }

  const visit = (element: HtmlElement, owner: number, inLink: boolean): void => {
    const at = element.order
    const line = block[at] === 1 ? at : owner
    const linked = inLink || element.name === 'a'
    for (const child of element.children) {
      if (child.kind === 'text') {
        countText(child.text)
        if (counted.chars === 0) continue
        text[at] = (text[at] as number) + counted.chars
        ownText[line] = (ownText[line] as number) + counted.chars
        ownStops[line] = (ownStops[line] as number) + counted.stops
        if (linked) {
          links[at] = (links[at] as number) + counted.chars
          ownLinks[line] = (ownLinks[line] as number) + counted.chars
        }
      } else if (isSeen(child)) {
        visit(child, line, linked)
        const below = child.order
        text[at] = (text[at] as number) + (text[below] as number)
        links[at] = (links[at] as number) + (links[below] as number)
        anchors[at] = (anchors[at] as number) + (anchors[below] as number)
      }
    }
    if (element.name === 'a' && (text[at] as number) > 0) anchors[at] = (anchors[at] as number) + 1
  }

  markBlocks(root)
  visit(root, root.order, false)
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
