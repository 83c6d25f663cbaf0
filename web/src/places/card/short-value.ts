// Values of a place, each in one short line, as its history shows them.
import { isObject, type Fields } from '#shared/format/unknown-values.ts'
import { cutText } from '#shared/format/visible-text.ts'

const MAX_CHARS = 160
/** The part of an address, of hours, of a category or of a profile that says all of it, if there is one. */
const WHOLE_PARTS = ['formatted', 'raw', 'label', 'url', 'name']

/** Null and what is empty are a dash; what is long is cut with a mark. */
export function shortValue(value: unknown): string {
  const { text, cutChars } = cutText(written(value), MAX_CHARS)
  if (text === '') return '–'
  return cutChars === 0 ? text : `${text}…`
}

/** Two states of one field; of an address, of hours and the like only the parts that differ. */
export function shortChange(from: unknown, to: unknown): { readonly from: string; readonly to: string } {
  if (!isObject(from) || !isObject(to)) return { from: shortValue(from), to: shortValue(to) }
  const differs = ([name, value]: readonly [string, unknown], other: Fields): boolean =>
    JSON.stringify(value) !== JSON.stringify(other[name])
  const before = Object.entries(from).filter((entry) => differs(entry, to))
  const after = Object.entries(to).filter((entry) => differs(entry, from))
  return { from: shortValue(Object.fromEntries(before)), to: shortValue(Object.fromEntries(after)) }
}

function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return joined(value.map(written))
  if (!isObject(value)) return JSON.stringify(value)
  const whole = WHOLE_PARTS.map((name) => value[name]).find((part) => typeof part === 'string')
  if (typeof whole === 'string') return whole
  const parts = Object.entries(value).map(([name, part]) => [name, written(part)] as const)
  return joined(parts.map(([name, text]) => (text === '' ? '' : `${name} ${text}`)))
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ')
