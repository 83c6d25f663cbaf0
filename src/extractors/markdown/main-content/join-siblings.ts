// An article is often split: a lead before the body, a second part after an advertisement. This finds the other parts.
import { elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from './element-evidence.ts'
import type { PageView } from './page-view.ts'

/** How many levels above the core are examined when nothing marks the end of the article. */
const MAX_LEVELS = 2
/**
 * Before the core, a line is the lead. After it, a single line is about the article or its author, and the second part
 * of a text is longer.
 */
const SHARE_AFTER = 0.2
const NOT_A_PART =
  EVIDENCE.never |
  EVIDENCE.comments |
  EVIDENCE.elsewhere |
  EVIDENCE.about |
  EVIDENCE.siblings |
  EVIDENCE.caption

/** The core and its other parts in document order. */
export function joinSiblings(view: PageView, core: HtmlElement): HtmlElement[] {
  const roots = [core]
  const bound = boundOf(view, core)
  let current = core
  for (let level = 0; current !== bound && current.parent !== null; level += 1) {
    const parent: HtmlElement = current.parent
    if (parent.name === 'body' || parent.name === 'html' || (bound === null && level >= MAX_LEVELS)) break
    for (const sibling of parent.children) {
      if (
        sibling.kind === 'element' &&
        sibling !== current &&
        view.isVisible(sibling) &&
        isPart(view, sibling, core, bound !== null)
      ) {
        roots.push(sibling)
      }
    }
    current = parent
  }
  return roots.toSorted((a, b) => a.order - b.order)
}

/** The article or main part round the core; null where no tag or role names one. */
function boundOf(view: PageView, core: HtmlElement): HtmlElement | null {
  for (let element: HtmlElement | null = core; element !== null; element = element.parent) {
    if (((view.evidence[element.order] as number) & EVIDENCE.content) !== 0) return element
  }
  return null
}

function isPart(view: PageView, element: HtmlElement, core: HtmlElement, bounded: boolean): boolean {
  const at = element.order
  const text = view.text[at] as number
  const prose = view.prose[at] as number
  if (((view.evidence[at] as number) & NOT_A_PART) !== 0) return false
  if (bounded && isPlainList(view, element)) return true
  if (prose < 80 || (view.links[at] as number) > text * 0.25 || prose < text * 0.5) return false
  const much = view.prose[core.order] as number
  if (prose > much || (at > core.order && prose < much * SHARE_AFTER)) return false
  return !holdsTeaser(element)
}

/** A heading that is a link is above a summary of another page. */
function holdsTeaser(root: HtmlElement): boolean {
  for (const element of elementsOf(root)) {
    if (!/^h[1-6]$/.test(element.name)) continue
    if (element.parent?.name === 'a') return true
    for (const child of element.children) if (child.kind === 'element' && child.name === 'a') return true
  }
  return false
}

/** Ingredients, dates, measures: rows without links inside the article. */
function isPlainList(view: PageView, root: HtmlElement): boolean {
  if ((view.links[root.order] as number) > (view.text[root.order] as number) * 0.1) return false
  let rows = 0
  for (const element of elementsOf(root)) {
    if (ROWS.has(element.name) && view.isVisible(element) && (view.text[element.order] as number) > 0)
      rows += 1
  }
  return rows >= 3
}

const ROWS = new Set(['li', 'tr', 'dt'])
