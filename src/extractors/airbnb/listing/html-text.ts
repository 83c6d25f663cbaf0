// The text of a description that is written in HTML.
import { rawText } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'

const MAX_CHARS = 100_000

/** Line ends where the HTML breaks lines; no tags, no runs of blanks. Null where no words are left. */
export function textOfHtml(html: string): string | null {
  const broken = html
    .slice(0, MAX_CHARS)
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s{0,3}\/?>/gi, '\n')
    .replace(/<\/(?:p|div|li|h\d)>/gi, '\n')
  const text = /[<&]/.test(broken) ? rawText(parseHtml(broken).root) : broken
  const words = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return words === '' ? null : words
}
