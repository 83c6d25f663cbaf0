// How much text each element of a page shows, and where the elements below it end.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'

export interface PageSpans {
  readonly all: readonly HtmlElement[]
  /** By `order`: characters that are shown, without white space at the ends of texts. */
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
    else
      for (const child of element.children)
        if (child.kind === 'text') chars[order] = (chars[order] ?? 0) + child.text.trim().length
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
