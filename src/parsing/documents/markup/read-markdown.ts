// Reads Markdown (CommonMark with tables and HTML) as a document, through the HTML that it stands for.
import MarkdownIt from 'markdown-it'
import { parseHtml } from '#parsing/html/parse-html.ts'
import type { ReadDocument } from '#parsing/documents/model/document-blocks.ts'
import { dataImage, type HtmlInput } from './read-html.ts'
import { htmlBlocks } from './html-blocks.ts'

/** A block of YAML at the very beginning is about the document, not in it. */
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:[^\n]*\n){0,500}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

export function readMarkdown(text: string, { base, wantsImages }: HtmlInput): ReadDocument {
  const html = new MarkdownIt({ html: true, maxNesting: 60 }).render(text.replace(FRONT_MATTER, ''))
  const image = wantsImages ? dataImage : () => null
  return {
    blocks: htmlBlocks(parseHtml(html).root, { base, image }),
    pages: [],
    title: null,
    errors: [],
    needsOcr: [],
  }
}
