// The implied values of a microformats2 item: its name, picture and address, by the rules for implied properties.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { classesOf, type Roots } from './class-names.ts'
import { absolute, addressOf, textOf, type PlainValue } from './parse-value.ts'

/** '' where the item has no text either. */
export function impliedName(root: HtmlElement, base: string | null, roots: Roots): string {
  for (const element of [root, ...onlyChildren(root, roots)]) {
    const name = ownName(element)
    if (name !== null) return name
  }
  return textOf(root, base)
}

/** Null where more than one picture could be meant. */
export function impliedPhoto(root: HtmlElement, base: string | null, roots: Roots): PlainValue | null {
  if (root.name === 'img' || root.name === 'object')
    return hasSource(root) ? addressOf(root, base, roots) : null
  for (const parent of [root, ...onlyChildren(root, roots).slice(0, 1)]) {
    const found = onlyOfType(parent, 'img', roots) ?? onlyOfType(parent, 'object', roots)
    if (found !== null && hasSource(found)) return addressOf(found, base, roots)
  }
  return null
}

/** Null where more than one link could be meant. */
export function impliedUrl(root: HtmlElement, base: string | null, roots: Roots): string | null {
  const own = ['a', 'area'].includes(root.name) ? attribute(root, 'href') : null
  if (own !== null) return absolute(own, base)
  for (const parent of [root, ...onlyChildren(root, roots).slice(0, 1)]) {
    const found = onlyOfType(parent, 'a', roots) ?? onlyOfType(parent, 'area', roots)
    const href = found === null ? null : attribute(found, 'href')
    if (href !== null) return absolute(href, base)
  }
  return null
}

const hasSource = (element: HtmlElement): boolean =>
  attribute(element, element.name === 'img' ? 'src' : 'data') !== null

function ownName(element: HtmlElement): string | null {
  if (element.name === 'img' || element.name === 'area') return attribute(element, 'alt')
  return element.name === 'abbr' ? attribute(element, 'title') : null
}

/** The only child, and its only child, if these are not items themselves. */
function onlyChildren(root: HtmlElement, roots: Roots): HtmlElement[] {
  const found: HtmlElement[] = []
  let at = root
  while (found.length < 2) {
    const children = elementsIn(at)
    const [only] = children
    if (only === undefined || children.length > 1 || classesOf(only, roots).root.length > 0) break
    found.push(only)
    at = only
  }
  return found
}

function onlyOfType(parent: HtmlElement, name: string, roots: Roots): HtmlElement | null {
  const found = elementsIn(parent).filter((child) => child.name === name)
  const [only] = found
  return only === undefined || found.length > 1 || classesOf(only, roots).root.length > 0 ? null : only
}

const elementsIn = ({ children }: HtmlElement): HtmlElement[] =>
  children.filter((child) => child.kind === 'element')
