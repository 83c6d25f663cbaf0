// The JSON that components keep in `data-*` attributes and custom elements in their own.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { parseJson } from '#parsing/json/parse-json.ts'

/** Shorter values are settings of a widget. */
const MIN_CHARS = 20
const MAX_NAMES = 30
const MAX_VALUES = 1_000
/** Settings of scripts for consent, animation and layout, which say nothing about the content. */
const SETTINGS =
  /(?:settings|options?|config|consent|animation|slick|swiper|flickity|carousel|layout|track(?:er|ing)?|analytics|gtm|ga4?)$/i

/** Adds the objects and lists in the attributes of an element by the name of the attribute; returns the characters read. */
export function readAttributes({ attributes }: HtmlElement, into: Map<string, JsonValue[]>): number {
  let chars = 0
  for (let index = 0; index + 1 < attributes.length; index += 2) {
    const name = attributes[index] ?? ''
    const text = attributes[index + 1] ?? ''
    if (text.length < MIN_CHARS || !/^\s{0,9}(?:\{\s{0,9}"|\[\s{0,9}\{)/.test(text)) continue
    if (!/^(?:data-|:|props$|state$)/.test(name) || SETTINGS.test(name)) continue
    const values = into.get(name) ?? []
    if (values.length >= MAX_VALUES || (values.length === 0 && into.size >= MAX_NAMES)) continue
    chars += text.length
    const parsed = parseJson(text)
    const value = parsed.ok ? (parsed.values[0] ?? null) : null
    if (typeof value !== 'object' || value === null) continue
    values.push(value)
    into.set(name, values)
  }
  return chars
}
