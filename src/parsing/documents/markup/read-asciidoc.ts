// Reads AsciiDoc as a document: titles, paragraphs, lists, tables, listings, pictures. Includes are never followed.
import type {
  Block,
  ListItem,
  ReadDocument,
  Span,
  TextBlock,
} from '#parsing/documents/model/document-blocks.ts'
import { plainBlock } from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows, type LooseCell } from '#parsing/documents/model/table-grid.ts'
import { ListBuilder } from '#parsing/documents/office/list-builder.ts'
import { trimSpans } from './html-blocks.ts'

const TITLE = /^(={1,6}|#{1,6})\s+(\S.*)$/
const ITEM = /^\s*(\*{1,5}|-|\.{1,5}|\d{1,4}\.|[a-z]\.)\s+(?=\S)/
const CHECK = /^\[([ x*])\]\s+/
const FENCE = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,})$/
const CODE_FENCE = /^```[\w-]*$/
const TABLE = /^[|!,:]={3,}\s*$/
const BLOCK_TITLE = /^\.([^\s.].*)$/
const ATTRIBUTES = /^\[(.*)\]\s*$/
const IMAGE = /^image::?([^\s[]+)\[([^\]]*)\]\s*$/
const DIRECTIVE = /^(?::!?[\w-]+!?:|include::|ifdef::|ifndef::|endif::|toc::|\/\/(?!\/))/
const MAX_CELLS = 100_000

export function readAsciidoc(text: string): ReadDocument {
  const blocks = new AsciidocReader(text.replace(/^\ufeff/, '').split(/\r\n?|\n/)).read()
  const title = blocks.find((block): block is TextBlock => block.kind === 'text' && block.label === 'title')
  return {
    blocks,
    pages: [],
    title: title?.spans.map((span) => span.text).join('') ?? null,
    errors: [],
    needsOcr: [],
  }
}

class AsciidocReader {
  readonly #lines: readonly string[]
  readonly #list = new ListBuilder()
  #at = 0
  /** The title that stands above the next block. */
  #caption: TextBlock | null = null
  #language: string | null = null
  #paragraph: string[] = []

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  read(): Block[] {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? ''
      this.#at += 1
      this.#line(line)
    }
    this.#endParagraph()
    return this.#list.end()
  }

  #line(line: string): void {
    const title = TITLE.exec(line)
    const fence = fenceOf(line)
    const item = ITEM.exec(line)
    const image = IMAGE.exec(line)
    const above = BLOCK_TITLE.exec(line)
    const attributes = ATTRIBUTES.exec(line)
    if (line.trim() === '' || line.trim() === '+') this.#endParagraph()
    else if (this.#paragraph.length === 0 && DIRECTIVE.test(line)) return
    else if (title !== null && this.#paragraph.length === 0)
      this.#heading(title[1]?.length ?? 1, (title[2] ?? '').trimEnd())
    else if (TABLE.test(line)) this.#table(line.trim())
    else if (fence !== null) this.#fenced(fence)
    else if (image !== null) this.#picture(image[2] ?? '')
    else if (item !== null) this.#item(item[1] ?? '*', line.slice(item[0].length))
    else if (attributes !== null && this.#paragraph.length === 0)
      this.#language = /^source\s*,\s*([\w+#-]+)/.exec(attributes[1] ?? '')?.[1] ?? null
    else if (above !== null && this.#paragraph.length === 0)
      this.#caption = plainBlock('caption', above[1] ?? '')
    else this.#paragraph.push(line)
  }

  #heading(marks: number, text: string): void {
    this.#endParagraph()
    const spans = inline(text)
    this.#list.addAll([
      marks === 1
        ? { kind: 'text', label: 'title', spans }
        : { kind: 'text', label: 'section_header', level: marks - 1, spans },
    ])
  }

  #item(mark: string, text: string): void {
    this.#endParagraph()
    const enumerated = /^[.\da-z]/.test(mark)
    const level = /^[*.]+$/.test(mark) ? mark.length - 1 : 0
    const words = [text]
    // The lines below belong to the item up to a blank line or the next item.
    for (
      let line = this.#lines[this.#at];
      line !== undefined && line.trim() !== '';
      line = this.#lines[this.#at]
    ) {
      const isBlock = TABLE.test(line) || fenceOf(line) !== null || TITLE.test(line)
      if (ITEM.test(line) || line.trim() === '+' || isBlock) break
      words.push(line.trim())
      this.#at += 1
    }
    const check = CHECK.exec(text)
    const item: ListItem = {
      spans: inline(
        check === null
          ? words.join(' ')
          : `${check[1] === ' ' ? '☐' : '☑'} ${words.join(' ').slice(check[0].length)}`,
      ),
      enumerated,
      marker: enumerated ? (/^\d/.test(mark) ? mark : '') : '',
      children: [],
    }
    this.#list.item(level, item, enumerated ? 'numbers' : 'bullets')
  }

  /** Listings and literal blocks are code; comments are nothing; the others are read as what they hold. */
  #fenced(fence: string): void {
    this.#endParagraph()
    const [mark = ''] = fence
    const inner: string[] = []
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? ''
      this.#at += 1
      if (line.trim() === fence) break
      inner.push(line)
    }
    const language = this.#language === null ? {} : { language: this.#language }
    this.#language = null
    if (mark === '/') return
    if (mark === '-' || mark === '.' || mark === '`')
      this.#list.addAll([
        ...this.#takeCaption(),
        { kind: 'text', label: 'code', spans: [{ text: inner.join('\n') }], ...language },
      ])
    else this.#list.addAll([...this.#takeCaption(), ...new AsciidocReader(inner).read()])
  }

  #table(end: string): void {
    this.#endParagraph()
    const lines: string[] = []
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? ''
      this.#at += 1
      if (line.trim() === end) break
      lines.push(line)
    }
    const rows = rowsOf(lines)
    if (rows.length > 0) this.#list.addAll([tableOfRows(rows, { captions: this.#takeCaption() })])
  }

  #picture(alt: string): void {
    this.#endParagraph()
    const words = plainBlock('caption', alt.split(',')[0] ?? '')
    const captions = this.#takeCaption()
    this.#list.addAll([
      {
        kind: 'picture',
        captions: captions.length > 0 ? captions : words === null ? [] : [words],
        image: null,
      },
    ])
  }

  #takeCaption(): TextBlock[] {
    const caption = this.#caption
    this.#caption = null
    return caption === null ? [] : [caption]
  }

  #endParagraph(): void {
    const spans = inline(this.#paragraph.map((line) => line.trim()).join(' '))
    this.#paragraph = []
    if (spans.length > 0) this.#list.addAll([...this.#takeCaption(), { kind: 'text', label: 'text', spans }])
  }
}

