// Any value of a place in one short line.
import { cutText } from '#shared/format/visible-text.ts'

const MAX_CHARS = 160

/** Text as it stands, all else as JSON; long ones are cut with a mark. Null is a dash. */
export function shortValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const { text, cutChars } = cutText(typeof value === 'string' ? value : JSON.stringify(value), MAX_CHARS)
  return cutChars === 0 ? text : `${text}…`
}
