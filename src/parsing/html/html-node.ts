// The light tree of a page: elements and texts, nothing else; small enough to hold a million of them.

/** The text between two tags. */
export interface HtmlText {
  readonly kind: 'text'
  /** Entities decoded, white space as in the source. */
  text: string
  parent: HtmlElement
}

/** An element of the tree; its children are in document order. */
export interface HtmlElement {
  readonly kind: 'element'
  /** Lower case. */
  readonly name: string
  /**
   * Lower-case names and values alternate: most elements have none or one attribute, so a list is better than a map.
   */
  readonly attributes: readonly string[]
  readonly children: HtmlNode[]
  parent: HtmlElement | null
  /** Position in document order, dense from 0: an index into per-element tables. */
  readonly order: number
}

/** Told apart by `kind`. */
export type HtmlNode = HtmlText | HtmlElement

/**
 * The value of an attribute, `''` without a value, null when the element lacks it. The first of two equal names counts.
 */
export function attribute(element: HtmlElement, name: string): string | null {
  const { attributes } = element
  for (let i = 0; i < attributes.length; i += 2) if (attributes[i] === name) return attributes[i + 1] ?? ''
  return null
}

/** The words of the value of an attribute, such as `class` or `itemprop`. */
export const wordsOf = (element: HtmlElement, name: string): string[] =>
  (attribute(element, name) ?? '').split(/\s+/).filter((word) => word !== '')

/** Whether the value of an attribute, such as `class` or `rel`, has a word. */
export function hasWord(element: HtmlElement, name: string, word: string): boolean {
  const value = attribute(element, name)
  return value !== null && value.includes(word) && value.split(/\s+/).includes(word)
}

/** The element itself or the nearest one round it for which `is` holds, among the `most` innermost; null without one. */
export function closest(
  element: HtmlElement | null,
  is: (element: HtmlElement) => boolean,
  most = Infinity,
): HtmlElement | null {
  let at = element
  for (let left = most; at !== null && left > 0; left -= 1, at = at.parent) if (is(at)) return at
  return null
}

/** `root` and all elements below it, in document order, without those below it that `skip` names and what is in them. */
export function* elementsOf(
  root: HtmlElement,
  skip: (element: HtmlElement) => boolean = () => false,
): Generator<HtmlElement> {
  const stack: HtmlElement[] = [root]
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element
    for (let i = element.children.length - 1; i >= 0; i -= 1) {
      const child = element.children[i]
      if (child?.kind === 'element' && !skip(child)) stack.push(child)
    }
  }
}

/** The text of an element without that of elements in it: the source of a script. */
export const ownText = ({ children }: HtmlElement): string =>
  children.map((child) => (child.kind === 'text' ? child.text : '')).join('')

/** Puts the children of `element` on a stack so that the first is popped next. */
export function pushChildren(stack: { push(node: HtmlNode): unknown }, { children }: HtmlElement): void {
  for (let i = children.length - 1; i >= 0; i -= 1) {
    const child = children[i]
    if (child !== undefined) stack.push(child)
  }
}

/** All text below the node as in the source, without scripts and styles; cut at `limit` characters. */
export function rawText(node: HtmlNode, limit = 1_000_000): string {
  if (node.kind === 'text') return node.text.slice(0, limit)
  let text = ''
  const stack: HtmlNode[] = [node]
  for (let next = stack.pop(); next !== undefined && text.length < limit; next = stack.pop()) {
    if (next.kind === 'text') text += next.text
    else if (next === node || (next.name !== 'script' && next.name !== 'style')) pushChildren(stack, next)
  }
  return text.slice(0, limit)
}

/** `rawText` on one line: runs of white space are one blank. */
export function lineText(node: HtmlNode, limit?: number): string {
  return oneLine(rawText(node, limit))
}

/** `text` trimmed, with runs of white space as one blank. Most texts have no run, and a test is cheaper than a copy. */
export function oneLine(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}

/** The texts below the node, each on one line, with a tab between two elements: `Ada\tBen` is two names. Cut at `limit`. */
export function piecesText(node: HtmlNode, limit: number): string {
  const pieces: string[] = []
  let chars = 0
  const stack: HtmlNode[] = [node]
  for (let next = stack.pop(); next !== undefined && chars < limit; next = stack.pop()) {
    if (next.kind === 'text') {
      const piece = oneLine(next.text.slice(0, limit - chars))
      chars += piece.length + 1
      if (piece !== '') pieces.push(piece)
    } else if (next.name !== 'script' && next.name !== 'style') pushChildren(stack, next)
  }
  return pieces.join('\t')
}
