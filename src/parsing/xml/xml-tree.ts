// Finds the parts of an XML tree by their local names: documents choose their prefixes freely.
import { xmlText, type XmlElement } from './parse-xml.ts'

/** The name without its prefix. */
export function nameOf({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The first child element with the name; null without one. */
export function childOf(element: XmlElement | null | undefined, name: string): XmlElement | null {
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && nameOf(child) === name) return child
  return null
}

/** The element at the end of a path of names, each the first child of its kind; null where one is missing. */
export function at(element: XmlElement | null | undefined, ...path: readonly string[]): XmlElement | null {
  let found = element ?? null
  for (const name of path) found = childOf(found, name)
  return found
}

/** The child elements, those with `name` where one is given. */
export function elementsIn(element: XmlElement | null | undefined, name?: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && (name === undefined || nameOf(child) === name)) found.push(child)
  return found
}

/** All elements below with one of the names, in document order; what is inside of a found one is not searched. */
export function findAll(element: XmlElement | null, ...names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = []
  const stack: XmlElement[] = element === null ? [] : elementsIn(element).toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (names.includes(nameOf(next))) found.push(next)
    else stack.push(...elementsIn(next).toReversed())
  }
  return found
}

/** The text of all elements below with the name, joined. */
export function textIn(element: XmlElement | null, name: string): string {
  return findAll(element, name)
    .map((found) => xmlText(found))
    .join('')
}

/** The value of an attribute by its local name; null where the element lacks it. */
export function attr(element: XmlElement | null | undefined, name: string): string | null {
  if (element === null || element === undefined) return null
  const { attributes } = element
  const plain = attributes[name]
  if (plain !== undefined) return plain
  for (const key in attributes)
    if (key.length > name.length && key.endsWith(name) && key.charAt(key.length - name.length - 1) === ':')
      return attributes[key] ?? null
  return null
}

/** An attribute as a whole number; null where it is none. */
export function intAttr(element: XmlElement | null | undefined, name: string): number | null {
  const value = attr(element, name)
  return value !== null && /^-?\d{1,15}$/.test(value) ? Number(value) : null
}
