// An object on a page, prepared for look-ups: its position, its type, and its keys by folded name.
import { pointerStep } from '#kit/json-pointer.ts'
import { listOf, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { bareKey, foldName } from './field-names.ts'

/** Which part of `found` (or what else) a record is of. */
export type RecordSource =
  | 'rules'
  | 'jsonLd'
  | 'microdata'
  | 'rdfa'
  | 'openGraph'
  | 'twitter'
  | 'state'
  | 'tables'
  | 'pairs'
  | 'feeds'
  | 'microformats'
  | 'meta'
  | 'xhr'
  | 'document'
  | 'llm'

/** An object of the page as a thing that may be the one that is asked for. */
export interface PageRecord {
  readonly source: RecordSource
  /** A JSON Pointer into `found`. */
  readonly pointer: string
  readonly node: JsonObject
  /** Folded, without the address of the vocabulary: `product`. */
  readonly types: readonly string[]
  /** Levels below the top of its source. */
  readonly depth: number
}

/** The trust in a source: data for programs first, text for readers last. */
export const TRUST: Readonly<Record<RecordSource, number>> = {
  rules: 1,
  document: 1,
  jsonLd: 0.95,
  microdata: 0.93,
  rdfa: 0.9,
  microformats: 0.85,
  openGraph: 0.85,
  feeds: 0.85,
  twitter: 0.8,
  state: 0.8,
  xhr: 0.8,
  tables: 0.75,
  pairs: 0.75,
  meta: 0.7,
  llm: 0.7,
}

/** Sources that describe the page as a whole. */
export const PAGE_LEVEL: ReadonlySet<RecordSource> = new Set(['openGraph', 'twitter', 'meta'])
/** Sources whose texts people wrote, in the language of the page. */
export const WRITTEN: ReadonlySet<RecordSource> = new Set([
  'rules',
  'microdata',
  'rdfa',
  'microformats',
  'tables',
  'pairs',
])

/** A value of a record, with its place. */
export interface Field {
  readonly pointer: string
  readonly value: JsonValue
}

const indexes = new WeakMap<JsonObject, ReadonlyMap<string, Field>>()

/** The keys of a node by their folded bare names; of two that fold alike the first counts. */
export function fieldsOf(node: JsonObject): ReadonlyMap<string, Field> {
  let fields = indexes.get(node)
  if (fields === undefined) {
    const made = new Map<string, Field>()
    for (const [key, value] of Object.entries(node)) {
      if (value === null || key === '@context') continue
      const name = foldName(bareKey(key))
      if (name !== '' && !made.has(name)) made.set(name, { pointer: pointerStep(key), value })
    }
    indexes.set(node, (fields = made))
  }
  return fields
}

/** `depth`: how many objects it is inside of; 0 at the top of its source. */
export function recordOf(source: RecordSource, pointer: string, node: JsonObject, depth: number): PageRecord {
  return { source, pointer, node, types: typesOf(node), depth }
}

function typesOf(node: JsonObject): string[] {
  const given = [...listOf(node['@type']), ...listOf(node['og:type']), ...listOf(node['__typename'])]
  return given
    .filter((type) => typeof type === 'string')
    .map((type) => foldName(type.replace(/^.*[/#:]/, '').replace(/^h-/, '')))
}

/** The name that identifies a thing, folded; null for a thing without one. */
export function nameOfRecord({ node }: PageRecord): string | null {
  const fields = fieldsOf(node)
  for (const key of ['name', 'headline', 'title']) {
    const value = fields.get(key)?.value
    if (typeof value === 'string' && value.trim() !== '') return foldName(value)
  }
  return null
}
