// Renders Markdown as CommonMark with the tables and deletions of GFM, and finds what did not become what it was meant to be.
import MarkdownIt from 'markdown-it'

export type FlawKind = 'mark' | 'html' | 'table' | 'link'

export interface Flaw {
  readonly kind: FlawKind
  /** What is wrong, with some of the text around it. */
  readonly text: string
}

const renderer = new MarkdownIt({ html: true })
// An escaped character stays apart from the text around it, so that a mark without its escape is seen.
renderer.core.ruler.disable('text_join')
// What a link may lead to is the concern of `live-html.test.ts`; here each of them has to be read as a link.
renderer.validateLink = () => true

/** Elements that Markdown has no mark for. */
const WRITTEN_AS_HTML = /^(?:<\/?(?:sup|sub)>|<br>|<!-- -->)$/
/** What would have been emphasis, a link, code or a deletion. */
const LITERAL_MARK = /\*\*|\*(?=\S)|(?<=\S)\*|\]\(|`|~~/

export function flawsOf(markdown: string): Flaw[] {
  const flaws: Flaw[] = []
  const lines = markdown.split('\n')
  const add = (kind: FlawKind, text: string): void => {
    flaws.push({ kind, text: text.slice(0, 300) })
  }
  for (const token of renderer.parse(markdown, {})) {
    if (token.type === 'html_block') {
      if (!WRITTEN_AS_HTML.test(token.content.trim())) add('html', token.content)
    } else if (token.type === 'table_open' && token.map !== null) {
      const [from, to] = token.map
      const columns = cellsOf(lines[from] ?? '')
      for (let at = from; at < to; at += 1) {
        const line = lines[at] ?? ''
        if (line.trim() !== '' && cellsOf(line) !== columns) add('table', `not ${columns} cells: ${line}`)
      }
    }
    if (token.type !== 'inline') continue
    if (/^\|(?: :?---:? \|)+$/m.test(token.content)) add('table', `no table: ${token.content}`)
    // A formula, which this renderer does not know.
    if (token.content.startsWith('$$\n')) continue
    for (const part of token.children ?? []) {
      if (part.type === 'text') {
        const mark = LITERAL_MARK.exec(part.content)
        if (mark !== null) add('mark', `${mark[0]} in: ${around(token.content, part.content, mark.index)}`)
      } else if (part.type === 'html_inline' && !WRITTEN_AS_HTML.test(part.content)) add('html', part.content)
      const target = part.attrGet('href') ?? part.attrGet('src')
      if (target !== null && !/^[a-z][a-z0-9+.-]*:/i.test(String(target))) add('link', String(target))
    }
  }
  return flaws
}

/** The text that a reader sees. */
export function textOfMarkdown(markdown: string): string {
  let text = ''
  for (const token of renderer.parse(markdown, {})) {
    if (token.type === 'fence' || token.type === 'code_block') text += token.content
    for (const part of token.children ?? []) if (part.type !== 'html_inline') text += part.content
  }
  return text
}

/** Cells of a row between bars, counted as GFM does: an escaped bar separates nothing, code or not. */
const cellsOf = (line: string): number =>
  line
    .slice(line.indexOf('|') + 1)
    .replace(/\\\|/g, '')
    .split('|').length

function around(whole: string, part: string, index: number): string {
  const at = Math.max(0, whole.indexOf(part)) + index
  return whole.slice(Math.max(0, at - 100), at + 150)
}
