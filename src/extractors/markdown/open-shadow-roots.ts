// Expands declarative shadow roots as a browser does: the content of the template replaces that of the host.
import { attribute, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { rebuildTree, type ChangedElement } from '#parsing/html/rebuild-tree.ts'

/** The same page when its HTML declares no shadow root. */
export function openShadowRoots(document: HtmlDocument): HtmlDocument {
  const hosts = new Map<HtmlElement, HtmlElement>()
  for (const element of document.all) {
    // The first template counts; further ones stay unchanged (HTML, "in head", template).
    if (element.name !== 'template' || element.parent === null || hosts.has(element.parent)) continue
    const mode = attribute(element, 'shadowrootmode')?.toLowerCase()
    if (mode === 'open' || mode === 'closed') hosts.set(element.parent, element)
  }
  if (hosts.size === 0) return document
  /** The nodes that a slot shows, once its host was visited: hosts come before their slots. */
  const assigned = new Map<HtmlElement, readonly HtmlNode[]>()
  return rebuildTree(document, (element) => {
    const template = hosts.get(element)
    if (template !== undefined) {
      assignSlots(element, template, assigned)
      return { ...element, children: template.children }
    }
    const shown = assigned.get(element)
    return shown === undefined ? null : asSpan(element, shown)
  })
}

/** A slot has no box of its own. A slot without assigned nodes shows its own content. */
const asSpan = (slot: HtmlElement, children: readonly HtmlNode[]): ChangedElement => ({
  name: 'span',
  attributes: [],
  children: children.length > 0 ? children : slot.children,
})

function assignSlots(
  host: HtmlElement,
  template: HtmlElement,
  assigned: Map<HtmlElement, readonly HtmlNode[]>,
): void {
  const given = new Map<string, HtmlNode[]>()
  for (const child of host.children) {
    if (child === template) continue
    const name = child.kind === 'text' ? '' : (attribute(child, 'slot') ?? '')
    const nodes = given.get(name)
    if (nodes === undefined) given.set(name, [child])
    else nodes.push(child)
  }
  for (const slot of slotsOf(template)) {
    const name = attribute(slot, 'name') ?? ''
    const nodes = given.get(name) ?? []
    // White space alone does not count as assigned.
    const shows = nodes.some((node) => node.kind === 'element' || /\S/.test(node.text))
    assigned.set(slot, shows ? nodes : [])
    // Of two slots with one name the first gets all nodes.
    given.delete(name)
  }
}

/** In document order, without those of nested shadow roots, which belong to other hosts. */
function slotsOf(template: HtmlElement): HtmlElement[] {
  const slots: HtmlElement[] = []
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (child.kind !== 'element' || child.name === 'template') continue
      if (child.name === 'slot') slots.push(child)
      visit(child)
    }
  }
  visit(template)
  return slots
}
