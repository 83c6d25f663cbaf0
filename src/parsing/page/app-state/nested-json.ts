// JSON in the texts of JSON: some systems store an answer of a server as a text in their state.
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { parseJson } from '#parsing/json/parse-json.ts'

const MAX_DEPTH = 40
/** Texts in texts: enough for a state of answers that quote others. */
const MAX_NESTED = 2

/** `value` with the texts that are JSON objects, or lists of them, read. Each read text is taken from the budget. */
export function readNested(value: JsonValue, budget: { chars: number }): JsonValue {
  const visit = (at: JsonValue, depth: number, nested: number): JsonValue => {
    if (typeof at === 'string') {
      if (nested >= MAX_NESTED || at.length > budget.chars || !isJson(at)) return at
      budget.chars -= at.length
      const parsed = parseJson(at)
      const inner = parsed.ok && parsed.values.length === 1 ? (parsed.values[0] ?? null) : null
      return typeof inner === 'object' && inner !== null ? visit(inner, depth, nested + 1) : at
    }
    if (typeof at !== 'object' || at === null || depth > MAX_DEPTH) return at
    if (Array.isArray(at)) return at.map((item) => visit(item, depth + 1, nested))
    const out: JsonObject = {}
    for (const [key, inner] of Object.entries(at)) setKey(out, key, visit(inner, depth + 1, nested))
    return out
  }
  return hasNested(value, 0) ? visit(value, 0, 0) : value
}

/** By its ends; a text that begins so and is none is not read. */
function isJson(text: string): boolean {
  return (
    text.length > 10 &&
    /^\s{0,9}(?:\{\s{0,9}"|\[\s{0,9}\{)/.test(text) &&
    /[}\]]\s{0,9}$/.test(text.slice(-10))
  )
}

function hasNested(value: JsonValue, depth: number): boolean {
  if (typeof value === 'string') return isJson(value)
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  return Object.values(value).some((inner) => hasNested(inner, depth + 1))
}
