// The state that web frameworks leave in a page, read as pure JSON: no script of a page is ever run.
import { attribute, ownText } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { assignedJson } from './assigned-json.ts'
import { readAttributes } from './attribute-json.ts'
import { readNested } from './nested-json.ts'
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { parseJson } from '#parsing/json/parse-json.ts'

/** The states that could be read, and the names of those that look like data and could not. */
export interface AppState {
  /**
   * By the id of the script (`__NEXT_DATA__`), the variable (`__APOLLO_STATE__`), `json1`, `json2` for nameless ones, or
   * the attribute (`data-product`), whose values are a list where several elements have it.
   */
  readonly states: JsonObject
  /** Variables and blocks that are JavaScript and not JSON, or nest too deeply. */
  readonly unread: readonly string[]
  readonly cut: boolean
}

/** For all scripts of one page together. */
const MAX_CHARS = 10_000_000
const MAX_STATES = 100
const JSON_TYPE = /^(?:application|text)\/(?:[\w.+-]*\+)?json$/i
/** Types with their own readers, or without usable data. */
const OTHER_TYPE = /^application\/(?:ld\+json|manifest\+json|importmap\+json|speculationrules\+json)$/i

/**
 * Bounded in number and size; what is broken is named and left out. `everywhere` also reads the attributes of elements
 * and JSON in the texts of JSON.
 */
export function readAppState({ all }: HtmlDocument, everywhere = false): AppState {
  const states: JsonObject = {}
  const unread = new Set<string>()
  const flight: string[] = []
  let nameless = 0
  let chars = 0
  const budget = { chars: MAX_CHARS }
  const keep = (name: string, given: JsonValue): void => {
    if (typeof given !== 'object' || given === null) return
    if (Object.keys(states).length >= MAX_STATES || Object.hasOwn(states, name)) return
    const value = everywhere ? readNested(given, budget) : given
    setKey(states, name, isJsonObject(value) && /apollo/i.test(name) ? joinReferences(value) : value)
  }
  const attributes = new Map<string, JsonValue[]>()
  for (const element of all) {
    if (element.name !== 'script') {
      if (everywhere && chars <= MAX_CHARS) chars += readAttributes(element, attributes)
      continue
    }
    const source = ownText(element)
    if (source === '' || chars > MAX_CHARS) continue
    chars += source.length
    const type = (attribute(element, 'type') ?? '').trim()
    const id = (attribute(element, 'id') ?? '').trim()
    if (JSON_TYPE.test(type)) {
      if (OTHER_TYPE.test(type)) continue
      nameless += id === '' ? 1 : 0
      const name = id === '' ? `json${nameless}` : id
      const parsed = parseJson(source)
      if (!parsed.ok) unread.add(name)
      else
        keep(
          name,
          id === '__NUXT_DATA__' ? unflattenNuxt(parsed.values[0] ?? null) : (parsed.values[0] ?? null),
        )
    } else if (type === '' || /javascript|ecmascript|^module$/i.test(type)) {
      const found = assignedJson(source)
      for (const [name, value] of found.values) keep(name, value)
      for (const name of found.unread) unread.add(name)
      for (const pushed of found.pushed) flight.push(pushed)
    }
  }
  for (const [name, values] of attributes) keep(name, values.length === 1 ? (values[0] ?? null) : values)
  const rows = readNextFlight(flight.join(''))
  if (Object.keys(rows).length > 0) keep('__next_f', rows)
  return { states, unread: [...unread].slice(0, 20), cut: chars > MAX_CHARS }
}

/** References followed one inside the other. */
const MAX_JOINS = 4
/** Values copied for one cache: things that name each other grow with every level. */
const MAX_COPIED = 50_000

/**
 * `cache`, which stores each object once as Apollo writes it, with its references (`{"__ref": "Product:1"}`) replaced
 * by their objects; circular and unknown ones stay as they are.
 */
function joinReferences(cache: JsonObject): JsonObject {
  let copied = 0
  const join = (value: JsonValue, open: readonly string[]): JsonValue => {
    if (typeof value !== 'object' || value === null) return value
    copied += 1
    if (Array.isArray(value)) return value.map((item) => join(item, open))
    const name = referenceOf(value)
    if (name === null) return joinKeys(value, open)
    const target = Object.hasOwn(cache, name) ? cache[name] : undefined
    if (!isJsonObject(target) || open.includes(name) || open.length >= MAX_JOINS || copied >= MAX_COPIED)
      return value
    return joinKeys(target, [...open, name])
  }
  const joinKeys = (value: JsonObject, open: readonly string[]): JsonObject => {
    const out: JsonObject = {}
    for (const [key, inner] of Object.entries(value)) setKey(out, key, join(inner, open))
    return out
  }
  const out: JsonObject = {}
  for (const [key, value] of Object.entries(cache)) setKey(out, key, join(value, [key]))
  return out
}

