// A page as the readers of contacts take it: parsed once, its text in lines, what it says to programs.
import { isRecord } from '#kit/unknown-values.ts'
import { attribute, lineText } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { readJsonLd, type JsonLdNode } from '#parsing/page/json-ld.ts'
import { readMicrodata, type MicrodataItem } from '#parsing/page/microdata.ts'
import { othersOnPage, type OthersOnPage } from './others.ts'
import { pageLines } from './page-lines.ts'
import { stateRecords, type StateRecord } from './state-contacts.ts'

/** A field of a typed node: `telephone` of a `LocalBusiness`. */
export interface Fact {
  readonly types: readonly string[]
  readonly name: string
  readonly value: string
}

/** A thing that the page describes to programs, and in which form. */
export interface StructuredNode extends JsonLdNode {
  readonly kind: 'jsonld' | 'microdata'
}

export interface ContactPage {
  readonly document: HtmlDocument
  /** Where the page is; the address that it gives itself where that is not known. */
  readonly url: string | null
  /** '' without one. */
  readonly title: string
  readonly lines: readonly string[]
  /** What of them is said of others. */
  readonly others: OthersOnPage
  /** The typed nodes of its JSON-LD and microdata. */
  readonly nodes: readonly StructuredNode[]
  /** The texts of its JSON-LD. */
  readonly facts: readonly Fact[]
  /** What the state of its scripts says of contacts. */
  readonly state: readonly StateRecord[]
}

/** What a page says of the author of an article or of a reviewer is not its own contact. */
const OTHERS = new Set(['Review', 'Comment', 'UserComments'])
const MAX_FACTS = 5_000
const MAX_NODES = 2_000

export function contactPage(document: HtmlDocument, url: string | null): ContactPage {
  const nodes: StructuredNode[] = [
    ...readJsonLd(document).nodes.map((node) => ({ ...node, kind: 'jsonld' as const })),
    ...microdataNodes(readMicrodata(document, null).items),
  ].filter(({ types }) => !types.some((type) => OTHERS.has(type)))
  const facts: Fact[] = []
  for (const { kind, types, value } of nodes) {
    if (kind !== 'jsonld') continue
    for (const [name, given] of Object.entries(value)) {
      for (const each of Array.isArray(given) ? given : [given]) {
        const text = typeof each === 'string' || typeof each === 'number' ? String(each) : nameIn(each)
        if (text !== null && text.trim() !== '' && facts.length < MAX_FACTS)
          facts.push({ types, name, value: text.trim() })
      }
    }
  }
  const title = document.all.find(({ name }) => name === 'title')
  const ownUrl = url ?? ownAddress(document)
  const titleText = title === undefined ? '' : lineText(title, 300)
  const text = pageLines(document)
  return {
    document,
    url: ownUrl,
    title: titleText,
    lines: text.lines,
    others: othersOnPage(text, ownUrl, titleText),
    nodes,
    facts,
    state: stateRecords(document),
  }
}

/** `<link rel="canonical">`, or `og:url`. */
function ownAddress({ all }: HtmlDocument): string | null {
  for (const element of all) {
    const isLink = element.name === 'link' && /\bcanonical\b/i.test(attribute(element, 'rel') ?? '')
    const isMeta = element.name === 'meta' && attribute(element, 'property') === 'og:url'
    const address = isLink ? attribute(element, 'href') : isMeta ? attribute(element, 'content') : null
    const url = address === null ? null : URL.parse(address)
    if (url !== null && /^https?:$/.test(url.protocol)) return url.href
  }
  return null
}

/** Each item and the items in it, outer before inner, in the form of JSON-LD. */
function microdataNodes(items: readonly MicrodataItem[]): StructuredNode[] {
  const found: StructuredNode[] = []
  const waiting = items.toReversed()
  for (let item = waiting.pop(); item !== undefined && found.length < MAX_NODES; item = waiting.pop()) {
    const inner = Object.values(item.properties).flat().filter(isItem)
    for (const each of inner.toReversed()) waiting.push(each)
    const types = (item.type ?? []).map((type) => type.replace(/^.*[/#:]/, ''))
    if (types.length > 0) found.push({ kind: 'microdata', types, value: plainValue(item) })
  }
  return found
}

const plainValue = ({ properties }: MicrodataItem): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, values]) => [
      name,
      values.map((value) => (isItem(value) ? { name: value.properties['name']?.[0] ?? null } : value)),
    ]),
  )

const isItem = (value: unknown): value is MicrodataItem => isRecord(value) && isRecord(value['properties'])

/** `addressCountry` may be an object with a name. */
function nameIn(value: unknown): string | null {
  const name = isRecord(value) ? value['name'] : null
  return typeof name === 'string' ? name : null
}
