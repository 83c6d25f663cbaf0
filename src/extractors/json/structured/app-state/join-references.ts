// Joins a cache that stores each object once and refers to it elsewhere (`{"__ref": "Product:1"}`), as Apollo writes
// it.
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'

/** References followed one inside the other. */
const MAX_JOINS = 4
/** Values copied for one cache: things that name each other grow with every level. */
const MAX_COPIED = 50_000

/** `cache` with its references replaced by their objects; circular and unknown references stay as they are. */
export function joinReferences(cache: JsonObject): JsonObject {
  let copied = 0
  const join = (value: JsonValue, open: readonly string[]): JsonValue => {
    if (typeof value !== 'object' || value === null) return value
    copied += 1
    if (Array.isArray(value)) return value.map((item) => join(item, open))
    const name = referenceOf(value)
    if (name === null) return joinKeys(value, open)
    const target = Object.hasOwn(cache, name) ? cache[name] : undefined
    if (!isJsonObject(target) || open.includes(name) || open.length >= MAX_JOINS || copied >= MAX_COPIED)
      return value
    return joinKeys(target, [...open, name])
  }
  const joinKeys = (value: JsonObject, open: readonly string[]): JsonObject => {
    const out: JsonObject = {}
    for (const [key, inner] of Object.entries(value)) setKey(out, key, join(inner, open))
    return out
  }
  const out: JsonObject = {}
  for (const [key, value] of Object.entries(cache)) setKey(out, key, join(value, [key]))
  return out
}

/** The name in a reference, also in the older form `{"type": "id", "id": …, "generated": …}`; null for anything else. */
function referenceOf(value: JsonObject): string | null {
  const { __ref: name, id, type } = value
  if (typeof name === 'string' && Object.keys(value).length === 1) return name
  return type === 'id' && typeof id === 'string' && 'generated' in value ? id : null
}
