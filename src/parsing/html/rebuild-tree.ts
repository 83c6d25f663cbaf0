// Makes a new tree of a page in which some elements are replaced: shadow roots, frames.
import type { HtmlElement, HtmlNode } from './html-node.ts'
import { MAX_DEPTH, type HtmlDocument } from './parse-html.ts'

/** What stands in the new tree in place of an element. */
export interface ChangedElement {
  readonly name: string
  readonly attributes: readonly string[]
  readonly children: readonly HtmlNode[]
}

/**
 * The page with each element replaced by `change(element)`; null keeps the element. The replacement is processed in
 * turn, so `change` must end at some point. Orders are dense again, and no branch is deeper than the parser allows.
 */
export function rebuildTree(
  { root, truncated }: HtmlDocument,
  change: (element: HtmlElement) => ChangedElement | null,
): HtmlDocument {
  const all: HtmlElement[] = []
  const copy = (source: HtmlElement, parent: HtmlElement | null): HtmlElement => {
    const element: HtmlElement = {
      kind: 'element',
      name: source.name,
      attributes: source.attributes,
      children: [],
      parent,
      order: all.length,
    }
    all.push(element)
    return element
  }
  /** `into` gets the children; beyond the depth limit they become siblings. */
  const fill = (into: HtmlElement, children: readonly HtmlNode[], depth: number): void => {
    for (const child of children) {
      if (child.kind === 'text') {
        into.children.push({ kind: 'text', text: child.text, parent: into })
        continue
      }
      const changed = change(child)
      const element = copy({ ...child, ...changed, children: [] }, into)
      into.children.push(element)
      const deeper = depth < MAX_DEPTH ? element : into
      fill(deeper, changed?.children ?? child.children, depth < MAX_DEPTH ? depth + 1 : depth)
    }
  }
  const newRoot = copy(root, null)
  fill(newRoot, root.children, 1)
  return { root: newRoot, all, truncated }
}
