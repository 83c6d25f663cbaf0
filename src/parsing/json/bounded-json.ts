// Copies foreign JSON into a value that can be stored and sent: bounded in depth, number and length, without forbidden
// keys.
import type { Warning } from '#contract/crawl/result.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, setKey, type JsonObject, type JsonValue } from './json-value.ts'

/** How much of a value is kept. */
export interface JsonBounds {
  /** Deepest level that is kept; 1 is a list of scalars. */
  readonly depth: number
  /** Most values, scalars as well as lists and objects. */
  readonly values: number
  /** Most characters of all strings and keys together. */
  readonly chars: number
}

/** The copy, and where it differs from what was given. */
export interface BoundedJson {
  readonly value: JsonValue
  /** The position of the first cut, as a JSON Pointer; null when nothing was cut. */
  readonly cutAt: string | null
  /** Where the first key `__proto__` was, as a JSON Pointer; null without one. */
  readonly forbiddenAt: string | null
  readonly forbidden: number
  /** About how long it is as JSON text. */
  readonly size: number
}

/** A result may nest less than 64 levels in the service; its envelope needs some of them. */
export const RESULT_DEPTH = 48

/**
 * Content over the bounds is cut: a list ends earlier, an object lacks keys, a text is shorter, a value that is too
 * deep is null. A key `__proto__` is always removed, because no later reader of the JSON can be trusted with it.
 */
export function boundJson(value: unknown, { depth, values, chars }: JsonBounds): BoundedJson {
  let leftValues = values
  let leftChars = chars
  let cutAt: string | null = null
  let forbiddenAt: string | null = null
  let forbidden = 0
  const cut = (pointer: string): void => {
    cutAt ??= pointer
  }
  const text = (given: string, pointer: string): string => {
    const kept = given.length > leftChars ? given.slice(0, leftChars) : given
    if (kept.length < given.length) cut(pointer)
    leftChars -= kept.length
    return kept
  }
  const copy = (given: unknown, level: number, pointer: string): JsonValue => {
    leftValues -= 1
    if (typeof given === 'string') return text(given, pointer)
    if (typeof given === 'number') return Number.isFinite(given) ? given : null
    if (typeof given === 'boolean') return given
    if (typeof given !== 'object' || given === null) return null
    if (level >= depth) {
      cut(pointer)
      return null
    }
    return Array.isArray(given) ? list(given, level + 1, pointer) : object(given, level + 1, pointer)
  }
  const full = (): boolean => leftValues <= 0 || leftChars <= 0
  const list = (given: readonly unknown[], level: number, pointer: string): JsonValue[] => {
    const out: JsonValue[] = []
    for (const [index, item] of given.entries()) {
      if (full()) {
        cut(pointer)
        break
      }
      out.push(copy(item, level, pointer + pointerStep(index)))
    }
    return out
  }
  const object = (given: object, level: number, pointer: string): JsonObject => {
    const out: JsonObject = {}
    for (const [key, inner] of Object.entries(given)) {
      if (inner === undefined) continue
      if (key === '__proto__') {
        forbiddenAt ??= pointer + pointerStep(key)
        forbidden += 1
        continue
      }
      if (full()) {
        cut(pointer)
        break
      }
      leftChars -= key.length
      setKey(out, key, copy(inner, level, pointer + pointerStep(key)))
    }
    return out
  }
  const copied = copy(value, 0, '')
  return { value: copied, cutAt, forbiddenAt, forbidden, size: chars - leftChars + 4 * (values - leftValues) }
}

/** The warning that keys were left out of a copy that stands at `place`; none where none was. */
export function forbiddenKeyWarnings({ forbidden, forbiddenAt }: BoundedJson, place = ''): Warning[] {
  if (forbiddenAt === null) return []
  const more = forbidden > 1 ? `, as are ${forbidden - 1} more` : ''
  const detail = `A key __proto__ is left out here${more}: no reader of JSON can be trusted with it.`
  return [{ code: 'forbidden_key', detail, pointer: place + forbiddenAt }]
}

/** How many levels of lists and objects a value has, looking no deeper than `max + 1`. */
export function depthOf(value: JsonValue, max: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (max < 0) return 1
  let deepest = 0
  for (const inner of isJsonObject(value) ? Object.values(value) : value) {
    deepest = Math.max(deepest, depthOf(inner, max - 1))
    if (deepest > max) break
  }
  return deepest + 1
}
