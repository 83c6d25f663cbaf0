// The words of a heading, without the Markdown that our writer puts round them.
import { codeSpanAt } from '#parsing/markdown/cut-markdown.ts'

/** HTML that the writer writes within a line, and what it escapes HTML with. */
const LITERALS: readonly (readonly [string, string])[] = [
  ...['<br>', '<sup>', '</sup>', '<sub>', '</sub>', '<del>', '</del>'].map(
    (tag) => [tag, tag === '<br>' ? ' ' : ''] as const,
  ),
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['~~', ''],
]

/** `[The **axe**](https://…)` is `The axe`. */
export function plainHeading(markdown: string): string {
  const lastTitle = markdown.lastIndexOf('")')
  const lastLink = markdown.lastIndexOf(')')
  let plain = ''
  let at = 0
  /** The end of what a link leads to, which begins at `from`; null where nothing ends it. */
  const endOfTarget = (from: number): number | null => {
    for (let end = from + 1; end <= lastLink; end += 1) {
      if (markdown[end] === ')') return end + 1
      if (markdown[end] === '\\') end += 1
      else if (markdown.startsWith(' "', end) && end < lastTitle) return markdown.indexOf('")', end) + 2
    }
    return null
  }
  while (at < markdown.length) {
    const char = markdown[at] ?? ''
    const literal = LITERALS.find(([text]) => markdown.startsWith(text, at))
    if (char === '\\') {
      plain += markdown[at + 1] ?? ''
      at += 2
    } else if (char === '`') {
      const code = codeSpanAt(markdown, at)
      plain += code.text
      at = code.end
    } else if (literal !== undefined) {
      plain += literal[1]
      at += literal[0].length
    } else if (char === '[' || (char === '!' && markdown[at + 1] === '[')) {
      at += char === '[' ? 1 : 2
    } else if (char === ']') {
      at = (markdown[at + 1] === '(' ? endOfTarget(at + 1) : null) ?? at + 1
    } else {
      const isBetweenBlanks = /\s/.test(markdown[at - 1] ?? 'x') && /\s/.test(markdown[at + 1] ?? 'x')
      if (char !== '*' || isBetweenBlanks) plain += char
      at += 1
    }
  }
  return plain.split(/\s+/).join(' ').trim()
}
