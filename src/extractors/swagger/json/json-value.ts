// The values of a description, which are untrusted: their types are checked before use.
import { isExact } from '#parsing/numbers/exact-number.ts'
import { isRecord } from '#kit/unknown-values.ts'

/** An object of a description; nothing is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object, or null for anything else (lists too). */
export function asObject(value: unknown): JsonObject | null {
  return isRecord(value) && !Array.isArray(value) ? value : null
}

/**
 * The own property of an object; undefined when `value` is not an object or lacks it, so that nothing inherited is ever
 * read.
 */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Empty for anything else than a list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that says something, on its own line ends; null for anything else. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A number, also one that is kept as the text of its digits because it would be rounded; null for anything else. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^-?\d{16,400}$/.test(value)) return null
  return isExact(value, Number(value)) ? null : Number(value)
}

/** The pairs of an object, none for anything else. */
export function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asObject(value) ?? {})
}

/** An object of these pairs. Unlike an assignment, a key like `__proto__` is a key like any other. */
export function objectOf(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries(pairs)
}

/** Without the keys whose value is undefined. */
export function defined(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return objectOf(Object.entries(object).filter(([, value]) => value !== undefined))
}

/** Equal as JSON: the order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => sameJson(item, b[at]))
    )
  }
  const [left, right] = [asObject(a), asObject(b)]
  if (left === null || right === null) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  )
}
