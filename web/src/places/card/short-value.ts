// Any value of a place in one short line.
import { cutText } from '#shared/format/visible-text.ts'

const MAX_CHARS = 160

/** Text and lists of it as they stand, all else as JSON; long ones are cut with a mark. Null and an empty list are a dash. */
export function shortValue(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '–'
  const { text, cutChars } = cutText(written(value), MAX_CHARS)
  return cutChars === 0 ? text : `${text}…`
}

function written(value: unknown): string {
  if (typeof value === 'string') return value
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isTexts ? value.join(', ') : JSON.stringify(value)
}
