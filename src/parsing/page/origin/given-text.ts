// A text that a page gives of itself: on one line, null where its template was not filled, and in the form in which names are compared.

const MAX_CHARS = 2_000
const UNFILLED = /^(?:null|undefined|none|n\/a|\{\{.*\}\}|#[A-Z_]+#|%%.*%%)$/i

/** Null for a blank text and for a template without its value. */
export function givenText(value: string | null): string | null {
  if (value === null) return null
  const line = value.slice(0, MAX_CHARS).replace(/\s+/g, ' ').trim()
  return line === '' || UNFILLED.test(line) ? null : line
}

/** The letters and digits of a text in lower case, without all that stands between them. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
