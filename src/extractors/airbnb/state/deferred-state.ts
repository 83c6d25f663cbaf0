// Finds the data that the site sends inside its pages: scripts with JSON that hold answers of its API.
import { attribute, rawText } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { parseJson } from '#parsing/json/parse-json.ts'
import { objectsIn, textAt } from './payload-fields.ts'

/** One answer of the API of the site. */
export interface Payload {
  /** `StaysSearch`; null where the page does not name it. */
  readonly operation: string | null
  /** What was asked, as far as the page repeats it. */
  readonly variables: JsonValue
  readonly data: JsonValue
}

/** All that the scripts of a page hold. */
export interface DeferredState {
  readonly payloads: readonly Payload[]
  /** The first error that the API answered in the place of data; null for none. */
  readonly error: string | null
  /** Scripts that should hold JSON but do not. */
  readonly broken: number
}

/** `niobeClientData`, `niobeMinimalClientData`. */
const WRAPPER = /^niobe\w{0,40}data$/i
const STATE_ID = /^data-(?:deferred|initial)?-?state/i
const MAX_ERROR_CHARS = 200

/** Empty for a page without such scripts: a wall, or another site. */
export function readDeferredState({ all }: HtmlDocument): DeferredState {
  const payloads: Payload[] = []
  let error: string | null = null
  let broken = 0
  for (const element of all) {
    if (element.name !== 'script') continue
    const isState = STATE_ID.test(attribute(element, 'id') ?? '')
    const isJson = /^application\/json\b/i.test((attribute(element, 'type') ?? '').trim())
    if (!isState && !isJson) continue
    const parsed = parseJson(element.children.map((child) => rawText(child, Infinity)).join(''))
    const [value] = parsed.ok ? parsed.values : []
    if (value === undefined) {
      if (isState) broken += 1
      continue
    }
    const entries = wrappedEntries(value)
    if (entries.length === 0 && isState) payloads.push({ operation: null, variables: null, data: value })
    for (const [key, answer] of entries) {
      const data = isJsonObject(answer) ? (answer['data'] ?? null) : null
      if (data === null) error ??= errorIn(answer)
      else payloads.push({ ...requestOf(key, answer), data })
    }
  }
  return { payloads, error, broken }
}

/** The pairs of request and answer, wherever the list stands. */
function wrappedEntries(root: JsonValue): (readonly [JsonValue, JsonValue])[] {
  const entries: (readonly [JsonValue, JsonValue])[] = []
  for (const object of objectsIn(root)) {
    for (const [key, value] of Object.entries(object)) {
      if (!WRAPPER.test(key) || !Array.isArray(value)) continue
      for (const entry of value) {
        if (Array.isArray(entry)) entries.push([entry[0] ?? null, answerOf(entry[1] ?? null)])
        else if (isJsonObject(entry)) entries.push([null, entry])
      }
    }
    if (entries.length > 0) break
  }
  return entries
}

/** An answer that is written as text is JSON in JSON. */
function answerOf(value: JsonValue): JsonValue {
  const parsed = typeof value === 'string' ? parseJson(value) : null
  return parsed?.ok === true ? (parsed.values[0] ?? null) : value
}

/** A key is `StaysSearch:{…}` with the variables of the request. */
function requestOf(key: JsonValue, answer: JsonValue): Pick<Payload, 'operation' | 'variables'> {
  const named = /^(\w{1,100})(?::([\s\S]*))?$/.exec(typeof key === 'string' ? key : '')
  const parsed = parseJson(named?.[2] ?? '')
  const [inKey] = parsed.ok ? parsed.values : []
  const beside = isJsonObject(answer) ? answer['variables'] : undefined
  return { operation: named?.[1] ?? null, variables: [inKey ?? null, beside ?? null] }
}

function errorIn(answer: JsonValue): string | null {
  const errors: JsonValue = isJsonObject(answer) ? (answer['errors'] ?? null) : null
  const first: JsonObject | undefined = Array.isArray(errors) ? errors.find(isJsonObject) : undefined
  if (first === undefined) return null
  return (textAt(first, 'message') ?? 'no message').slice(0, MAX_ERROR_CHARS)
}
