// Rewrites headings of the first two levels in Markdown as lines with a line below them.
import { closesFence, openedFence } from '#parsing/markdown/cut-markdown.ts'
import { escapeLineStart } from '#parsing/markdown/escape-text.ts'

/** `# Walk` becomes `Walk` above as many `=`. Quotations, lists and code stay unchanged. */
export function underlinedHeadings(markdown: string): string {
  let fence: string | null = null
  return markdown
    .split('\n')
    .map((line) => {
      if (fence !== null) {
        if (closesFence(line, fence)) fence = null
        return line
      }
      fence = openedFence(line)?.fence ?? null
      const [, level, text] = /^(#{1,2}) (\S.*)$/.exec(line) ?? []
      if (level === undefined || text === undefined) return line
      return `${escapeLineStart(text)}\n${(level === '#' ? '=' : '-').repeat(Math.max(3, Math.min(text.length, 80)))}`
    })
    .join('\n')
}
