// Reads values out of nested arrays of a stranger by their paths: what is missing or of another kind is null.
import type { Path, Paths } from './paths.ts'

const MAX_TEXT_CHARS = 20_000

/** What stands at the path; undefined where the path leads nowhere. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const index of path) {
    if (!Array.isArray(value)) return undefined
    value = value[index]
  }
  return value
}

/** The first value of the paths that `read` takes; null for none. */
export function pick<Value>(
  root: unknown,
  paths: Paths,
  read: (value: unknown) => Value | null,
): Value | null {
  for (const path of paths) {
    const value = read(valueAt(root, path))
    if (value !== null) return value
  }
  return null
}

/** Text without blanks around it; null for none, and for more than any field holds. */
export function asText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_TEXT_CHARS) return null
  const text = value.trim()
  return text === '' ? null : text
}

/** A finite number. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A whole number from 0 that JSON carries exactly. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** A list; its entries are not looked at. */
export function asList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

/** The texts of a list, each once. */
export function textsIn(value: unknown): string[] {
  return [...new Set((asList(value) ?? []).flatMap((entry) => asText(entry) ?? []))]
}

/** Times of the payloads are microseconds since 1970. RFC 3339; null for anything that is no moment since 2000. */
export function asMoment(value: unknown): string | null {
  const micros = asCount(value)
  if (micros === null || micros < MIN_MICROS || micros > MAX_MICROS) return null
  return new Date(Math.floor(micros / 1_000)).toISOString()
}

const MIN_MICROS = Date.UTC(2000, 0) * 1_000
const MAX_MICROS = Date.UTC(2200, 0) * 1_000
