// Values of JSON-LD and microdata, which may be a text, a thing with a name, or a list of them.
import { isRecord } from '#kit/unknown-values.ts'

const MAX_CHARS = 500

/** A list of one for a single value; empty for none. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The text of a value, or the name of the thing that it is; null for a value that says nothing. */
export function statedText(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const text: unknown = isRecord(first) ? first['name'] : first
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, MAX_CHARS) : null
}
