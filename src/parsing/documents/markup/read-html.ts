// Reads HTML and Markdown as a document.
import MarkdownIt from 'markdown-it'
import { elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import type { Block, PictureImage, ReadDocument } from '#parsing/documents/model/document-blocks.ts'
import { pictureImage } from '#parsing/documents/model/picture-image.ts'
import { htmlBlocks } from './html-blocks.ts'

export interface HtmlInput {
  readonly base: string | null
  readonly wantsImages: boolean
}

/** A block of YAML at the very beginning is about the document, not in it. */
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:[^\n]*\n){0,500}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

/** What stands before the first heading is furniture, as in docling. */
export function readHtml(html: string, { base, wantsImages }: HtmlInput): ReadDocument {
  const document = parseHtml(html)
  const title = titleOf(document.root)
  const image = wantsImages ? dataImage : () => null
  const blocks = htmlBlocks(document.root, { base, image })
  const heading = blocks.findIndex(
    (block) => block.kind === 'text' && (block.label === 'title' || block.label === 'section_header'),
  )
  const named: Block[] =
    title === null ? [] : [{ kind: 'text', label: 'title', spans: [{ text: title }], layer: 'furniture' }]
  return {
    blocks: [
      ...named,
      ...blocks.map((block, at): Block => (at < heading ? { ...block, layer: 'furniture' } : block)),
    ],
    pages: [],
    title,
    errors: document.truncated
      ? [{ page: null, code: 'page_truncated', detail: 'The page has more elements than are read.' }]
      : [],
    needsOcr: [],
  }
}

function titleOf(root: HtmlElement): string | null {
  for (const element of elementsOf(root)) {
    if (element.name === 'title') return lineText(element, 1_000) || null
    if (element.name === 'body') return null
  }
  return null
}

/** Only a picture whose bytes stand in the page: nothing is fetched for a document. */
export function dataImage(source: string): PictureImage | null {
  const data = /^data:image\/[\w.+-]+;base64,/i.exec(source.slice(0, 100))?.[0]
  return data === undefined ? null : pictureImage(Buffer.from(source.slice(data.length), 'base64'))
}

/** CommonMark with tables and HTML, through the HTML that it stands for. */
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
