// Reads literals of JavaScript: texts, numbers, lists, objects, and the few expressions that documentation pages build.
import { parseJson } from '#extractors/swagger/read/parse-json.ts'
import { member, objectOf } from '#extractors/swagger/json/json-value.ts'
import { createScriptSkipper } from './script-skipper.ts'

/** The values of names outside the script: `location.origin`. */
export type ScriptGlobals = ReadonlyMap<string, string>

export interface Read<T> {
  readonly value: T
  /** The offset behind it. */
  readonly end: number
}

export interface ScriptReader {
  /** Behind white space, comments and what looks like a regular expression. */
  skipBlank(at: number): number
  /** A quoted text; undefined where it is a template with parts that are not known. */
  readText(at: number): Read<string | undefined>
  /** An expression; null when nothing can be read. Its value is undefined when unknown. */
  readValue(at: number): Read<unknown> | null
  /** The arguments of a call, from its opening parenthesis. */
  readArguments(at: number): Read<unknown[]>
}

const MAX_DEPTH = 100
/** An object that is not JSON is read twice; its parts are not tried repeatedly. */
const MAX_DEPTH_OF_JSON = 2
const NUMBER = /-?(?:0[xX][0-9a-fA-F]{1,16}|\d{1,400}(?:\.\d{0,400})?(?:[eE][+-]?\d{1,4})?)/y
const NAME = /[A-Za-z_$][\w$]{0,100}(?:\s{0,20}\??\.\s{0,20}[A-Za-z_$][\w$]{0,100}){0,6}/y
const KEY = /[A-Za-z_$][\w$]{0,200}/y
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
}

