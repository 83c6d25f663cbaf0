// The text after the last paragraph of prose is often a label: date, author, credit, "share".
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from './element-evidence.ts'
import type { PageView } from './page-view.ts'
import { DROPPED } from './prune-content.ts'

/** Lists, tables, code, pictures and quotations may close an article without being prose. */
const STANDS_ALONE = new Set(
  'ul ol dl table pre figure picture img math blockquote h1 h2 h3 h4 h5 h6 video audio hr'.split(' '),
)
const standsAlone = (view: PageView, element: HtmlElement): boolean =>
  STANDS_ALONE.has(element.name) || ((view.evidence[element.order] as number) & EVIDENCE.notes) !== 0

/** Longer lines say something. */
const LABEL_CHARS = 80

/**
 * Drops short lines after the last prose. (Before the first prose the same rule costs more leads and mottos than it
 * saves: tried on the development half.)
 */
export function trimEnd(view: PageView, roots: readonly HtmlElement[], dropped: Uint8Array): void {
  const lines: HtmlElement[] = []
  const visit = (element: HtmlElement): void => {
    if (standsAlone(view, element)) {
      lines.push(element)
      return
    }
    if (view.block[element.order] === 1 && (view.ownText[element.order] as number) > 0) lines.push(element)
    for (const child of element.children) {
      if (child.kind === 'element' && dropped[child.order] === 0 && view.isVisible(child)) visit(child)
    }
  }
  for (const root of roots) visit(root)
  const isLabel = (element: HtmlElement): boolean =>
    !standsAlone(view, element) &&
    (view.ownStops[element.order] as number) === 0 &&
    (view.ownProse[element.order] as number) <= 0 &&
    (view.text[element.order] as number) < LABEL_CHARS &&
    (view.prose[element.order] as number) <= 0
  const last = lines.findLastIndex((line) => (view.prose[line.order] as number) > 0)
  if (last < 0) return
  for (const line of lines.slice(last + 1)) if (isLabel(line)) dropped[line.order] = DROPPED
}
