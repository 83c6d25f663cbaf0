// Rewrites headings of the first two levels in Markdown as lines with a line below them.
import { escapeLineStart } from '#parsing/markdown/escape-text.ts'

const FENCE = /^\s{0,3}(`{3,}(?=[^`]*$)|~{3,})/

/** `# Walk` becomes `Walk` above as many `=`. Quotations, lists and code stay unchanged. */
export function underlinedHeadings(markdown: string): string {
  let fence: string | null = null
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1]
      if (fence !== null) {
        if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null
        return line
      }
      if (mark !== undefined) fence = mark
      const [, level, text] = /^(#{1,2}) (\S.*)$/.exec(line) ?? []
      if (level === undefined || text === undefined) return line
      return `${escapeLineStart(text)}\n${(level === '#' ? '=' : '-').repeat(Math.max(3, Math.min(text.length, 80)))}`
    })
    .join('\n')
}
