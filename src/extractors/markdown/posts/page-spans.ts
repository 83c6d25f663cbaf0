// How much text each element of a page shows, and where the elements below it end.
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'

export interface PageSpans {
  readonly all: readonly HtmlElement[]
  /** By `order`: characters that are shown, without white space at the ends of texts; a picture counts as one. */
  readonly chars: Float64Array
  /** By `order`: the order of the last element below, or of the element itself. */
  readonly last: Uint32Array
}

/** Takes one pass over the page. */
export function spansOf(all: readonly HtmlElement[]): PageSpans {
  const chars = new Float64Array(all.length)
  const last = new Uint32Array(all.length)
  const hidden = new Uint8Array(all.length)
  for (const element of all) {
    const { order, parent } = element
    if ((parent !== null && hidden[parent.order] === 1) || !isVisible(element)) hidden[order] = 1
    else {
      let own = element.name === 'img' ? 1 : 0
      for (const child of element.children) if (child.kind === 'text') own += child.text.trim().length
      chars[order] = own
    }
  }
  for (let i = all.length - 1; i >= 0; i -= 1) {
    last[i] = Math.max(last[i] ?? 0, i)
    const parent = all[i]?.parent?.order
    if (parent === undefined) continue
    chars[parent] = (chars[parent] ?? 0) + (chars[i] ?? 0)
    last[parent] = Math.max(last[parent] ?? 0, last[i] ?? 0)
  }
  return { all, chars, last }
}

/** The characters of elements without those in the elements that `starts` begins. */
export function charsWithout({ all, chars }: PageSpans, starts: ReadonlySet<HtmlElement>): Float64Array {
  const own = Float64Array.from(chars)
  // From the innermost: what an element does not have, those above it do not have either.
  const taken = new Float64Array(all.length)
  for (let i = all.length - 1; i > 0; i -= 1) {
    const element = all[i]
    const parent = element?.parent?.order
    if (element === undefined || parent === undefined) continue
    const lost = starts.has(element) ? (chars[i] ?? 0) : (taken[i] ?? 0)
    if (lost > 0) taken[parent] = (taken[parent] ?? 0) + lost
  }
  for (let i = 0; i < all.length; i += 1) own[i] = (own[i] ?? 0) - (taken[i] ?? 0)
  return own
}

/** Enough for a name, a time or a link with its icons; what is read of each element must not depend on the page. */
const MAX_SMALL_ELEMENTS = 24

/** Whether an element is one of few words and few parts. */
export const isSmall = ({ chars, last }: PageSpans, { order }: HtmlElement, maxChars: number): boolean =>
  (chars[order] ?? 0) <= maxChars && (last[order] ?? order) - order <= MAX_SMALL_ELEMENTS

/** Whether the first is the second, or round it. */
export const holds = ({ last }: PageSpans, outer: HtmlElement, inner: HtmlElement): boolean =>
  inner.order >= outer.order && inner.order <= (last[outer.order] ?? outer.order)

const places = new WeakMap<HtmlElement, ReadonlyMap<HtmlNode, number>>()

/** The place of a node among the children of its parent; counted once for each parent. */
export function placeOf(node: HtmlNode): number {
  const { parent } = node
  if (parent === null) return 0
  let known = places.get(parent)
  if (known === undefined)
    places.set(parent, (known = new Map(parent.children.map((child, at) => [child, at]))))
  return known.get(node) ?? 0
}

/** The elements below one, in document order, without those that `apart` names and what is in them. */
export function* below(
  { all, last }: PageSpans,
  element: HtmlElement,
  apart: (inner: HtmlElement) => boolean = () => false,
): Generator<HtmlElement> {
  const end = last[element.order] ?? 0
  for (let i = element.order + 1; i <= end; i += 1) {
    const inner = all[i]
    if (inner === undefined) return
    if (apart(inner)) i = last[i] ?? i
    else yield inner
  }
}
