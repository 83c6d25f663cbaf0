// Finds `window.NAME = {…}` in scripts and reads the assigned value if it is pure JSON.
import type { JsonValue } from '#parsing/json/json-value.ts'
import { MAX_JSON_DEPTH, parseJson } from '#parsing/json/parse-json.ts'

/** The values in the order of the script. */
export interface AssignedJson {
  readonly values: readonly (readonly [string, JsonValue])[]
  /** Names whose values look like data but are not JSON. */
  readonly unread: readonly string[]
  /** The texts of `self.__next_f.push([1, "…"])`, in order. */
  readonly pushed: readonly string[]
}

/** An assignment to a global: by name, as a property of the global object, or as a variable. */
const ASSIGNMENT =
  /(?:(?:window|self|globalThis)\s{0,9}(?:\.\s{0,9}([A-Za-z_$][\w$]{0,80})|\[\s{0,9}["']([\w$.:-]{1,80})["']\s{0,9}\])|\b(?:var|let|const)\s{1,9}([A-Za-z_$][\w$]{0,80}))\s{0,9}=(?!=)\s{0,9}/g
const FLIGHT_PUSH =
  /__next_f\s?(?:=\s?[\w.]{1,40}\s?\|\|\s?\[\]\s?\)?)?\.push\(\s{0,9}\[\s{0,9}1\s{0,9},\s{0,9}/g
const PARSE_CALL = /JSON\.parse\(\s{0,9}/y
const MAX_FOUND = 200
/** Characters scanned for the ends of values, for each character of the script: unclosed brackets cost the most. */
const MAX_LOOKUPS = 20
/** Internal variables of a script have short names and little data. */
const MIN_NAME_CHARS = 4
const MIN_CHARS = 60
/** A name must contain one of these before an unreadable value is reported. */
const STATE_NAME = /^__|state|data|store|props|nuxt|apollo|config|settings|product|page/i

/** Linear in the length of the script. */
export function assignedJson(source: string): AssignedJson {
  const values: [string, JsonValue][] = []
  const unread: string[] = []
  const pushed: string[] = []
  const budget = { left: MAX_LOOKUPS * source.length }
  let from = 0
  for (const match of source.matchAll(ASSIGNMENT)) {
    if (match.index < from || values.length + unread.length >= MAX_FOUND || budget.left < 0) continue
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    const start = match.index + match[0].length
    const found = valueAt(source, start, budget)
    if (found === null) continue
    const isGlobal = match[3] === undefined
    if (found.value === undefined) {
      if (STATE_NAME.test(name)) unread.push(name)
      continue
    }
    from = found.end
    if (isGlobal || (name.length >= MIN_NAME_CHARS && found.end - start >= MIN_CHARS))
      values.push([name, found.value])
  }
  for (const match of source.matchAll(FLIGHT_PUSH)) {
    const text = stringAt(source, match.index + match[0].length)
    if (text !== null) pushed.push(text.value)
  }
  return { values, unread, pushed }
}

interface FoundValue {
  /** Undefined when it is not JSON. */
  readonly value: JsonValue | undefined
  /** Where the text continues. */
  readonly end: number
}

/** The object, list or parsed text at a position; null without one. */
function valueAt(source: string, start: number, budget: { left: number }): FoundValue | null {
  PARSE_CALL.lastIndex = start
  const call = PARSE_CALL.exec(source)
  if (call !== null) {
    const text = stringAt(source, start + call[0].length)
    return text === null ? null : { value: parsed(text.value), end: text.end }
  }
  const first = source[start]
  if (first !== '{' && first !== '[') {
    // Nuxt 2 and others wrap their state in a function that would have to be run.
    return source.startsWith('(function', start) ? { value: undefined, end: start + 9 } : null
  }
  const end = endOfBrackets(source, start)
  budget.left -= (end ?? source.length) - start
  if (end === null) return null
  return { value: parsed(source.slice(start, end)), end }
}

function parsed(text: string): JsonValue | undefined {
  const result = parseJson(text)
  return result.ok ? result.values[0] : undefined
}

/**
 * The position after the bracket that closes the one at `start`; null when none does or they nest too deeply. Linear.
 */
function endOfBrackets(source: string, start: number): number | null {
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    const char = source[at]
    if (char === '"' || char === "'" || char === '`') at = endOfQuotes(source, at)
    else if (char === '{' || char === '[') {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return null
    } else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

function endOfQuotes(source: string, start: number): number {
  const quote = source[start]
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) return at
  }
  return source.length
}

/** The string literal at a position, as far as JSON and JavaScript agree on it. */
function stringAt(source: string, start: number): { readonly value: string; readonly end: number } | null {
  const quote = source[start]
  if (quote !== '"' && quote !== "'") return null
  const end = endOfQuotes(source, start)
  if (end >= source.length) return null
  const text = source.slice(start + 1, end).replace(ESCAPE, jsonEscape)
  const json = quote === "'" ? text.replace(/\\.|"/gs, (part) => (part === '"' ? '\\"' : part)) : text
  const value = parsed(`"${json}"`)
  return typeof value === 'string' ? { value, end: end + 1 } : null
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|([\s\S]))/g

/** An escape of JavaScript as one of JSON. */
function jsonEscape(match: string, hex?: string, code?: string, other?: string): string {
  if (hex !== undefined) return `\\u00${hex}`
  if (code !== undefined) {
    const point = Math.min(0x10ffff, Number.parseInt(code, 16))
    return JSON.stringify(String.fromCodePoint(point)).slice(1, -1)
  }
  if (other === '\n') return ''
  return '"\\/bfnrtu'.includes(other ?? '') ? match : (other ?? '')
}
