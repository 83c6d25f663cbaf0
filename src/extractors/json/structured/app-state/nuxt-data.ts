// Rebuilds the state of Nuxt 3, a flat list whose numbers refer to other entries (the format of devalue).
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'

/** Entries may refer to any others, so the total size is bounded as well as the depth. */
const MAX_VALUES = 200_000
const MAX_DEPTH = 60
/** Negative numbers encode values that JSON lacks; all of them mean an unknown value. */
const WRAPPERS = new Set(['Reactive', 'ShallowReactive', 'Ref', 'ShallowRef', 'EmptyRef', 'EmptyShallowRef'])

/** The value of the first entry; circular or too deep references become null. */
export function unflattenNuxt(flat: JsonValue): JsonValue {
  if (!Array.isArray(flat) || flat.length === 0) return flat
  let values = 0
  const open = new Set<number>()

  const at = (index: JsonValue): JsonValue => {
    const entry = typeof index === 'number' ? flat[index] : undefined
    if (typeof index !== 'number' || entry === undefined) return null
    values += 1
    if (open.has(index) || open.size > MAX_DEPTH || values > MAX_VALUES) return null
    open.add(index)
    const value = whole(entry)
    open.delete(index)
    return value
  }
  const whole = (entry: JsonValue): JsonValue => {
    if (typeof entry !== 'object' || entry === null) return entry
    if (!Array.isArray(entry)) {
      const out: JsonObject = {}
      for (const [key, index] of Object.entries(entry)) setKey(out, key, at(index))
      return out
    }
    const [kind, first, ...rest] = entry
    if (typeof kind !== 'string') return entry.map(at)
    if (kind === 'Date' || kind === 'BigInt' || kind === 'URL') return first ?? null
    if (kind === 'Set') return entry.slice(1).map(at)
    if (kind === 'Map' || kind === 'null')
      return pairs(first === undefined ? [] : [first, ...rest], kind === 'Map')
    return WRAPPERS.has(kind) && first !== undefined ? at(first) : null
  }
  const pairs = (list: readonly JsonValue[], keysPoint: boolean): JsonObject => {
    const out: JsonObject = {}
    for (let i = 0; i + 1 < list.length; i += 2) {
      const [key = null, held = null] = list.slice(i, i + 2)
      const name = keysPoint ? at(key) : key
      if (typeof name === 'object') continue
      setKey(out, String(name), at(held))
    }
    return out
  }
  return at(0)
}
