// The lines of a page: the elements that start a line with text, and the heading above each.
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { HEADING_LEVEL } from '#extractors/markdown/main-content/view/tags.ts'

export interface PageLines {
  /** The elements that start a line with text, in document order, by `element.order`. */
  readonly orders: Uint32Array
  /** The nearest heading line at or above each line, as an index into `orders`; -1 above the first. */
  readonly headings: Int32Array
}

export function linesOf({ elements, block, ownText, tags }: PageView): PageLines {
  const orders = new Uint32Array(elements)
  let count = 0
  for (let i = 0; i < elements; i += 1) {
    // The text of a page without blocks is a line of the root.
    if ((ownText[i] as number) > 0 && (block[i] === 1 || i === 0)) {
      orders[count] = i
      count += 1
    }
  }
  const headings = new Int32Array(count)
  let heading = -1
  for (let at = 0; at < count; at += 1) {
    if (HEADING_LEVEL[tags[orders[at] as number] as number] !== 0) heading = at
    headings[at] = heading
  }
  return { orders: orders.slice(0, count), headings }
}
