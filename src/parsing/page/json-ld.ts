// Reads the JSON-LD of a page: every typed node at any depth.
import { readJsonLdBlocks } from './json-ld-blocks.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

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

const MAX_NODES = 2_000
const MAX_DEPTH = 12

export function readJsonLd(document: HtmlDocument): JsonLd {
  const { values, broken } = readJsonLdBlocks(document)
  const nodes: JsonLdNode[] = []
  for (const value of values) collect(value, nodes, 0)
  return { nodes, broken }
}

function collect(value: unknown, nodes: JsonLdNode[], depth: number): void {
  if (depth > MAX_DEPTH || nodes.length >= MAX_NODES || typeof value !== 'object' || value === null) return
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
