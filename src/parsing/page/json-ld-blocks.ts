// The JSON-LD blocks of a page, each as its values; damaged blocks are repaired if the repair is unambiguous.
import { attribute } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { parseJsonLoosely } from '#parsing/json/parse-json.ts'

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

export function readJsonLdBlocks({ all }: HtmlDocument): JsonLdBlocks {
  const values: JsonValue[] = []
  let repaired = 0
  let broken = 0
  let chars = 0
  for (const element of all) {
    if (element.name !== 'script') continue
    if (!/^application\/ld\+json/i.test((attribute(element, 'type') ?? '').trim())) continue
    const source = element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
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
