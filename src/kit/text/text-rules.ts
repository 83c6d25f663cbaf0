// Small text rules that several rings need.

/** `value` with U+0000 and lone surrogates replaced: PostgreSQL can store neither. */
export function storableText(value: string): string {
  return (value.includes('\u0000') ? value.replaceAll('\u0000', '\uFFFD') : value).toWellFormed()
}

/** `text` without trailing `characters`. Not `/[…]+$/`, whose search restarts at each character of a run. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** `text` without leading and trailing `characters`. */
export function trimOf(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start += 1
  return trimEndOf(text.slice(start), characters)
}

/** `text` up to the first `separator`; all of it without one. */
export function textBefore(text: string, separator: string): string {
  const at = text.indexOf(separator)
  return at === -1 ? text : text.slice(0, at)
}

/** The non-empty lines of `text`, trimmed. */
export function filledLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** `text` for a place between tags of HTML or XML. */
export function escapeHtmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** `text` for a place between tags or in an attribute with double quotes. */
export function escapeHtml(text: string): string {
  return escapeHtmlText(text).replaceAll('"', '&quot;')
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\x00-\x7f]*$/
const NO_ASCII_WORD = /[^a-z0-9]+/g

/**
 * Lower case, accents and punctuation folded, single spaces: the form in which names are compared. Only combining marks
 * of Latin, Greek and Cyrillic are removed, because a Japanese or Hindi mark makes another letter.
 */
export function foldText(value: string): string {
  // ASCII has neither marks nor other forms.
  if (ASCII.test(value)) return value.toLowerCase().replace(NO_ASCII_WORD, ' ').trim()
  return value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
