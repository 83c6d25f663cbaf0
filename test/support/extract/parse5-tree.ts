// The tree of parse5, which builds what the standard says, in the shape of our own: to compare the two.
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

/** Without scripts, so that `noscript` holds elements, as in our tree. */
export function parse5Tree(html: string): HtmlDocument {
  const all: HtmlElement[] = []
  const make = (name: string, attributes: readonly string[], parent: HtmlElement | null): HtmlElement => {
    const element: HtmlElement = {
      kind: 'element',
      name,
      attributes,
      children: [],
      parent,
      order: all.length,
    }
    all.push(element)
    return element
  }
  const fill = (into: HtmlElement, nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): void => {
    for (const node of nodes) {
      if (defaultTreeAdapter.isTextNode(node))
        into.children.push({ kind: 'text', text: node.value, parent: into })
      else if (defaultTreeAdapter.isElementNode(node)) {
        const attributes = node.attrs.flatMap(({ name, value }) => [name.toLowerCase(), value])
        const element = make(node.tagName.toLowerCase(), attributes, into)
        into.children.push(element)
        fill(element, 'content' in node ? node.content.childNodes : node.childNodes)
      }
    }
  }
  const root = make('#root', [], null)
  fill(root, parse(html, { scriptingEnabled: false }).childNodes)
  return { root, all, truncated: false }
}
