// microformats2: `h-*` items with their `p- u- dt- e-` properties, nested items and implied values. Classic names are not read.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { setKey } from '#parsing/json/json-value.ts'
import { resolveAddress } from '#kit/url/resolve-address.ts'
import { classesOf, type PropertyKind, type Roots } from './class-names.ts'
import { propertyValue, textOf, addressOf, type PlainValue } from './parse-value.ts'

const hasSource = (element: HtmlElement): boolean =>
  attribute(element, element.name === 'img' ? 'src' : 'data') !== null

const elementsIn = ({ children }: HtmlElement): HtmlElement[] =>
  children.filter((child) => child.kind === 'element')

/** As the microformats2 parsing specification writes items in JSON. */
export interface MicroformatItem {
  readonly type: readonly string[]
  readonly id?: string
  readonly properties: Readonly<Record<string, readonly MicroformatValue[]>>
  readonly children?: readonly MicroformatItem[]
}
/** An item as a value also carries its plain value. */
export type MicroformatValue =
  | PlainValue
  | (MicroformatItem & { readonly value: PlainValue; readonly html?: string })

/** The items that no other item holds; `cut` where there are more than are kept. */
export interface Microformats {
  readonly items: readonly MicroformatItem[]
  readonly cut: boolean
}

const MAX_VALUES = 20_000
/** For all texts together: the same text counts again for every enclosing property. */
const MAX_CHARS = 4_000_000

interface OpenItem {
  readonly properties: Record<string, MicroformatValue[]>
  readonly children: MicroformatItem[]
  readonly kinds: Set<PropertyKind>
  nested: boolean
}

/** `base` makes addresses absolute; with null they stay as written. `any` accepts every `h-*` class as an item. */
export function readMicroformats(
  { root }: HtmlDocument,
  base: string | null,
  roots: Roots = 'known',
): Microformats {
  const items: MicroformatItem[] = []
  let values = 0
  let chars = 0
  const full = (): boolean => values > MAX_VALUES || chars > MAX_CHARS

  const visit = (element: HtmlElement, into: OpenItem | null): void => {
    for (const child of element.children) {
      if (child.kind !== 'element' || child.name === 'template' || full()) continue
      const { root: types, properties } = classesOf(child, roots)
      if (types.length === 0) {
        if (into !== null) {
          for (const { kind, name } of properties)
            put(into, kind, name, propertyValue(kind, child, base, roots))
        }
        visit(child, into)
        continue
      }
      const before = values
      const item = itemOf(child, types)
      // An item with several names is written several times, with its whole content.
      values += (values - before) * Math.max(0, properties.length - 1)
      const named = full() ? properties.slice(0, 1) : properties
      if (into === null) items.push(item)
      else {
        into.nested = true
        if (properties.length === 0) into.children.push(item)
        for (const { kind, name } of named) put(into, kind, name, asValue(item, kind, child))
      }
    }
  }
  const put = (
    { properties, kinds }: OpenItem,
    kind: PropertyKind,
    name: string,
    value: MicroformatValue,
  ): void => {
    values += 1
    chars += typeof value === 'string' ? value.length : 'html' in value ? 2 * value.html.length : 0
    kinds.add(kind)
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known === undefined) setKey(properties, name, [value])
    else known.push(value)
  }
  const itemOf = (element: HtmlElement, type: readonly string[]): MicroformatItem => {
    const open: OpenItem = { properties: {}, children: [], kinds: new Set(), nested: false }
    values += 1
    visit(element, open)
    const { properties, children, kinds, nested } = open
    if (!nested && !('name' in properties) && !kinds.has('p') && !kinds.has('e'))
      properties['name'] = [impliedName(element, base, roots)]
    if (!nested && !kinds.has('u')) {
      const photo = 'photo' in properties ? null : impliedPhoto(element, base, roots)
      if (photo !== null) properties['photo'] = [photo]
      const url = 'url' in properties ? null : impliedUrl(element, base, roots)
      if (url !== null) properties['url'] = [url]
    }
    const id = attribute(element, 'id')
    return {
      type,
      ...(id === null ? {} : { id }),
      properties,
      ...(children.length === 0 ? {} : { children }),
    }
  }
  const asValue = (item: MicroformatItem, kind: PropertyKind, element: HtmlElement): MicroformatValue => {
    const first = item.properties[kind === 'u' ? 'url' : 'name']?.[0]
    if (kind === 'e') {
      const own = propertyValue('e', element, base, roots)
      return { ...item, ...(typeof own === 'object' && 'html' in own ? own : { value: own }) }
    }
    if ((kind === 'p' || kind === 'u') && typeof first === 'string') return { ...item, value: first }
    return {
      ...item,
      value: kind === 'p' ? textOf(element, base) : propertyValue(kind, element, base, roots),
    }
  }

  visit(root, null)
  return { items, cut: full() }
}

/** '' where the item has no text either. */
function impliedName(root: HtmlElement, base: string | null, roots: Roots): string {
  const own = ownName(root)
  if (own !== null) return own
  for (const element of onlyChildren(root, roots)) {
    // By the standard a picture with nothing to say does not name the item: its text does.
    const name = ownName(element)
    if (name !== null && name !== '') return name
  }
  return textOf(root, base)
}

/** Null where more than one picture could be meant. */
function impliedPhoto(root: HtmlElement, base: string | null, roots: Roots): PlainValue | null {
  if (root.name === 'img' || root.name === 'object')
    return hasSource(root) ? addressOf(root, base, roots) : null
  for (const parent of [root, ...onlyChildren(root, roots).slice(0, 1)]) {
    const found = onlyOfType(parent, 'img', roots) ?? onlyOfType(parent, 'object', roots)
    if (found !== null && hasSource(found)) return addressOf(found, base, roots)
  }
  return null
}

/** Null where more than one link could be meant. */
function impliedUrl(root: HtmlElement, base: string | null, roots: Roots): string | null {
  const own = ['a', 'area'].includes(root.name) ? attribute(root, 'href') : null
  if (own !== null) return resolveAddress(own, base)
  for (const parent of [root, ...onlyChildren(root, roots).slice(0, 1)]) {
    const found = onlyOfType(parent, 'a', roots) ?? onlyOfType(parent, 'area', roots)
    const href = found === null ? null : attribute(found, 'href')
    if (href !== null) return resolveAddress(href, base)
  }
  return null
}

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
