// XML as a bounded tree: no DTD is read, only the five standard entities are known, and nothing is fetched.
import { scanXml } from './scan-xml.ts'

/** Children are elements and texts in the order of the document. */
export interface XmlElement {
  /** With its prefix, as written. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (XmlElement | string)[]
}

/** The tree as far as its bounds allow. */
export interface ParsedXml {
  /** Null where there is no element. */
  readonly root: XmlElement | null
  /** True where elements were left out because there are too many or they nest too deep. */
  readonly cut: boolean
  /** True where the document declares entities of its own; references to them stay as they are written. */
  readonly entities: boolean
}

const MAX_ELEMENTS = 500_000
const MAX_DEPTH = 100

/**
 * Takes any text; malformed parts are read as far as they make sense. Built on the tokenizer, because the parser above
 * it takes quadratic time for deep documents.
 */
export function parseXml(text: string): ParsedXml {
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const stack: XmlElement[] = [top]
  /** How many of each name are open, so that an end tag without an open element costs nothing. */
  const open = new Map<string, number>()
  let elements = 0
  let tooDeep = 0
  let cut = false

  const append = (data: string): void => {
    if (tooDeep > 0) return
    const children = stack[stack.length - 1]?.children ?? []
    const last = children[children.length - 1]
    if (typeof last === 'string') children[children.length - 1] = last + data
    else children.push(data)
  }
  const openTag = (name: string, attributes: Readonly<Record<string, string>>, isEmpty: boolean): void => {
    elements += 1
    if (tooDeep > 0 || stack.length > MAX_DEPTH || elements > MAX_ELEMENTS) {
      if (!isEmpty) tooDeep += 1
      cut = true
      return
    }
    const element: XmlElement = { name, attributes, children: [] }
    stack[stack.length - 1]?.children.push(element)
    if (isEmpty) return
    stack.push(element)
    open.set(name, (open.get(name) ?? 0) + 1)
  }
  const closeTag = (closed: string): void => {
    if (tooDeep > 0) {
      tooDeep -= 1
      return
    }
    if ((open.get(closed) ?? 0) === 0) return
    for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
      open.set(element.name, (open.get(element.name) ?? 1) - 1)
      if (element.name === closed) return
    }
  }

  const scanned = scanXml(text, { open: openTag, close: closeTag, text: append })
  const root = top.children.find((child) => typeof child !== 'string')
  return {
    root: root === undefined || typeof root === 'string' ? null : root,
    cut: cut || scanned.cut,
    entities: scanned.entities,
  }
}

/** The name without its prefix, in lower case. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

/** All text in an element with its original white space; '' without text. */
export function xmlText(element: XmlElement, limit = 1_000_000): string {
  let out = ''
  const stack: (XmlElement | string)[] = [element]
  for (let next = stack.pop(); next !== undefined && out.length < limit; next = stack.pop()) {
    if (typeof next === 'string') out += next
    else for (let i = next.children.length - 1; i >= 0; i -= 1) stack.push(next.children[i] ?? '')
  }
  return out.slice(0, limit)
}
