// An object on a page, prepared for look-ups: its position, its type, and its keys by folded name.
import { pointerStep } from '#kit/json-pointer.ts'
import { listOf, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { wordsKey } from '#extractors/json/mapping/names/plain-words.ts'
import { bareKey, foldName, isBibliographic } from '#extractors/json/mapping/names/field-names.ts'

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
  /** The trust in its values, 0 to 1. */
  readonly trust: number
  /** Of a record with labels for people: the value for a requested field, by its folded name. */
  readonly labelled: ((folded: string) => (Field & { readonly quality: number }) | null) | null
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

/** Statements of the head in the vocabularies of libraries and journals, which are about the work and not the page. */
const DESCRIBED = 0.88

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
      const { name } = nameOfKey(key)
      if (name !== '' && !made.has(name)) made.set(name, { pointer: pointerStep(key), value })
    }
    indexes.set(node, (fields = made))
  }
  return fields
}

const keyNames = new Map<string, { readonly name: string; readonly words: string }>()

/** The folded bare name of a key and the key of its words; things of one kind repeat the same few keys. */
export function nameOfKey(key: string): { readonly name: string; readonly words: string } {
  let known = keyNames.get(key)
  if (known === undefined) {
    const bare = bareKey(key)
    known = { name: foldName(bare), words: wordsKey(bare) }
    if (keyNames.size > 10_000) keyNames.clear()
    if (key.length < 200) keyNames.set(key, known)
  }
  return known
}

const wordIndexes = new WeakMap<JsonObject, ReadonlyMap<string, Field>>()

/** The keys of a node by their words in any order, as far as that is another name. */
export function fieldsByWords(node: JsonObject): ReadonlyMap<string, Field> {
  let fields = wordIndexes.get(node)
  if (fields === undefined) {
    const made = new Map<string, Field>()
    for (const [key, value] of Object.entries(node)) {
      if (value === null || key === '@context' || made.size >= MAX_WORDED) continue
      const { name, words } = nameOfKey(key)
      if (words !== name && words !== '' && !made.has(words))
        made.set(words, { pointer: pointerStep(key), value })
    }
    wordIndexes.set(node, (fields = made))
  }
  return fields
}

const MAX_WORDED = 300

/** `depth`: how many objects it is inside of; 0 at the top of its source. */
export function recordOf(
  source: RecordSource,
  pointer: string,
  node: JsonObject,
  depth: number,
  { labelled = null, trust = TRUST[source] }: Partial<Pick<PageRecord, 'labelled' | 'trust'>> = {},
): PageRecord {
  return { source, pointer, node, types: typesOf(node), depth, trust, labelled }
}

/** The head of a page as one record of what its vocabularies say about the work, and one of everything. */
export function headRecords(head: JsonObject): PageRecord[] {
  const described = Object.entries(head).filter(([key]) => isBibliographic(key))
  const whole = recordOf('meta', '/meta', head, 0)
  if (described.length === 0) return [whole]
  const about: JsonObject = {}
  for (const [key, value] of described) setKey(about, key, value)
  return [recordOf('meta', '/meta', about, 0, { trust: DESCRIBED }), whole]
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