/** The line that ends the block which this line begins; null where it begins none. */
function fenceOf(line: string): string | null {
  const mark = line.trimEnd()
  if (CODE_FENCE.test(mark)) return '```'
  return FENCE.test(mark) ? mark : null
}

/** A row is a line; where the cells of the first row stand on lines of their own, their count is that of the others. */
function rowsOf(lines: readonly string[]): LooseCell[][] {
  const cells: { text: string; starts: boolean }[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    if (!line.trimStart().startsWith('|') && !/^\s*[\d.+*<^>aehlmsv]{1,10}\|/.test(line)) {
      const last = cells.at(-1)
      if (last !== undefined) last.text += ` ${line.trim()}`
      continue
    }
    const parts = line.split('|').slice(1)
    for (const [at, part] of parts.entries()) {
      if (cells.length >= MAX_CELLS) break
      cells.push({ text: part.trim(), starts: at === 0 })
    }
  }
  const byLine: string[][] = []
  for (const { text, starts } of cells) {
    if (starts) byLine.push([])
    byLine.at(-1)?.push(text)
  }
  const columns = byLine[0]?.length ?? 0
  const isByLine = columns > 1 && byLine.every((row) => row.length === columns || row.length > 1)
  const rows =
    isByLine || byLine.every((row) => row.length === 1)
      ? byLine
      : regrouped(
          cells.map(({ text }) => text),
          Math.max(1, columns),
        )
  return rows.map((row, at) =>
    row.map((text) => ({ text: plainOf(text), ...(at === 0 ? { columnHeader: true } : {}) })),
  )
}

const regrouped = (cells: readonly string[], columns: number): string[][] =>
  Array.from({ length: Math.ceil(cells.length / columns) }, (_, at) =>
    cells.slice(at * columns, (at + 1) * columns),
  )

const plainOf = (text: string): string =>
  inline(text)
    .map((span) => span.text)
    .join('')

/** Bold, italic, code, links; everything else is text. */
function inline(text: string): Span[] {
  const spans: Span[] = []
  const pattern =
    /(?<![\p{L}\p{N}*])\*([^*\s](?:[^*]{0,500}[^*\s])?)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_([^_\s](?:[^_]{0,500}[^_\s])?)_(?![\p{L}\p{N}_])|`([^`]{1,500})`|((?:https?:\/\/|mailto:)[^\s[\]]{1,2000})(?:\[([^\]]{0,500})\])?|(?:link|xref):([^\s[\]]{1,2000})\[([^\]]{0,500})\]/gu
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, bold, italic, code, url, label, link, name] = match
    if (match.index > end) spans.push({ text: text.slice(end, match.index) })
    end = match.index + whole.length
    if (bold !== undefined) spans.push({ text: bold, bold: true })
    else if (italic !== undefined) spans.push({ text: italic, italic: true })
    else if (code !== undefined) spans.push({ text: code, code: true })
    else if (url !== undefined)
      spans.push({ text: label === undefined || label === '' ? url : label, href: url })
    else if (link !== undefined)
      spans.push({ text: name === undefined || name === '' ? link : name, href: link })
  }
  spans.push({ text: text.slice(end) })
  return trimSpans(spans)
}
