// Where each post of a page begins and ends, by the times of its posts.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { placeOf, type PageSpans } from './page-spans.ts'
import { shapeOf } from './post-parts.ts'
import type { ShownTime } from './shown-times.ts'

/** A part of the page with the time of one post: the elements whose order is from that of `start` to below `end`. */
export interface Region {
  readonly time: ShownTime
  readonly start: HtmlElement
  readonly end: number
}

/**
 * A post begins with the outermost element round its time that is not round the time before, so the rows of a table,
 * terms with their meanings and replies in the post that they answer are found alike. In the order of the page.
 */
export function regionsOf(spans: PageSpans, times: readonly ShownTime[]): Region[] {
  const starts = times.map(({ element }, at) => {
    const other = times[at - 1] ?? times[at + 1]
    return other === undefined ? element : childRound(element, other.element)
  })
  const more = siblingsBehind(starts)
  const kinds = new Set(starts.slice(2).map((start) => shapeOf(start)))
  return times.map((time, at) => {
    const start = starts[at] ?? time.element
    const next = starts[at + 1]?.order ?? Infinity
    // The first post may stand in another frame, of which the time is only a part.
    const isWhole = at > 0 || next === Infinity || kinds.has(shapeOf(start))
    const end = isWhole ? Math.min(next, endOf(spans, start, more)) : next
    return { time, start, end }
  })
}

/** The child of the innermost element round both that is round the first. */
function childRound(element: HtmlElement, other: HtmlElement): HtmlElement {
  const above = new Set<HtmlElement>()
  for (let up: HtmlElement | null = other; up !== null; up = up.parent) above.add(up)
  let child = element
  for (let up = element.parent; up !== null && !above.has(child) && !above.has(up); up = up.parent) child = up
  return child
}

/** How many siblings behind its first element each post has at least. */
function siblingsBehind(starts: readonly HtmlElement[]): number {
  let least = Infinity
  for (const [at, start] of starts.entries()) {
    const next = starts[at + 1]
    if (next === undefined || next.parent !== start.parent || least === 0) continue
    let count = 0
    for (let up = behind(start); up !== null && up !== next && count < least; up = behind(up)) count += 1
    least = Math.min(least, count)
  }
  return least === Infinity ? 0 : least
}

function endOf({ last }: PageSpans, start: HtmlElement, siblings: number): number {
  let end = start
  for (let left = siblings; left > 0; left -= 1) {
    const next = behind(end)
    if (next === null) break
    end = next
  }
  return (last[end.order] ?? end.order) + 1
}

/** The next element with the same parent. */
function behind(element: HtmlElement): HtmlElement | null {
  const siblings = element.parent?.children ?? []
  for (let at = placeOf(element) + 1; at < siblings.length; at += 1) {
    const next = siblings[at]
    if (next?.kind === 'element') return next
  }
  return null
}
