// The state that web frameworks leave in a page, read as pure JSON: no script of a page is ever run.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { assignedJson } from './assigned-json.ts'
import { joinReferences } from './join-references.ts'
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { readNextFlight } from './next-flight.ts'
import { unflattenNuxt } from './nuxt-data.ts'
import { parseJson } from '#parsing/json/parse-json.ts'

/** The states that could be read, and the names of those that look like data and could not. */
export interface AppState {
  /** By the id of the script (`__NEXT_DATA__`), the variable (`__APOLLO_STATE__`), or `json1`, `json2` for nameless ones. */
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

/** Bounded in number and size; what is broken is named and left out. */
export function readAppState({ all }: HtmlDocument): AppState {
  const states: JsonObject = {}
  const unread = new Set<string>()
  const flight: string[] = []
  let nameless = 0
  let chars = 0
  const keep = (name: string, value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) return
    if (Object.keys(states).length < MAX_STATES && !Object.hasOwn(states, name))
      setKey(states, name, isJsonObject(value) && /apollo/i.test(name) ? joinReferences(value) : value)
  }
  for (const element of all) {
    if (element.name !== 'script') continue
    const source = sourceOf(element)
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
  const rows = readNextFlight(flight.join(''))
  if (Object.keys(rows).length > 0) keep('__next_f', rows)
  return { states, unread: [...unread].slice(0, 20), cut: chars > MAX_CHARS }
}

function sourceOf(element: HtmlElement): string {
  return element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
}
