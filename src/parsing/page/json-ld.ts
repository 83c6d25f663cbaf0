// Reads the JSON-LD of a page: its blocks as values, and every typed node in them at any depth.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { attribute, ownText } from '#parsing/html/html-node.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { parseJsonLoosely } from '#parsing/json/parse-json.ts'
import { isRecord } from '#kit/unknown-values.ts'

/** The values of the blocks, and how many were none. */
export interface JsonLdBlocks {
  /** Objects and lists in the order of the page; empty blocks (`null`, `false`, blanks) are omitted. */
  readonly values: readonly JsonValue[]
  /** Blocks that could be read only after a repair. */
  readonly repaired: number
  /** Blocks that are not JSON even after repair, nest too deeply, or are too long. */
  readonly broken: number
}

const MAX_BLOCK_CHARS = 2_000_000
/** All blocks of one page together. */
const MAX_CHARS = 10_000_000

/** Each block as its values; a damaged block is repaired if the repair is unambiguous. */
export function readJsonLdBlocks({ all }: HtmlDocument): JsonLdBlocks {
  const values: JsonValue[] = []
  let repaired = 0
  let broken = 0
  let chars = 0
  for (const element of all) {
    if (element.name !== 'script') continue
    if (!/^application\/ld\+json/i.test((attribute(element, 'type') ?? '').trim())) continue
    const source = ownText(element)
    if (source.trim() === '') continue
    chars += source.length
    const parsed = source.length > MAX_BLOCK_CHARS || chars > MAX_CHARS ? null : parseJsonLoosely(source)
    if (parsed === null || !parsed.ok) {
      broken += 1
      continue
    }
    if (parsed.repaired) repaired += 1
    for (const value of parsed.values) if (typeof value === 'object' && value !== null) values.push(value)
  }
  return { values, repaired, broken }
}

/** A node with at least one type. */
export interface JsonLdNode {
  /** `Article`, without the address of the vocabulary. */
  readonly types: readonly string[]
  readonly value: Readonly<Record<string, unknown>>
}

/** All typed nodes of a page. */
export interface JsonLd {
  /** Typed nodes, outer before inner, in the order of the page. */
  readonly nodes: readonly JsonLdNode[]
  /** Blocks that are not JSON even after repair. */
  readonly broken: number
}

const MAX_NODES = 2_000
const MAX_DEPTH = 12

/** Damaged blocks are repaired where that is unambiguous; at any depth, within bounds. */
export function readJsonLd(document: HtmlDocument): JsonLd {
  const { values, broken } = readJsonLdBlocks(document)
  const nodes: JsonLdNode[] = []
  for (const value of values) collect(value, nodes, 0)
  return { nodes, broken }
}

function collect(value: unknown, nodes: JsonLdNode[], depth: number): void {
  if (depth > MAX_DEPTH || nodes.length >= MAX_NODES || !isRecord(value)) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, nodes, depth + 1)
    return
  }
  const given = value['@type']
  const types = (Array.isArray(given) ? given : [given])
    .filter((type): type is string => typeof type === 'string')
    .map((type) => type.replace(/^.*[/#:]/, ''))
  if (types.length > 0) nodes.push({ types, value })
  for (const inner of Object.values(value)) collect(inner, nodes, depth + 1)
}
