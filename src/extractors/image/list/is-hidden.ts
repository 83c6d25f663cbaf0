// Whether the page itself hides an element.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'

const HIDDEN = /(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i
const MAX_LEVELS = 4

/** By its own attributes and those of the elements next round it. */
export function isHidden(element: HtmlElement): boolean {
  let at: HtmlElement | null = element
  for (let level = 0; at !== null && level < MAX_LEVELS; level += 1, at = at.parent) {
    if (attribute(at, 'hidden') !== null || HIDDEN.test((attribute(at, 'style') ?? '').slice(0, 5_000)))
      return true
  }
  return false
}
