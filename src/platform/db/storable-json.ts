// JSON text that PostgreSQL can store: U+0000 and lone surrogates, which it refuses, are replaced.
import { storableText } from '#kit/text/text-rules.ts'

/**
 * How JSON.stringify writes characters that cannot be stored. An escaped backslash before them gives a false match,
 * which only costs a closer check.
 */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i

/** The JSON text of `value`. Values that JSON has no form for (undefined, a function) become null. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return SUSPICIOUS.test(text) ? JSON.stringify(cleaned(JSON.parse(text))) : text
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), cleaned(inner)]))
}
