// HTML microdata (WHATWG HTML 5): items with `itemref`, `itemid` and nested items, values by the rules of each element.
import { attribute, wordsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { elementText } from '#parsing/html/element-text.ts'
import { setKey } from '#parsing/json/json-value.ts'
import { ownValue } from '#kit/unknown-values.ts'
import { resolveAddress } from '#kit/url/resolve-address.ts'

/** As the standard writes items in JSON (5.5.1). */
export interface MicrodataItem {
  /** Absent when the item has none. */
  readonly type?: readonly string[]
  readonly id?: string
  readonly properties: Readonly<Record<string, readonly MicrodataValue[]>>
  /** Not in the standard: the text of an item without properties, which is its only content. */
  readonly value?: MicrodataValue
}

/** What an input of an action expects (schema.org, "Actions", part 4). */
export interface PropertyValueSpecification {
  readonly valueRequired?: true
  readonly valueName?: string
}
/** A text, a nested item, or the specification of an input (schema.org actions). */
export type MicrodataValue = string | MicrodataItem | PropertyValueSpecification

/** The items that no other item holds. */
export interface Microdata {
  /** In the order of the page. */
  readonly items: readonly MicrodataItem[]
  /** True where there is more than is kept. */
  readonly cut: boolean
}

/** Items with `itemref` can refer to each other repeatedly, so the total size is bounded as well as the depth. */
const MAX_VALUES = 50_000
const MAX_DEPTH = 20
/** For all values together: the same text counts again for every enclosing property. */
const MAX_CHARS = 4_000_000

/** `base` makes addresses absolute; with null they stay as written. */
export function readMicrodata({ all }: HtmlDocument, base: string | null): Microdata {
  const scopes = all.filter((element) => attribute(element, 'itemscope') !== null)
  if (scopes.length === 0) return { items: [], cut: false }
  const byId = new Map<string, HtmlElement>()
  for (const element of all) {
    const id = attribute(element, 'id')
    if (id !== null && !byId.has(id)) byId.set(id, element)
  }
  const reached = new Set<HtmlElement>()
  let values = 0
  let chars = 0
  let cut = false

  const itemOf = (root: HtmlElement, above: readonly HtmlElement[]): MicrodataItem => {
    reached.add(root)
    const inside = [...above, root]
    const properties: Record<string, MicrodataValue[]> = {}
    for (const element of propertiesOf(root, byId)) {
      values += 1
      if (values > MAX_VALUES || chars > MAX_CHARS || inside.length > MAX_DEPTH) {
        cut = true
        break
      }
      const isItem = attribute(element, 'itemscope') !== null
      // The standard calls an item inside itself an error, so it has no value.
      if (isItem && inside.includes(element)) continue
      const before = values
      const value = isItem ? itemOf(element, inside) : valueOf(element, base)
      if (typeof value === 'string') chars += value.length
      const names = wordsOf(element, 'itemprop')
      // A value with several names is written several times, with its whole content.
      values += (values - before + 1) * Math.max(0, names.length - 1)
      for (const name of values > MAX_VALUES ? names.slice(0, 1) : names) {
        const known = Object.hasOwn(properties, name) ? properties[name] : undefined
        if (known === undefined) setKey(properties, name, [value])
        else known.push(value)
      }
    }
    const types = wordsOf(root, 'itemtype')
    const id = (attribute(root, 'itemid') ?? '').trim()
    return {
      ...(types.length === 0 ? {} : { type: types }),
      ...(id === '' || types.length === 0 ? {} : { id: resolveAddress(id, base) }),
      properties,
      ...(Object.keys(properties).length > 0 ? {} : { value: valueOf(root, base) }),
    }
  }

  const found: [HtmlElement, MicrodataItem][] = []
  for (const element of scopes) {
    if (attribute(element, 'itemprop') === null) found.push([element, itemOf(element, [])])
  }
  // By the standard a property outside of items is ignored; its value is still useful.
  for (const element of scopes) if (!reached.has(element)) found.push([element, itemOf(element, [])])
  return { items: found.toSorted(([a], [b]) => a.order - b.order).map(([, item]) => item), cut }
}

/** The elements that are properties of an item, in tree order ("crawl the properties of an item"). */
function propertiesOf(root: HtmlElement, byId: ReadonlyMap<string, HtmlElement>): HtmlElement[] {
  const found = new Set<HtmlElement>()
  const referred = new Set<HtmlElement>()
  for (const id of wordsOf(root, 'itemref')) {
    const element = byId.get(id)
    if (element !== undefined && element !== root) referred.add(element)
  }
  const seen = new Set<HtmlElement>()
  const stack = [...childElements(root), ...referred]
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (seen.has(element)) continue
    seen.add(element)
    const isProperty = attribute(element, 'itemprop') !== null
    if (isProperty) found.add(element)
    const isItem = attribute(element, 'itemscope') !== null
    // Beyond the standard: a reference to an item that is not a property means the properties inside it.
    if (isItem && (isProperty || !referred.has(element))) continue
    // Not `push(...)`: a call takes fewer arguments than an element may have children.
    for (const child of childElements(element)) stack.push(child)
  }
  return [...found].toSorted((a, b) => a.order - b.order)
}

const childElements = ({ children }: HtmlElement): HtmlElement[] =>
  children.filter((child) => child.kind === 'element')

/** The attribute that holds the value of an element, when it is not its text. */
const ADDRESS_OF: Readonly<Record<string, string>> = {
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  a: 'href',
  area: 'href',
  link: 'href',
  object: 'data',
}

function valueOf(element: HtmlElement, base: string | null): string | PropertyValueSpecification {
  const content = attribute(element, 'content')
  const address = ownValue(ADDRESS_OF, element.name)
  if (element.name === 'meta') return (content ?? '').trim()
  if (address !== undefined) {
    // Lazy loaders leave the attribute empty and give the later value in `content`.
    const given = [attribute(element, address), content].find(
      (value) => value !== null && value.trim() !== '',
    )
    return given === undefined || given === null ? '' : resolveAddress(given, base)
  }
  if (element.name === 'data' || element.name === 'meter') return (attribute(element, 'value') ?? '').trim()
  const datetime = element.name === 'time' ? attribute(element, 'datetime') : null
  if (datetime !== null) return datetime.trim()
  // Not in the standard, but in schema.org's own examples, and therefore in many pages.
  if (content !== null && content.trim() !== '') return content.trim()
  if (/-(?:input|output)$/.test(attribute(element, 'itemprop') ?? '')) {
    const name = attribute(element, 'name') ?? ''
    return {
      ...(attribute(element, 'required') === null ? {} : { valueRequired: true }),
      ...(name === '' ? {} : { valueName: name }),
    }
  }
  return elementText(element)
}
