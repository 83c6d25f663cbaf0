// Reads literals of JavaScript: texts, numbers, lists, objects, and the few expressions that documentation pages build.
import { parseJson } from '#extractors/swagger/read/parse-json.ts'
import { member, objectOf } from '#extractors/swagger/json/json-value.ts'
import { isCloser, isOpener, type ScriptTokens } from './script-tokens.ts'

/** The values of names outside the script: `location.origin`. */
export type ScriptGlobals = ReadonlyMap<string, string>

/** A literal and where it ends. */
export interface Read<T> {
  readonly value: T
  /** The index of the token behind it. */
  readonly end: number
}

/** Reads the literal that begins at a token; undefined where none does. */
export interface ScriptReader {
  /** A text or a template; undefined where that has parts that are not known. */
  readText(at: number): Read<string | undefined>
  /** `location.origin`; null where no name stands. */
  readName(at: number): Read<string> | null
  /** An expression; null when nothing can be read. Its value is undefined when unknown. */
  readValue(at: number): Read<unknown> | null
  /** The arguments of a call, from its opening parenthesis. */
  readItems(open: number): Read<unknown[]>
}

const MAX_DEPTH = 100
const MAX_NAME_PARTS = 7
const CONSTANTS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

/** Its steps are bounded by a few times the number of tokens; beyond that nothing more is read. */
export function createScriptReader(
  { list, closing }: ScriptTokens,
  globals: ScriptGlobals,
  variables: ReadonlyMap<string, unknown>,
): ScriptReader {
  let stepsLeft = 4 * list.length + 10_000
  let depth = 0
  const kind = (at: number): string | undefined => list[at]?.kind
  const textAt = (at: number): string => String(list[at]?.value ?? '')

  const readText = (start: number): Read<string | undefined> => {
    if (kind(start) === 'string') return { value: textAt(start), end: start + 1 }
    let value: string | undefined = ''
    let at = start + 1
    while (at < list.length && kind(at) !== '`') {
      const isPart = kind(at) === '${'
      const part = isPart ? readValue(at + 1)?.value : list[at]?.value
      value = joined(value, part)
      at = isPart ? closing(at) + 1 : at + 1
    }
    return { value, end: Math.min(list.length, at + 1) }
  }

  const readName = (start: number): Read<string> | null => {
    if (list[start]?.isWord !== true) return null
    const parts = [textAt(start)]
    let end = start + 1
    while (
      (kind(end) === '.' || kind(end) === '?.') &&
      list[end + 1]?.isWord &&
      parts.length < MAX_NAME_PARTS
    ) {
      parts.push(textAt(end + 1))
      end += 2
    }
    return { value: parts.join('.'), end }
  }

  const readValue = (start: number): Read<unknown> | null => {
    stepsLeft -= 1
    if (depth > MAX_DEPTH || stepsLeft < 0) return null
    depth += 1
    try {
      return readJoined(start)
    } finally {
      depth -= 1
    }
  }

  /** `a + b` for texts, `a || b` and `a ?? b`. */
  const readJoined = (start: number): Read<unknown> | null => {
    const first = readPrimary(start)
    if (first === null) return null
    let { value, end } = first
    for (;;) {
      const isEither = kind(end) === '||' || kind(end) === '??'
      if (!isEither && (kind(end) !== '+/-' || textAt(end) !== '+')) return { value, end }
      const right = readPrimary(end + 1)
      if (right === null) return { value: isEither ? value : undefined, end }
      value = isEither ? (value ?? right.value) : joined(value, right.value)
      end = right.end
    }
  }

  const readPrimary = (at: number): Read<unknown> | null => {
    const value = list[at]?.value
    switch (kind(at)) {
      case 'string':
      case '`':
        return readText(at)
      case 'num':
        return { value, end: at + 1 }
      case '+/-':
        return value === '-' && kind(at + 1) === 'num'
          ? { value: -Number(list[at + 1]?.value), end: at + 2 }
          : null
      case '!/~':
        return value === '!' && kind(at + 1) === 'num'
          ? { value: list[at + 1]?.value === 0, end: at + 2 }
          : null
      case '{':
        return readObject(at)
      case '[':
        return readItems(at)
      case '(': {
        const inner = readValue(at + 1)
        const end = closing(at) + 1
        return inner?.end === end - 1 && kind(end) !== '=>' ? { value: inner.value, end } : null
      }
      case 'new':
        return readNamed(at + 1)
      default:
        return readNamed(at)
    }
  }

  const readNamed = (at: number): Read<unknown> | null => {
    const read = readName(at)
    if (read === null || ['function', 'async', 'class'].includes(read.value)) return null
    const { value: name, end } = read
    if (kind(end) === '(') return readCall(name, end)
    if (kind(end) === '=>' || kind(end) === '[') return null
    if (Object.hasOwn(CONSTANTS, name)) return { value: CONSTANTS[name], end }
    const bare = name.replace(/^(?:window|self|globalThis|document)\./, '')
    return { value: globals.get(bare) ?? variableAt(bare), end }
  }

  /** Calls that only return their argument; any other call is left to the reader of calls. */
  const readCall = (name: string, open: number): Read<unknown> | null => {
    if (!['JSON.parse', 'URL', 'Object.assign', 'String'].includes(name)) return null
    const { value: args, end } = readItems(open)
    if (name === 'JSON.parse') return { value: parsedJson(args[0]), end }
    if (name === 'Object.assign') {
      const parts = args.filter((arg) => typeof arg === 'object' && arg !== null)
      return { value: objectOf(parts.flatMap((part) => Object.entries(part))), end }
    }
    return { value: args[0], end: kind(end) === '.' && textAt(end + 1) === 'href' ? end + 2 : end }
  }

  const variableAt = (name: string): unknown => {
    const known = variables.get(name)
    if (known !== undefined) return known
    const [head = '', ...rest] = name.split('.')
    return rest.reduce<unknown>((value, key) => member(value, key), variables.get(head))
  }

  const readItems = (open: number): Read<unknown[]> => {
    const items: unknown[] = []
    const close = closing(open)
    for (let at = open + 1; at < close;) {
      const item = readItem(at)
      items.push(item.value)
      at = Math.max(item.end, at + 1)
    }
    return { value: items, end: Math.min(list.length, close + 1) }
  }

  /** One item or value, and the comma behind it. */
  const readItem = (at: number): Read<unknown> => {
    const read = readValue(at)
    const end = read?.end ?? at
    if (read !== null && kind(end) === ',') return { value: read.value, end: end + 1 }
    if (read !== null && isCloser(kind(end))) return { value: read.value, end }
    // The literal was only the start of an expression that is not understood.
    return { value: undefined, end: afterComma(end) }
  }

  /** Behind the next comma that is not within brackets; at the bracket that ends it all. */
  const afterComma = (start: number): number => {
    let at = start
    for (let token = list[at]; token !== undefined && !isCloser(token.kind); token = list[at]) {
      stepsLeft -= 1
      if (token.kind === ',') return at + 1
      if (stepsLeft < 0) return list.length
      at = isOpener(token.kind) ? closing(at) + 1 : at + 1
    }
    return at
  }

  const readObject = (open: number): Read<unknown> => {
    const pairs: (readonly [string, unknown])[] = []
    const close = closing(open)
    for (let at = open + 1; at < close;) {
      const [token, next] = [list[at], kind(at + 1)]
      const isKey = token?.isWord || token?.kind === 'string' || token?.kind === 'num'
      let end: number
      if (token?.kind === '...') {
        const spread = readItem(at + 1)
        if (typeof spread.value === 'object' && spread.value !== null)
          for (const pair of Object.entries(spread.value)) pairs.push(pair)
        end = spread.end
      } else if (isKey && next === ':') {
        const item = readItem(at + 2)
        pairs.push([textAt(at), item.value])
        end = item.end
      } else {
        // A method, or a shorthand, which is a variable.
        if (isKey && (next === ',' || next === '}')) pairs.push([textAt(at), variableAt(textAt(at))])
        end = afterComma(at)
      }
      at = Math.max(end, at + 1)
    }
    const known = pairs.filter(([, value]) => value !== undefined)
    return { value: objectOf(known), end: Math.min(list.length, close + 1) }
  }

  return { readText, readName, readValue, readItems }
}

/** With an unknown prefix only the path can be kept: `contextPath + '/v3/api-docs'`. */
function joined(left: unknown, right: unknown): string | undefined {
  const [before, after] = [textOf(left), textOf(right)]
  if (after === undefined) return undefined
  return before === undefined ? (after.startsWith('/') ? after : undefined) : before + after
}

/** Undefined for anything else than a text or a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The value of a text of JSON; undefined for anything else. */
export function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return parseJson(text).value
  } catch {
    return undefined
  }
}
