// The types of JSON values, and small helper functions for readers of foreign JSON.

/** A value without parts. */
export type JsonScalar = string | number | boolean | null
/** What JSON can say. */
export type JsonValue = JsonScalar | JsonValue[] | JsonObject
/** Keys are those of strangers: `Object.hasOwn` before a lookup, `setKey` for a write. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** False for lists. Parts of foreign JSON are JSON, so nothing below is looked at. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets a key of any name: a plain assignment of `__proto__` would change the object instead. */
export function setKey(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** `[a]`, `a` and nothing as a list. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
