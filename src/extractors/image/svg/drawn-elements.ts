// The number of elements of a drawing after its references are followed: a few lines can mean a billion.
import { attribute, elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'

const REFERENCE = /^\s*#(.{1,500})$|url\(\s*["']?#([^"')]{1,500})/

/**
 * Elements drawn, with each `use` and each pattern, mask, marker or filter counted as often as it is used. A circle of
 * references counts once: those who draw refuse it.
 */
export function drawnElements(root: HtmlElement): number {
  const byId = new Map<string, HtmlElement>()
  for (const element of elementsOf(root)) {
    const id = attribute(element, 'id')
    if (id !== null && !byId.has(id)) byId.set(id, element)
  }
  const counts = new Map<HtmlElement, number>()
  // Without recursion: a chain of references may be as long as the drawing.
  const stack: { readonly element: HtmlElement; readonly next: HtmlElement[]; count: number }[] = []
  const enter = (element: HtmlElement): void => {
    // Counted as 0 while it is being counted: that is what ends a circle.
    counts.set(element, 0)
    stack.push({ element, next: [...children(element), ...references(element, byId)], count: 1 })
  }
  enter(root)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.next.at(-1)
    if (next === undefined) {
      counts.set(top.element, top.count)
      stack.pop()
      continue
    }
    const known = counts.get(next)
    if (known === undefined) {
      enter(next)
      continue
    }
    top.next.pop()
    top.count += known
  }
  return counts.get(root) ?? 0
}

const children = ({ children: nodes }: HtmlElement): HtmlElement[] =>
  nodes.filter((node): node is HtmlElement => node.kind === 'element')

function references({ attributes }: HtmlElement, byId: ReadonlyMap<string, HtmlElement>): HtmlElement[] {
  const found: HtmlElement[] = []
  for (let i = 1; i < attributes.length; i += 2) {
    const match = REFERENCE.exec((attributes[i] ?? '').slice(0, 2_000))
    const target = match === null ? undefined : byId.get(match[1] ?? match[2] ?? '')
    if (target !== undefined) found.push(target)
  }
  return found
}
