// Writes a document as a plain HTML page: no scripts, no styles, nothing that is fetched but pictures that were asked for.
import { escapeHtml } from '#kit/text/text-rules.ts'
import type {
  Block,
  PictureBlock,
  Span,
  TableBlock,
  TableCell,
  TextBlock,
} from '#parsing/documents/model/document-blocks.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { gridOf } from '#parsing/documents/model/table-grid.ts'
import { chartName, type MarkdownOptions } from './document-markdown.ts'

export interface HtmlOptions extends MarkdownOptions {
  /** Whether what repeats on pages or stands around the content is written too. Default false. */
  readonly furniture?: boolean
}

const SAFE_LINK = /^(?:https?:|mailto:|tel:|#|[^:]*$|[^:/?#]*[/?#])/i
const MAX_HEADING = 6

export function documentHtml(
  blocks: readonly Block[],
  title: string | null,
  options: HtmlOptions = {},
): string {
  const name = title ?? titleIn(blocks)
  const head = `<meta charset="utf-8">${name === null ? '' : `<title>${escapeHtml(name)}</title>`}`
  return `<!DOCTYPE html>\n<html><head>${head}</head><body>\n${blocksHtml(blocks, options)}\n</body></html>\n`
}

/** What stands as the title on its first page, for a document that declares none. */
function titleIn(blocks: readonly Block[]): string | null {
  for (const block of blocks) {
    if (block.kind === 'text' && block.label === 'title') return textOfSpans(block.spans).trim()
  }
  return null
}

const blocksHtml = (blocks: readonly Block[], options: HtmlOptions): string =>
  blocks
    .map((block) => blockHtml(block, options))
    .filter((part) => part !== '')
    .join('\n')

function blockHtml(block: Block, options: HtmlOptions): string {
  if (block.layer === 'invisible' || (block.layer === 'furniture' && options.furniture !== true)) return ''
  switch (block.kind) {
    case 'text':
      return textHtml(block)
    case 'list': {
      const tag = block.items[0]?.enumerated === true ? 'ol' : 'ul'
      const items = block.items.map(({ spans, children }) => {
        const inner = blocksHtml(children, options)
        return `<li>${inline(spans)}${inner === '' ? '' : `\n${inner}\n`}</li>`
      })
      return `<${tag}>\n${items.join('\n')}\n</${tag}>`
    }
    case 'table':
      return tableHtml(block, options)
    case 'picture':
      return pictureHtml(block, options)
    case 'group': {
      const inner = blocksHtml(block.children, options)
      return block.label === 'sheet' && inner !== '' ? `<h2>${escapeHtml(block.name)}</h2>\n${inner}` : inner
    }
  }
}

function textHtml({ label, spans, level, language }: TextBlock): string {
  if (label === 'code') {
    const name = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`
    return `<pre><code${name}>${escapeHtml(textOfSpans(spans))}</code></pre>`
  }
  const text = inline(spans)
  if (text === '') return ''
  if (label === 'formula') return `<p>$$${text}$$</p>`
  if (label === 'title') return `<h1>${text}</h1>`
  if (label === 'section_header') {
    const tag = `h${Math.min(MAX_HEADING, (level ?? 1) + 1)}`
    return `<${tag}>${text}</${tag}>`
  }
  if (label === 'checkbox_selected' || label === 'checkbox_unselected')
    return `<p><input type="checkbox" disabled${label === 'checkbox_selected' ? ' checked' : ''}> ${text}</p>`
  return `<p>${text}</p>`
}

/** A place without a cell is an empty one: the cells after it would stand in its column. */
function tableHtml(table: TableBlock, options: HtmlOptions): string {
  const { captions } = table
  const lines = gridOf(table).map((cells, row) =>
    cells.map((cell, column) => {
      if (cell === null) return '<td></td>'
      return cell.row === row && cell.column === column ? cellHtml(cell, options) : ''
    }),
  )
  const caption = captions.map(({ spans }) => inline(spans)).join(' ')
  const head = caption === '' ? '' : `<caption>${caption}</caption>\n`
  return `<table>\n${head}${lines.map((line) => `<tr>${line.join('')}</tr>`).join('\n')}\n</table>`
}

function cellHtml(cell: TableCell, options: HtmlOptions): string {
  const tag = cell.columnHeader === true || cell.rowHeader === true ? 'th' : 'td'
  const spans =
    (cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '') +
    (cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '')
  const inner =
    cell.blocks === undefined ? lineBreaks(escapeHtml(cell.text)) : blocksHtml(cell.blocks, options)
  return `<${tag}${spans}>${inner}</${tag}>`
}

function pictureHtml(picture: PictureBlock, options: HtmlOptions): string {
  const url = options.pictureUrl?.(picture) ?? null
  const { captions, chart } = picture
  const text = captions.map(({ spans }) => inline(spans)).join(' ')
  const alt = escapeHtml(captions.map(({ spans }) => textOfSpans(spans)).join(' '))
  return [
    '<figure>',
    url === null ? '<!-- image -->' : `<img src="${escapeHtml(url)}" alt="${alt}">`,
    text === '' ? '' : `<figcaption>${text}</figcaption>`,
    chart === undefined ? '' : `<p>${chartName(chart.type)}</p>`,
    chart === undefined || chart.data === null ? '' : tableHtml(chart.data, options),
    '</figure>',
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const inline = (spans: readonly Span[]): string => spans.map(spanHtml).join('').trim()

function spanHtml(span: Span): string {
  let text = lineBreaks(escapeHtml(span.text))
  if (span.formula === true) text = `$${text}$`
  if (span.code === true) text = `<code>${text}</code>`
  if (span.script !== undefined)
    text = `<${span.script === 'sub' ? 'sub' : 'sup'}>${text}</${span.script === 'sub' ? 'sub' : 'sup'}>`
  if (span.strikethrough === true) text = `<s>${text}</s>`
  if (span.underline === true) text = `<u>${text}</u>`
  if (span.italic === true) text = `<em>${text}</em>`
  if (span.bold === true) text = `<strong>${text}</strong>`
  // An address that would run a script is left out.
  if (span.href !== undefined && SAFE_LINK.test(span.href))
    text = `<a href="${escapeHtml(span.href)}">${text}</a>`
  return text
}

const lineBreaks = (html: string): string => html.replaceAll('\n', '<br>')
