// Reads the JSON-LD of a page: every typed node in it, whatever it is nested in, broken blocks repaired where that is plain.
import { attribute } from './html-node.ts'
import type { HtmlDocument } from './parse-html.ts'

export interface JsonLdNode {
  /** `Article`, without the address of the vocabulary. */
  readonly types: readonly string[]
  readonly value: Readonly<Record<string, unknown>>
}

export interface JsonLd {
  /** Typed nodes, outer before inner, in the order of the page. */
  readonly nodes: readonly JsonLdNode[]
  /** Blocks that are not JSON even after repair. */
  readonly broken: number
}

const MOST_BLOCK_CHARS = 2_000_000
const MOST_NODES = 2_000
const MOST_DEPTH = 12

export function readJsonLd({ all }: HtmlDocument): JsonLd {
  const nodes: JsonLdNode[] = []
  let broken = 0
  for (const element of all) {
    if (
      element.name !== 'script' ||
      !/^application\/ld\+json/i.test((attribute(element, 'type') ?? '').trim())
    )
      continue
    const source = element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
    const value = source.length > MOST_BLOCK_CHARS ? undefined : parseLoosely(source)
    if (value === undefined) broken += 1
    else collect(value, nodes, 0)
  }
  return { nodes, broken }
}

/** As JSON; else without comments round it, with raw control characters as blanks and without trailing commas. */
function parseLoosely(source: string): unknown {
  const bare = source
    .trim()
    .replace(/^(?:<!--|\/\/\s*<!\[CDATA\[|\/\*<!\[CDATA\[\*\/)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\/\*\]\]>\*\/)$/, '')
    .replace(/;\s*$/, '')
  // oxlint-disable-next-line no-control-regex
  for (const text of [bare, bare.replace(/[\u0000-\u001f]+/g, ' ').replace(/,(?=\s?[}\]])/g, '')]) {
    try {
      return JSON.parse(text) as unknown
    } catch {
      // The next spelling, or undefined.
    }
  }
  return undefined
}

function collect(value: unknown, nodes: JsonLdNode[], depth: number): void {
  if (depth > MOST_DEPTH || nodes.length >= MOST_NODES || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, nodes, depth + 1)
    return
  }
  const record = value as Record<string, unknown>
  const given = record['@type']
  const types = (Array.isArray(given) ? given : [given])
    .filter((type): type is string => typeof type === 'string')
    .map((type) => type.replace(/^.*[/#:]/, ''))
  if (types.length > 0) nodes.push({ types, value: record })
  for (const inner of Object.values(record)) collect(inner, nodes, depth + 1)
}
