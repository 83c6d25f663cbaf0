// A page as the readers of contacts take it: parsed once, its text in lines, what its JSON-LD says.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'
import { isRecord } from '#kit/unknown-values.ts'
import { pageLines } from './page-lines.ts'

/** A field of a typed node: `telephone` of a `LocalBusiness`. */
export interface Fact {
  readonly types: readonly string[]
  readonly name: string
  readonly value: string
}

export interface ContactPage {
  readonly document: HtmlDocument
  readonly url: string | null
  readonly lines: readonly string[]
  /** The typed nodes of its JSON-LD. */
  readonly nodes: ReturnType<typeof readJsonLd>['nodes']
  readonly facts: readonly Fact[]
}

/** What a page says of the author of an article or of a reviewer is not its own contact. */
const OTHERS = new Set(['Review', 'Comment', 'UserComments'])
const MAX_FACTS = 5_000

export function contactPage(document: HtmlDocument, url: string | null): ContactPage {
  const facts: Fact[] = []
  const { nodes } = readJsonLd(document)
  for (const { types, value } of nodes) {
    if (types.some((type) => OTHERS.has(type))) continue
    for (const [name, given] of Object.entries(value)) {
      for (const each of Array.isArray(given) ? given : [given]) {
        const text = typeof each === 'string' || typeof each === 'number' ? String(each) : nameIn(each)
        if (text !== null && text.trim() !== '' && facts.length < MAX_FACTS)
          facts.push({ types, name, value: text.trim() })
      }
    }
  }
  return { document, url, lines: pageLines(document), nodes, facts }
}

/** `addressCountry` may be an object with a name. */
function nameIn(value: unknown): string | null {
  const name = isRecord(value) ? value['name'] : null
  return typeof name === 'string' ? name : null
}
