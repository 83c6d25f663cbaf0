// Text of strangers as a line of the page: what would hide or reorder other text is written out.

/** Control characters, overrides and embeddings of direction, isolates, the byte order mark. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
const MAX_CHARS = 500
/** They run nothing. */
const LINKED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** `text` with each of them but tab and line feed as its code point, such as `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => {
    if (character === '\n' || character === '\t') return character
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `⟨U+${code}⟩`
  })
}

/** The beginning of a text. `cutChars` is how many characters are not shown; 0 means none. */
export interface CutText {
  readonly text: string
  readonly cutChars: number
}

/** At most `maxChars` UTF-16 units of `text`, visible; a character of two units is not cut apart. */
export function cutText(text: string, maxChars: number = MAX_CHARS): CutText {
  if (text.length <= maxChars) return { text: visibleText(text), cutChars: 0 }
  const last = text.charCodeAt(maxChars - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars
  return { text: visibleText(text.slice(0, end)), cutChars: text.length - end }
}

/** An address that a link of the page may lead to; null for one that would run something or that is none. */
export function safeHref(address: string, base: string | null = null): string | null {
  const url = URL.parse(address, base ?? undefined)
  return url !== null && LINKED.has(url.protocol) ? url.href : null
}
