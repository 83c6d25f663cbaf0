// The lines of a text as running text, with words that are divided at the end of a line whole again.

/** `Ober- und Unterwehr`: the hyphen stands for the rest of a word. */
const SUSPENDED = /^(?:und|oder|bzw|and)(?![\p{L}-])/u
/** Chinese and Japanese have no blanks, at the ends of lines either. */
const [ENDS_CJK, BEGINS_CJK] = [/[\u2e80-\u9fff\uff01-\uff60]$/, /^[\u2e80-\u9fff\uff01-\uff60]/]

/**
 * Lines as running text: a word that a hyphen divides at the end of a line is whole again. A hyphen before a capital or a
 * number is one of the word, as is U+2011.
 */
export function joinLines(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    const next = line.trim()
    if (next === '') continue
    const isDivided = /\p{L}[\u00ad\u2011-]$/u.test(text) && !SUSPENDED.test(next)
    if (isDivided && !text.endsWith('\u2011') && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next
    else if (isDivided && /^[\p{L}\p{N}]/u.test(next)) text = `${text.slice(0, -1)}-${next}`
    else if (/\d[–-]$/.test(text) && /^\d/.test(next)) text += next
    else text += text === '' || (ENDS_CJK.test(text) && BEGINS_CJK.test(next)) ? next : ` ${next}`
  }
  return text.replaceAll('\u00ad', '-')
}
