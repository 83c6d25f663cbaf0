// Finds the records in what a page holds: nodes and items wherever they are nested, and objects of a state that fit.
import { pointerKey, pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import type { Found, FoundKey } from '#extractors/json/sources/found.ts'
import { matchLabels } from '#extractors/json/mapping/names/match-labels.ts'
import { tableThings } from './table-things.ts'
import { askedName } from '#extractors/json/mapping/names/asked-name.ts'
import { measuredName } from '#extractors/json/mapping/names/field-unit.ts'
import { headRecords, nameOfKey, recordOf, type PageRecord, type RecordSource } from './record.ts'

const MAX_RECORDS = 3_000
const MAX_DEPTH = 30
const MAX_VISITED = 200_000

/** Formats whose nodes say what they are. */
const TYPED: readonly (FoundKey & RecordSource)[] = ['jsonLd', 'microdata', 'rdfa', 'microformats']
const SINGLE: readonly (FoundKey & RecordSource)[] = ['openGraph', 'twitter']

/** `names` are the requested fields; an object with none of them is left out when there are many. */
export function collectRecords(found: Found, names: readonly string[]): PageRecord[] {
  const records: PageRecord[] = []
  const fits = overlapTest(names)
  const collect = (
    source: RecordSource & FoundKey,
    accepts: (node: JsonObject, depth: number) => boolean,
  ): void => {
    const value = found[source]
    if (value === undefined) return
    let visited = 0
    const visit = (at: JsonValue, pointer: string, depth: number): void => {
      visited += 1
      if (typeof at !== 'object' || at === null || depth > MAX_DEPTH) return
      if (visited > MAX_VISITED || records.length >= MAX_RECORDS) return
      if (Array.isArray(at)) {
        for (const [index, item] of at.entries()) visit(item, pointer + pointerStep(index), depth)
        return
      }
      if (accepts(at, depth)) records.push(recordOf(source, pointer, at, depth))
      for (const [key, inner] of Object.entries(at)) {
        if (key !== '@context') visit(inner, pointer + pointerStep(key), depth + 1)
      }
    }
    visit(value, `/${source}`, 0)
  }
  collect('document', (node, depth) => depth === 0 || fits(node))
  for (const source of TYPED) collect(source, (node, depth) => depth === 0 || '@type' in node)
  for (const source of SINGLE) collect(source, (node, depth) => depth === 0 && Object.keys(node).length > 0)
  if (isJsonObject(found.meta) && Object.keys(found.meta).length > 0) records.push(...headRecords(found.meta))
  collect('state', fits)
  // At the top is what we say about a response.
  collect('xhr', (node, depth) => depth > 0 && fits(node))
  for (const [pointer, pairs] of objectsOf(found.pairs ?? null, '/pairs'))
    records.push(recordOf('pairs', pointer, pairs, 0, { labelled: labelledPairs(pairs, pointer, names) }))
  collect('feeds', (node, depth) => depth === 0 && 'items' in node)
  const [feed] = objectsOf(found.feeds ?? null, '/feeds')
  if (feed !== undefined) records.push(recordOf('feeds', feed[0], {}, 0, { labelled: linkedFeed(...feed) }))
  return records
}

const FEED = new Set(['feed', 'feedurl', 'rss', 'rssurl', 'rssfeed', 'rsslink', 'atomurl', 'feedlink'])

/** The address of a feed that a page links. */
function linkedFeed(pointer: string, { href }: JsonObject): PageRecord['labelled'] {
  return (folded) =>
    FEED.has(folded) && typeof href === 'string'
      ? { value: href, pointer: `${pointer}/href`, quality: 0.9 }
      : null
}

/** Looks up values by labels that people wrote; what a field means by other names is looked for once. */
function labelledPairs(pairs: JsonObject, pointer: string, names: readonly string[]): PageRecord['labelled'] {
  const labels = matchLabels(names, Object.keys(pairs), false, pairs)
  return (folded) => {
    const match = labels.get(folded)
    const value = match === undefined ? null : (pairs[match.label] ?? null)
    if (match === undefined || value === null) return null
    return { value, pointer: pointer + pointerStep(match.label), quality: match.quality }
  }
}

/** Whether an object has two of the wanted fields, or the only one. */
function overlapTest(names: readonly string[]): (node: JsonObject) => boolean {
  const wanted = new Map<string, number>()
  names.forEach((name, index) => {
    const { folded, related, nearly, wordsKey, measure } = askedName(name)
    const ofWords = wordsKey === '' ? [] : [`words ${wordsKey}`]
    const ofMeasure = measure === null ? [] : [measure.base, ...measure.related.map(([first]) => first)]
    const all = [folded, ...related.map(([first]) => first), ...nearly, ...ofWords, ...ofMeasure]
    for (const each of all) if (!wanted.has(each)) wanted.set(each, index)
  })
  const min = Math.min(2, names.length)
  const folds = new Map<string, number | null>()
  const fieldOf = (key: string): number | null => {
    let known = folds.get(key)
    if (known === undefined) {
      const { name, words } = nameOfKey(key.slice(0, 200))
      const base = measuredName(key.slice(0, 200))?.base ?? name
      folds.set(key, (known = wanted.get(name) ?? wanted.get(`words ${words}`) ?? wanted.get(base) ?? null))
    }
    return known
  }
  return (node) => {
    const hits = new Set<number>()
    for (const [key, value] of Object.entries(node)) {
      const field = value === null ? null : fieldOf(key)
      if (field !== null && hits.add(field).size >= min) return true
    }
    return false
  }
}

/** A list of things that a schema for a list may mean. */
export interface RecordList {
  readonly source: RecordSource
  readonly count: number
  readonly record: (index: number) => PageRecord
}

const MAX_ITEMS = 5_000
const MAX_LISTS = 500

/** The lists of a page: `ItemList`s, nodes of one type beside each other, feeds, tables, and lists of objects in a state. */
export function collectLists(found: Found, names: readonly string[]): RecordList[] {
  const lists: RecordList[] = []
  const fits = overlapTest(names)
  const add = (source: RecordSource, items: readonly (readonly [string, JsonObject])[]): void => {
    if (items.length === 0 || lists.length >= MAX_LISTS) return
    const record = (index: number): PageRecord => {
      const [pointer, node] = items[index] ?? ['', {}]
      return recordOf(source, pointer, node, 0)
    }
    lists.push({ source, count: Math.min(MAX_ITEMS, items.length), record })
  }
  for (const source of TYPED) {
    const nodes = found[source]
    if (!Array.isArray(nodes)) continue
    const byType = new Map<string, [string, JsonObject][]>()
    for (const [index, node] of nodes.entries()) {
      if (!isJsonObject(node)) continue
      const type = JSON.stringify(node['@type'] ?? null)
      byType.set(type, [...(byType.get(type) ?? []), [`/${source}/${index}`, node]])
    }
    for (const items of byType.values()) add(source, items)
    listsIn(nodes, `/${source}`, fits, (items) => add(source, items))
  }
  for (const source of ['document', 'state', 'feeds'] as const) {
    const value = found[source]
    if (value !== undefined) listsIn(value, `/${source}`, fits, (items) => add(source, items))
  }
  for (const [at, response] of (Array.isArray(found.xhr) ? found.xhr : []).entries()) {
    const body = isJsonObject(response) ? (response['body'] ?? null) : null
    listsIn(body, `/xhr/${at}/body`, fits, (items) => add('xhr', items))
  }
  const tables = found.tables
  if (Array.isArray(tables)) {
    for (const [at, table] of tables.entries()) {
      if (!isJsonObject(table) || lists.length >= MAX_LISTS) continue
      for (const { count, thing } of tableThings(table, `/tables/${at}`, names))
        lists.push({ source: 'tables', count: Math.min(MAX_ITEMS, count), record: thing })
    }
  }
  if (found.pairs !== undefined) add('pairs', objectsOf(found.pairs, '/pairs'))
  return lists
}

/** Every list of objects in a value in which at least one fits. */
function listsIn(
  value: JsonValue,
  pointer: string,
  fits: (node: JsonObject) => boolean,
  add: (items: [string, JsonObject][]) => void,
): void {
  let visited = 0
  const visit = (at: JsonValue, where: string, depth: number): void => {
    visited += 1
    if (typeof at !== 'object' || at === null || depth > MAX_DEPTH || visited > MAX_VISITED) return
    if (Array.isArray(at)) {
      const items = objectsOf(at, where).map(([place, node]) => unwrapped(place, node))
      if (items.some(([, node]) => fits(node))) add(items)
    }
    for (const [key, inner] of Array.isArray(at) ? at.entries() : Object.entries(at))
      visit(inner, where + pointerStep(key), depth + 1)
  }
  visit(value, pointer, 0)
}

function objectsOf(value: JsonValue, pointer: string): [string, JsonObject][] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index): [string, JsonObject][] =>
    isJsonObject(item) ? [[pointer + pointerStep(index), item]] : [],
  )
}

