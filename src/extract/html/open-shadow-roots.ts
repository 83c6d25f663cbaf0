// Shows declarative shadow roots as a browser does: the template's content in the place of what the host holds.
import { attribute, type HtmlElement, type HtmlNode } from './html-node.ts'
import type { HtmlDocument } from './parse-html.ts'
import { rebuildTree, type ChangedElement } from './rebuild-tree.ts'

/** The page as it is where it has no shadow root that its HTML declares. */
export function openShadowRoots(document: HtmlDocument): HtmlDocument {
  const hosts = new Map<HtmlElement, HtmlElement>()
  for (const element of document.all) {
    // The first template counts; further ones stay what they are (HTML, "in head", template).
    if (element.name !== 'template' || element.parent === null || hosts.has(element.parent)) continue
    const mode = attribute(element, 'shadowrootmode')?.toLowerCase()
    if (mode === 'open' || mode === 'closed') hosts.set(element.parent, element)
  }
  if (hosts.size === 0) return document
  /** What a slot shows, once its host was met: hosts stand above their slots. */
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

/** A slot is no box of its own. One that nothing was given to shows what it holds. */
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
    // White space alone is nothing given.
    const shows = nodes.some((node) => node.kind === 'element' || /\S/.test(node.text))
    assigned.set(slot, shows ? nodes : [])
    // Of two slots with one name the first gets it all.
    given.delete(name)
  }
}

/** In document order, those of shadow roots inside left out: they belong to other hosts. */
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
