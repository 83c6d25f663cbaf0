// Reads fields of JSON whose shape nobody promised: by name and kind, at any depth, unknown is null.
import { ownValue } from '#kit/unknown-values.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'

/**
 * All objects in `root`, outer before inner, in the order of the text. Whatever `skip` is true for is left out with all
 * that it holds. Linear, without recursion.
 */
export function* objectsIn(
  root: JsonValue,
  skip: (object: JsonObject) => boolean = () => false,
): Generator<JsonObject> {
  const stack: JsonValue[] = [root]
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      if (skip(value)) continue
      yield value
    }
    const inner = Array.isArray(value) ? value : Object.values(value)
    for (let i = inner.length - 1; i >= 0; i -= 1) {
      const child = inner[i]
      if (typeof child === 'object' && child !== null) stack.push(child)
    }
  }
}

/** The first of at most `max` objects in `root` that `test` is true for, itself among them; null for none. */
export function findObject(
  root: JsonValue,
  test: (object: JsonObject) => boolean,
  max = Infinity,
): JsonObject | null {
  let seen = 0
  for (const object of objectsIn(root)) {
    if (test(object)) return object
    seen += 1
    if (seen >= max) break
  }
  return null
}

/** What `read` finds in the first of `holders` that has it; null where none has. */
export function firstOf<H, T>(holders: Iterable<H>, read: (holder: H) => T | null): T | null {
  for (const holder of holders) {
    const value = read(holder)
    if (value !== null) return value
  }
  return null
}

/** The field, null where the object lacks it. */
export function fieldAt(object: JsonObject | null, name: string): JsonValue {
  return object === null ? null : (ownValue(object, name) ?? null)
}

/** Null for a field that is no object. */
export function objectAt(object: JsonObject | null, name: string): JsonObject | null {
  const value = fieldAt(object, name)
  return isJsonObject(value) ? value : null
}

/** Empty for a field that is no list. */
export function listAt(object: JsonObject | null, name: string): readonly JsonValue[] {
  const value = fieldAt(object, name)
  return Array.isArray(value) ? value : []
}

/** The objects of a list. */
export function objectsAt(object: JsonObject | null, name: string): JsonObject[] {
  return listAt(object, name).filter(isJsonObject)
}

/**
 * A text without blanks around it, null for none. A text with translations is an object with one of the names that the
 * site gives to the text that is shown.
 */
export function textOf(value: JsonValue): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (!isJsonObject(value)) return null
  for (const name of SHOWN_TEXT) {
    const shown = fieldAt(value, name)
    if (typeof shown === 'string' && shown.trim() !== '') return shown.trim()
  }
  return null
}

const SHOWN_TEXT = [
  'localizedStringWithTranslationPreference',
  'localizedString',
  'htmlText',
  'text',
  'body',
  'title',
  'source',
]

/** As `textOf`, for the first of `names` that has one. */
export function textAt(object: JsonObject | null, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(fieldAt(object, name))
    if (text !== null) return text
  }
  return null
}

/** A finite number, also one that is written as text. */
export function numberOf(value: JsonValue): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d{1,15}(?:\.\d{1,15})?$/.test(value.trim())) return null
  return Number(value)
}

/** As `numberOf`, for the first of `names` that has one. */
export function numberAt(object: JsonObject | null, ...names: readonly string[]): number | null {
  for (const name of names) {
    const number = numberOf(fieldAt(object, name))
    if (number !== null) return number
  }
  return null
}

/** A count: a whole number from 0 on. */
export function countAt(object: JsonObject | null, ...names: readonly string[]): number | null {
  const number = numberAt(object, ...names)
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** The first of `names` that is true or false. */
export function flagAt(object: JsonObject | null, ...names: readonly string[]): boolean | null {
  for (const name of names) {
    const value = fieldAt(object, name)
    if (typeof value === 'boolean') return value
  }
  return null
}

/** An address of a picture or a page, as the site gives it. */
export function addressAt(object: JsonObject | null, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(fieldAt(object, name))
    if (text !== null && /^https?:\/\//i.test(text) && text.length <= 4_000) return text
  }
  return null
}

/** WGS 84; null for the zeros that stand for a place that is not known. */
export function coordinatesOf(
  lat: number | null,
  lng: number | null,
): { readonly lat: number; readonly lng: number } | null {
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null
  return lat === 0 && lng === 0 ? null : { lat, lng }
}
