// Parses foreign JSON: its depth is known before it is parsed, and unambiguous damage is repaired.
import { decodeEntities } from '#parsing/html/character-references.ts'
import { isExact } from '#parsing/numbers/exact-number.ts'
import type { JsonValue } from './json-value.ts'

/** Deeper than data of any real page, but shallow enough for recursive readers. */
export const MAX_JSON_DEPTH = 100

/** Several values only where the text holds several in sequence. */
export type ParsedJson =
  | { readonly ok: true; readonly values: readonly JsonValue[]; readonly repaired: boolean }
  | { readonly ok: false; readonly reason: 'syntax' | 'too_deep' }

/** The depth of the brackets outside strings, counted up to `max + 1`. Linear, without recursion. */
export function jsonDepth(text: string, max = MAX_JSON_DEPTH): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = endOfString(text, at)
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > deepest) deepest = depth
      if (deepest > max) return deepest
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return deepest
}

/** The index of the closing quote of the string that starts at `start`; the end of the text without one. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** A text with digits enough that a number in it may be one that is not held exactly. */
const LONG_NUMBER = /(?<![.\d])\d{16}|\d[eE]\+?\d{3}/

/**
 * `JSON.parse`, except that a whole number that would be rounded stays as it is written, and so does one that is too large: ids
 * have their digits. `onKept` is given each such text.
 */
export function parseExactly(text: string, onKept?: (digits: string) => void): JsonValue {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined || isExact(source, value)) return value
    onKept?.(source)
    return source
  })
}

/** One JSON text as it is, nothing repaired. A number that cannot be held exactly is its text. */
export function parseJson(text: string, max = MAX_JSON_DEPTH): ParsedJson {
  if (jsonDepth(text, max) > max) return { ok: false, reason: 'too_deep' }
  try {
    return { ok: true, values: [parseExactly(text)], repaired: false }
  } catch {
    return { ok: false, reason: 'syntax' }
  }
}

/**
 * JSON as pages contain it. When it is not valid JSON, these are repaired: comments and CDATA marks, raw control
 * characters in strings, escapes unknown to JSON, commas before a closing bracket, quotes written as entities, several
 * values in sequence, and any text after the last whole value. Nothing is guessed: a truncated value, and JavaScript
 * that is not JSON, stay broken.
 */
export function parseJsonLoosely(source: string, max = MAX_JSON_DEPTH): ParsedJson {
  const text = source.trim().replace(/^\ufeff/, '')
  const strict = parseJson(text, max)
  if (strict.ok || strict.reason === 'too_deep') return strict
  const repaired = repair(/^[[{\s]*&(?:quot|#34|#x22);/i.test(text) ? decodeEntities(text) : text, max)
  if (repaired === 'too_deep') return { ok: false, reason: 'too_deep' }
  const values: JsonValue[] = []
  for (const value of repaired) {
    const parsed = parseJson(value, max)
    // Any text may follow a whole value; nothing else may precede it.
    if (!parsed.ok) break
    values.push(...parsed.values)
  }
  return values.length === 0 ? { ok: false, reason: 'syntax' } : { ok: true, values, repaired: true }
}

/** The objects and lists at the top of a damaged text, each as JSON; an unclosed one is omitted. */
function repair(text: string, max: number): string[] | 'too_deep' {
  const values: string[] = []
  let out: string[] = []
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') {
      const end = endOfString(text, at)
      if (end >= text.length) break
      if (depth > 0) out.push(repairString(text.slice(at, end + 1)))
      at = end
    } else if (text.startsWith('<!--', at)) {
      at = endOfComment(text, at)
    } else if (text.startsWith('-->', at)) {
      at += 2
    } else if (text.startsWith('<![CDATA[', at)) {
      at += 8
    } else if (text.startsWith(']]>', at)) {
      at += 2
    } else if (text.startsWith('//', at)) {
      // The mark may stand in the comment itself, as in `// <![CDATA[ {`.
      const next = text.indexOf('\n', at)
      const end = next < 0 ? text.length : next
      const mark = text.slice(at, end).indexOf('<![CDATA[')
      at = mark < 0 ? end : at + mark + 8
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      at = end < 0 ? text.length : end + 1
    } else if (char === '{' || char === '[') {
      depth += 1
      if (depth > max) return 'too_deep'
      out.push(char)
    } else if (char === '}' || char === ']') {
      if (depth === 0) break
      while (out[out.length - 1] === ',') out.pop()
      out.push(char)
      depth -= 1
      if (depth === 0) {
        values.push(out.join(''))
        out = []
      }
    } else if (depth > 0 && !/\s/.test(char)) out.push(char)
    else if (depth === 0 && values.length === 0 && !/[\s;]/.test(char)) break
  }
  return values
}

/** Where reading continues: after the mark of a comment around JSON, after the whole of any other comment. */
function endOfComment(text: string, start: number): number {
  const inside = text.slice(start + 4, start + 200).trimStart()[0]
  if (inside === undefined || inside === '{' || inside === '[' || inside === '/') return start + 3
  const end = text.indexOf('-->', start)
  return end < 0 ? text.length : end + 2
}

/** A string with its quotes: raw control characters escaped, unknown escapes taken as they look. */
function repairString(string: string): string {
  return string.replace(
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])|\\x([0-9a-fA-F]{2})|\\(')|\\|[\u0000-\u001f]/g,
    (match: string, hex: string | undefined, quote: string | undefined) => {
      if (hex !== undefined) return `\\u00${hex}`
      if (quote !== undefined) return quote
      if (match === '\\') return '\\\\'
      return match.length > 1 ? match : JSON.stringify(match).slice(1, -1)
    },
  )
}