export function createScriptReader(
  text: string,
  globals: ScriptGlobals,
  variables: ReadonlyMap<string, unknown>,
): ScriptReader {
  const { skipBlank, skipTo, lineEnd, endOfObject } = createScriptSkipper(text)

  const readText = (start: number): Read<string | undefined> => {
    const quote = text[start]
    let value = ''
    let known = true
    let from = start + 1
    for (let at = from; at < text.length; at += 1) {
      const char = text[at]
      if (char === quote) return { value: known ? value + text.slice(from, at) : undefined, end: at + 1 }
      if (char === '\n' && quote !== '`') break
      if (char === '\\') {
        const escaped = readEscape(at)
        value += text.slice(from, at) + escaped.value
        at = escaped.end - 1
        from = escaped.end
      } else if (char === '$' && quote === '`' && text[at + 1] === '{') {
        const inner = readValue(at + 2)
        const end = inner === null ? skipTo('}', at + 2) : skipTo('}', inner.end)
        const part = inner?.value
        if (typeof part === 'string' || typeof part === 'number') value += text.slice(from, at) + String(part)
        else known = false
        at = end - 1
        from = end
      }
    }
    // A template that does not end takes the rest of the script with it, any other text its line.
    return { value: undefined, end: quote === '`' ? text.length : lineEnd(start) }
  }

  const readEscape = (at: number): Read<string> => {
    const char = text[at + 1] ?? ''
    const hex = char === 'x' ? /^[0-9a-fA-F]{2}/ : /^(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]{1,6}\})/
    const code = char === 'x' || char === 'u' ? hex.exec(text.slice(at + 2, at + 10))?.[0] : undefined
    if (code !== undefined) {
      const point = Number.parseInt(code.replace(/[{}]/g, ''), 16)
      return { value: point > 0x10ffff ? '' : String.fromCodePoint(point), end: at + 2 + code.length }
    }
    return { value: char === '\n' ? '' : (ESCAPES[char] ?? char), end: at + 2 }
  }

  let depth = 0
  const readValue = (start: number): Read<unknown> | null => {
    if (depth > MAX_DEPTH) return null
    depth += 1
    try {
      return readJoined(start)
    } finally {
      depth -= 1
    }
  }

  /** `a + b` for texts, `a || b` and `a ?? b`. */
  const readJoined = (start: number): Read<unknown> | null => {
    const first = readPrimary(skipBlank(start))
    if (first === null) return null
    let { value, end } = first
    for (;;) {
      const at = skipBlank(end)
      const isEither = text.startsWith('||', at) || text.startsWith('??', at)
      if (!isEither && (text[at] !== '+' || text[at + 1] === '+' || text[at + 1] === '='))
        return { value, end }
      const right = readPrimary(skipBlank(at + (isEither ? 2 : 1)))
      if (right === null) return { value: isEither ? value : undefined, end }
      value = isEither ? (value ?? right.value) : joined(value, right.value)
      end = right.end
    }
  }

  const readPrimary = (at: number): Read<unknown> | null => {
    const char = text[at]
    if (char === undefined) return null
    if (char === '"' || char === "'" || char === '`') return readText(at)
    if (char === '{') return readObject(at)
    if (char === '[') return readList(at)
    if (char === '(') {
      const inner = readValue(at + 1)
      const end = inner === null ? -1 : skipBlank(inner.end)
      return inner !== null && text[end] === ')' && !text.startsWith('=>', skipBlank(end + 1))
        ? { value: inner.value, end: end + 1 }
        : null
    }
    NUMBER.lastIndex = at
    const number = /[\d-]/.test(char) ? NUMBER.exec(text)?.[0] : undefined
    if (number !== undefined) return { value: Number(number), end: at + number.length }
    if (char === '!' && /[01]/.test(text[at + 1] ?? '')) return { value: text[at + 1] === '0', end: at + 2 }
    return readName(at)
  }

  const readName = (at: number): Read<unknown> | null => {
    NAME.lastIndex = at
    const name = NAME.exec(text)?.[0].replace(/\s|\?/g, '')
    if (name === undefined || name === 'function' || name === 'async' || name === 'class') return null
    const end = NAME.lastIndex
    if (name === 'new') {
      return readName(skipBlank(end))
    }
    const next = skipBlank(end)
    if (text[next] === '(') return readCall(name, next)
    if (text.startsWith('=>', next) || text[next] === '[') return null
    if (name === 'true' || name === 'false') return { value: name === 'true', end }
    if (name === 'null') return { value: null, end }
    const bare = name.replace(/^(?:window|self|globalThis|document)\./, '')
    return { value: globals.get(bare) ?? variableAt(bare), end }
  }

  /** Calls that only return their argument; any other call is left to the reader of calls. */
  const readCall = (name: string, open: number): Read<unknown> | null => {
    if (name !== 'JSON.parse' && name !== 'URL' && name !== 'Object.assign' && name !== 'String') return null
    const { value: args, end } = readArguments(open)
    if (name === 'JSON.parse') return { value: parsed(args[0]), end }
    if (name === 'Object.assign') {
      const parts = args.filter((arg) => typeof arg === 'object' && arg !== null)
      return { value: Object.fromEntries(parts.flatMap((part) => Object.entries(part))), end }
    }
    return { value: args[0], end: text.startsWith('.href', end) ? end + 5 : end }
  }

  const variableAt = (name: string): unknown => {
    const known = variables.get(name)
    if (known !== undefined) return known
    const [head = '', ...rest] = name.split('.')
    return rest.reduce<unknown>((value, key) => member(value, key), variables.get(head))
  }

  const readArguments = (open: number): Read<unknown[]> => readItems(open + 1, ')')
  const readList = (open: number): Read<unknown[]> => readItems(open + 1, ']')

  const readItems = (start: number, close: string): Read<unknown[]> => {
    const items: unknown[] = []
    let at = skipBlank(start)
    while (at < text.length && text[at] !== close) {
      const item = readItem(at)
      items.push(item.value)
      // Skips an unmatched bracket, so that every iteration advances.
      at = item.end > at ? item.end : at + 1
    }
    return { value: items, end: Math.min(text.length, at + 1) }
  }

  /** One item or value, and the comma behind it. */
  const readItem = (at: number): Read<unknown> => {
    const read = readValue(at)
    const end = read === null ? at : skipBlank(read.end)
    const char = text[end]
    if (read !== null && char === ',') return { value: read.value, end: skipBlank(end + 1) }
    if (read !== null && (char === ']' || char === '}' || char === ')')) return { value: read.value, end }
    // The literal was only the start of an expression that is not understood.
    return { value: undefined, end: skipBlank(skipTo(',', end)) }
  }

  /** Descriptions are put into scripts as JSON, and large ones: those are parsed at once. */
  const readJson = (open: number): Read<unknown> | null => {
    if (!/^\{\s{0,20}"/.test(text.slice(open, open + 30))) return null
    const end = endOfObject(open)
    const value = end === null ? undefined : parsed(text.slice(open, end))
    return end === null || value === undefined ? null : { value, end }
  }

  const readObject = (open: number): Read<unknown> => {
    const whole = depth <= MAX_DEPTH_OF_JSON ? readJson(open) : null
    if (whole !== null) return whole
    const pairs: [string, unknown][] = []
    let at = skipBlank(open + 1)
    while (at < text.length && text[at] !== '}') {
      const started = at
      if (text.startsWith('...', at)) {
        const spread = readItem(at + 3)
        if (typeof spread.value === 'object' && spread.value !== null)
          for (const pair of Object.entries(spread.value)) pairs.push(pair)
        at = Math.max(spread.end, at + 3)
        continue
      }
      const key = readKey(at)
      const colon = key === null ? at : skipBlank(key.end)
      if (key !== null && text[colon] === ':') {
        const item = readItem(skipBlank(colon + 1))
        if (item.value !== undefined) pairs.push([key.value, item.value])
        at = item.end
      } else {
        // A method, a spread or a shorthand; a shorthand is a variable.
        if (key !== null && (text[colon] === ',' || text[colon] === '}'))
          pairs.push([key.value, variableAt(key.value)])
        at = skipBlank(skipTo(',', at))
      }
      if (at <= started) at = started + 1
    }
    return {
      value: objectOf(pairs.filter(([, value]) => value !== undefined)),
      end: Math.min(text.length, at + 1),
    }
  }

  const readKey = (at: number): Read<string> | null => {
    const char = text[at]
    if (char === '"' || char === "'") {
      const { value, end } = readText(at)
      return value === undefined ? null : { value, end }
    }
    KEY.lastIndex = at
    const name = KEY.exec(text)?.[0]
    if (name !== undefined) return { value: name, end: at + name.length }
    NUMBER.lastIndex = at
    const number = /\d/.test(char ?? '') ? NUMBER.exec(text)?.[0] : undefined
    return number === undefined ? null : { value: number, end: at + number.length }
  }

  return { skipBlank, readText, readValue, readArguments }
}

/** With an unknown prefix only the path can be kept: `contextPath + '/v3/api-docs'`. */
function joined(left: unknown, right: unknown): string | undefined {
  const [a, b] = [textOf(left), textOf(right)]
  if (a !== undefined && b !== undefined) return a + b
  return a === undefined && b !== undefined && b.startsWith('/') ? b : undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return parseJson(text).value
  } catch {
    return undefined
  }
}
