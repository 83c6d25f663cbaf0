// Counts, for each element of a page, the text a reader would see below it and how much of that is links.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { UNREADABLE_ELEMENTS } from '#parsing/html/visible-elements.ts'
import { counted, countText, lineTexts, type LineTexts } from './line-texts.ts'
import { tagNumber, tagSet } from './tags.ts'

const BLOCK = tagSet(BLOCK_ELEMENTS)
const UNREADABLE = tagSet(UNREADABLE_ELEMENTS)
const LINK = tagNumber('a')

/** Tables by `element.order`. Characters are counted with runs of white space as one; a wide (CJK) one counts twice. */
export interface PageMeasures {
  /** The element above each; 0 for the root. */
  readonly parents: Uint32Array
  /** The number of each tag (`tags.ts`). */
  readonly tags: Uint8Array
  /** 1 where the element itself is not hidden. */
  readonly seen: Uint8Array
  /** 1 where neither the element nor one above it is hidden. */
  readonly shown: Uint8Array
  /** All visible text below. */
  readonly text: Uint32Array
  /** The part of `text` inside links. */
  readonly links: Uint32Array
  /** The part of `text` in the element's own lines: not in a block below it. */
  readonly ownText: Uint32Array
  readonly ownLinks: Uint32Array
  /** Ends of sentences in the own lines. */
  readonly ownStops: Uint32Array
  /** Number of links with text below. */
  readonly anchors: Uint32Array
  /** 1 where the element starts lines of its own: a block by name, or an inline element that holds blocks. */
  readonly block: Uint8Array
  /** The element that starts the line in which an element stands. */
  readonly lineOf: Uint32Array
  readonly texts: LineTexts
}

/**
 * Measures all that a reader could come to see (`isReadable`). Parents come before their children in `all`, so a forward
 * pass propagates down and a backward pass sums up, without a call for each element.
 */
export function measurePage({ all }: HtmlDocument): PageMeasures {
  const elements = all.length
  const table = (): Uint32Array => new Uint32Array(elements)
  const measures = {
    parents: table(),
    tags: new Uint8Array(elements),
    seen: new Uint8Array(elements),
    shown: new Uint8Array(elements),
    text: table(),
    links: table(),
    ownText: table(),
    ownLinks: table(),
    ownStops: table(),
    anchors: table(),
    block: new Uint8Array(elements),
    lineOf: table(),
    texts: lineTexts(elements),
  }
  const {
    parents,
    tags,
    seen,
    shown,
    text,
    links,
    ownText,
    ownLinks,
    ownStops,
    anchors,
    block,
    lineOf,
    texts,
  } = measures
  const linked = new Uint8Array(elements)

  seen[0] = shown[0] = 1
  for (let i = 1; i < elements; i += 1) {
    const element = all[i] as HtmlElement
    const parent = element.parent?.order ?? 0
    parents[i] = parent
    const tag = tagNumber(element.name)
    tags[i] = tag
    if (UNREADABLE[tag] === 1) continue
    seen[i] = 1
    shown[i] = shown[parent] as number
    linked[i] = tag === LINK ? 1 : (linked[parent] as number)
    if (shown[i] === 1 && BLOCK[tag] === 1) block[i] = 1
  }
  for (let i = elements - 1; i > 0; i -= 1) if (block[i] === 1) block[parents[i] as number] = 1
  for (let i = 0; i < elements; i += 1) {
    if (shown[i] === 0) continue
    const line = block[i] === 1 ? i : (lineOf[parents[i] as number] as number)
    lineOf[i] = line
    const { children } = all[i] as HtmlElement
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at] as HtmlNode
      if (child.kind !== 'text') continue
      countText(child.text, line, texts)
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
    if (tags[i] === LINK && (text[i] as number) > 0) anchors[i] = (anchors[i] as number) + 1
    const parent = parents[i] as number
    text[parent] = (text[parent] as number) + (text[i] as number)
    links[parent] = (links[parent] as number) + (links[i] as number)
    anchors[parent] = (anchors[parent] as number) + (anchors[i] as number)
  }
  return measures
}
