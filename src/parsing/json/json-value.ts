// The types of JSON values, and small helper functions for readers of foreign JSON.

export type JsonScalar = string | number | boolean | null
export type JsonValue = JsonScalar | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets a key of any name: a plain assignment of `__proto__` would change the object instead. */
export function setKey(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** One step of a JSON Pointer (RFC 6901), with its slash. */
export function pointerStep(key: string | number): string {
  return typeof key === 'number' ? `/${key}` : `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** `[a]`, `a` and nothing as a list. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
