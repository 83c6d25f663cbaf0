// Fills in later values where nothing was found before; existing values stay.
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'

/** The union, and what of it is later. */
export interface MergedValues {
  readonly value: JsonValue
  /** JSON Pointers of the parts that were taken over, each with all that is in it. */
  readonly taken: readonly string[]
}

/** Objects are merged key by key; a list is taken whole or not at all. */
export function mergeValues(known: JsonValue, later: JsonValue): MergedValues {
  const taken: string[] = []
  const merge = (a: JsonValue, b: JsonValue, at: string): JsonValue => {
    if (isMissing(a)) {
      if (!isMissing(b)) taken.push(at)
      return isMissing(b) ? a : b
    }
    if (!isJsonObject(a) || !isJsonObject(b)) return a
    const out: JsonObject = {}
    for (const [key, value] of Object.entries(a))
      setKey(out, key, merge(value, Object.hasOwn(b, key) ? (b[key] ?? null) : null, at + pointerStep(key)))
    return out
  }
  return { value: merge(known, later, ''), taken }
}

/** Whether a value contains a null, or is one: a requested field was not found. */
export function hasMissing(value: JsonValue): boolean {
  if (isMissing(value)) return true
  return isJsonObject(value) && Object.values(value).some(hasMissing)
}

function isMissing(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
