// Open Graph and Twitter card properties in the head of a page, in their order.
import { attribute } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { setKey, type JsonObject } from '#parsing/json/json-value.ts'

/** The properties in the order of the page, with their prefixes. */
export interface OpenGraph {
  /** The prefixes that the page declares or uses, with the addresses of their vocabularies. */
  readonly namespaces: Readonly<Record<string, string>>
  /** Name with prefix and value, in the order of the page; a name may be repeated. */
  readonly properties: readonly (readonly [string, string])[]
}

/** The namespaces of ogp.me, and `product`, which shops use although it is not one of them. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  ['music', 'video', 'article', 'book', 'profile', 'product'].map((name) => [
    name,
    `http://ogp.me/ns/${name}#`,
  ]),
)
const OPEN_GRAPH = 'http://ogp.me/ns#'
const MAX_PROPERTIES = 1_000

/** Reads the `meta` elements of the whole page, because many pages have them in the body. */
export function readOpenGraph({ all }: HtmlDocument): OpenGraph {
  const namespaces: Record<string, string> = {}
  const properties: [string, string][] = []
  for (const element of all) {
    if (element.name === 'html' || element.name === 'head' || element.name === 'body') {
      for (const [prefix, address] of prefixesOf(attribute(element, 'prefix')))
        setKey(namespaces, prefix, address)
    }
    if (element.name !== 'meta' || properties.length >= MAX_PROPERTIES) continue
    const content = attribute(element, 'content')
    const property = attribute(element, 'property')
    // Many pages write `name` instead of `property`; prefixes of the protocol cannot mean anything else there.
    const name = (property ?? attribute(element, 'name') ?? '').trim()
    const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
    const known = prefix === 'og' ? OPEN_GRAPH : KNOWN.get(prefix)
    if (
      content === null ||
      (known === undefined && (property === null || !Object.hasOwn(namespaces, prefix)))
    )
      continue
    if (known !== undefined) setKey(namespaces, prefix, known)
    properties.push([name, content])
  }
  return { namespaces, properties }
}

/** `twitter:card` and the rest, by name, the first value of each. */
export function readTwitter({ all }: HtmlDocument): JsonObject {
  const card: JsonObject = {}
  for (const element of all) {
    if (element.name !== 'meta') continue
    const name = (attribute(element, 'name') ?? attribute(element, 'property') ?? '').trim().toLowerCase()
    const content = attribute(element, 'content') ?? attribute(element, 'value')
    if (!name.startsWith('twitter:') || content === null || Object.hasOwn(card, name)) continue
    if (Object.keys(card).length < MAX_PROPERTIES) setKey(card, name, content)
  }
  return card
}

/** `og: http://ogp.me/ns# fb: http://…`, also without the required blank. */
function prefixesOf(value: string | null): [string, string][] {
  const words = (value ?? '').slice(0, 10_000).split(/\s+/)
  const found: [string, string][] = []
  for (let at = 0; at < words.length; at += 1) {
    const [, prefix, address] = /^([\w.-]+):(https?:.*)?$/.exec(words[at] ?? '') ?? []
    if (prefix === undefined) continue
    if (address === undefined) at += 1
    found.push([prefix, address ?? words[at] ?? ''])
  }
  return found
}