/** The thing in a `ListItem`, or in an edge of a graph. */
function unwrapped(pointer: string, node: JsonObject): [string, JsonObject] {
  for (const key of ['item', 'node']) {
    const inner = node[key]
    if (isJsonObject(inner)) return [pointer + pointerStep(key), inner]
  }
  return [pointer, node]
}

/** Sources whose lists are parts of an object. */
const HOLDING = ['jsonLd', 'microdata', 'rdfa', 'state', 'document'] as const

/**
 * The object that holds the list that has its first item at `pointer`: it knows how many there are in all, and on which page of them
 * this is. Null for a list at the top of its source.
 */
export function listContainer(found: Found, pointer: string): PageRecord | null {
  const steps = pointer.split('/').slice(1)
  if (/^(?:item|node)$/.test(steps.at(-1) ?? '')) steps.pop()
  const [first, ...place] = steps.slice(0, -2)
  const source = HOLDING.find((each) => each === first)
  if (source === undefined || place.length === 0) return null
  let at: JsonValue | undefined = found[source]
  for (const step of place.map(pointerKey)) {
    if (typeof at !== 'object' || at === null) return null
    at = Array.isArray(at) ? at[Number(step)] : Object.hasOwn(at, step) ? at[step] : undefined
  }
  const where = [source, ...place]
  return isJsonObject(at) ? recordOf(source, `/${where.join('/')}`, at, where.length) : null
}