/** The name in a reference, also in the older form `{"type": "id", "id": …, "generated": …}`; null for anything else. */
function referenceOf(value: JsonObject): string | null {
  const { __ref: name, id, type } = value
  if (typeof name === 'string' && Object.keys(value).length === 1) return name
  return type === 'id' && typeof id === 'string' && 'generated' in value ? id : null
}

const MAX_ROWS = 2_000
/** `1a:`, perhaps a letter for the type, then the row. */
const ROW = /([0-9a-f]{1,8}):(T[0-9a-f]{1,8},|[A-Z]{1,2}(?=[[{"])|)/y

/**
 * The rows of a React server payload that Next.js streams into a page, by their id. Text rows are strings; module,
 * hint and error rows contain no content.
 */
function readNextFlight(payload: string): JsonObject {
  const rows: JsonObject = {}
  let at = 0
  for (let count = 0; at < payload.length && count < MAX_ROWS; count += 1) {
    ROW.lastIndex = at
    const match = ROW.exec(payload)
    if (match === null) {
      const next = payload.indexOf('\n', at)
      if (next < 0) break
      at = next + 1
      continue
    }
    const [head, id = '', tag = ''] = match
    at += head.length
    if (tag.startsWith('T')) {
      // The length counts bytes of UTF-8.
      const text = bytesOf(payload, at, Number.parseInt(tag.slice(1), 16))
      setKey(rows, id, text)
      at += text.length
      continue
    }
    const end = payload.indexOf('\n', at)
    const line = payload.slice(at, end < 0 ? payload.length : end)
    at += line.length + 1
    if (tag !== '') continue
    const value = dataOf(line)
    if (value !== null) setKey(rows, id, value)
  }
  return rows
}

function dataOf(line: string): JsonValue | null {
  if (!/^[[{]/.test(line)) return null
  const parsed = parseJson(line)
  return parsed.ok ? (parsed.values[0] ?? null) : null
}

/** As many characters from `start` as fit into `bytes` bytes of UTF-8. */
function bytesOf(text: string, start: number, bytes: number): string {
  let left = bytes
  let at = start
  while (left > 0 && at < text.length) {
    const code = text.codePointAt(at) ?? 0
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    at += code > 0xffff ? 2 : 1
  }
  return text.slice(start, at)
}

/** Entries may refer to any others, so the total size is bounded as well as the depth. */
const MAX_VALUES = 200_000
const MAX_DEPTH = 60
/** Negative numbers encode values that JSON lacks; all of them mean an unknown value. */
const WRAPPERS = new Set(['Reactive', 'ShallowReactive', 'Ref', 'ShallowRef', 'EmptyRef', 'EmptyShallowRef'])

/**
 * The state of Nuxt 3 from a flat list whose numbers refer to other entries (the format of devalue): the value of the
 * first entry. Circular or too deep references become null.
 */
function unflattenNuxt(flat: JsonValue): JsonValue {
  if (!Array.isArray(flat) || flat.length === 0) return flat
  let values = 0
  const open = new Set<number>()

  const at = (index: JsonValue): JsonValue => {
    const entry = typeof index === 'number' ? flat[index] : undefined
    if (typeof index !== 'number' || entry === undefined) return null
    values += 1
    if (open.has(index) || open.size > MAX_DEPTH || values > MAX_VALUES) return null
    open.add(index)
    const value = whole(entry)
    open.delete(index)
    return value
  }
  const whole = (entry: JsonValue): JsonValue => {
    if (typeof entry !== 'object' || entry === null) return entry
    if (!Array.isArray(entry)) {
      const out: JsonObject = {}
      for (const [key, index] of Object.entries(entry)) setKey(out, key, at(index))
      return out
    }
    const [kind, first, ...rest] = entry
    if (typeof kind !== 'string') return entry.map(at)
    if (kind === 'Date' || kind === 'BigInt' || kind === 'URL') return first ?? null
    if (kind === 'Set') return entry.slice(1).map(at)
    if (kind === 'Map' || kind === 'null')
      return pairs(first === undefined ? [] : [first, ...rest], kind === 'Map')
    return WRAPPERS.has(kind) && first !== undefined ? at(first) : null
  }
  const pairs = (list: readonly JsonValue[], keysPoint: boolean): JsonObject => {
    const out: JsonObject = {}
    for (let i = 0; i + 1 < list.length; i += 2) {
      const [key = null, held = null] = list.slice(i, i + 2)
      const name = keysPoint ? at(key) : key
      if (typeof name === 'object') continue
      setKey(out, String(name), at(held))
    }
    return out
  }
  return at(0)
}
