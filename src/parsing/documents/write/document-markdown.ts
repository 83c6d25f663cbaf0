// Writes a document as Markdown: headings, lists, pipe tables, and a placeholder for each picture.
import {
  closedHeading,
  codeSpan,
  escapeInline,
  escapeLineStart,
  escapeUrl,
  longestRun,
} from '#parsing/markdown/escape-text.ts'
import { gridOf } from '#parsing/documents/model/table-grid.ts'
import type {
  Block,
  GroupBlock,
  Layer,
  ListBlock,
  PictureBlock,
  Span,
  TableBlock,
  TableCell,
  TextBlock,
} from '#parsing/documents/model/document-blocks.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'

export interface MarkdownOptions {
  /** The address of a picture; null for the placeholder. */
  readonly pictureUrl?: (picture: PictureBlock) => string | null
}

const PLACEHOLDER = '<!-- image -->'
const MAX_HEADING = 6
const SHOWN: ReadonlySet<Layer> = new Set<Layer>(['body', 'notes'])
/** A deeper list is written at this depth, because each level repeats the indent of all lines below it. */
const MAX_LIST_DEPTH = 40

/** Blocks apart by a blank line; what is furniture or invisible is left out. */
export function documentMarkdown(blocks: readonly Block[], options: MarkdownOptions = {}): string {
  return blocks
    .map((block) => blockMarkdown(block, options, 0))
    .filter((part) => part !== '')
    .join('\n\n')
}

/** One block alone, as chunks take it. */
export function blockMarkdown(block: Block, options: MarkdownOptions = {}, depth = 0): string {
  if (!SHOWN.has(block.layer ?? 'body')) return ''
  switch (block.kind) {
    case 'text':
      return textMarkdown(block)
    case 'list':
      return listMarkdown(block, options, depth)
    case 'table':
      return [...captionsOf(block), tableMarkdown(block, options)].filter((part) => part !== '').join('\n\n')
    case 'picture':
      return pictureMarkdown(block, options)
    case 'group':
      return groupMarkdown(block, options)
  }
}

function groupMarkdown({ label, name, children }: GroupBlock, options: MarkdownOptions): string {
  const content = documentMarkdown(children, options)
  // A sheet has no title of its own but its name.
  return label === 'sheet' && content !== '' ? `## ${inline([{ text: name }], false)}\n\n${content}` : content
}

function textMarkdown({ label, spans, level, language }: TextBlock): string {
  if (label === 'code') return fence(textOfSpans(spans), language ?? '')
  if (label === 'formula') return textOfSpans(spans).trim() === '' ? '' : `$$${textOfSpans(spans).trim()}$$`
  const text = inline(spans, false)
  if (text === '') return ''
  if (label === 'title') return `# ${closedHeading(oneLine(text))}`
  if (label === 'section_header')
    return `${'#'.repeat(Math.min(MAX_HEADING, (level ?? 1) + 1))} ${closedHeading(oneLine(text))}`
  if (label === 'checkbox_selected') return `- [x] ${text}`
  if (label === 'checkbox_unselected') return `- [ ] ${text}`
  return text.split('\n').map(escapeLineStart).join('  \n')
}

function listMarkdown({ items }: ListBlock, options: MarkdownOptions, depth: number): string {
  const lines: string[] = []
  const indent = '    '.repeat(Math.min(depth, MAX_LIST_DEPTH))
  let number = 0
  for (const { enumerated, marker, spans, children } of items) {
    number = enumerated ? (numberOf(marker) ?? number + 1) : 0
    // A marker that Markdown does not know stays in the text.
    const isKnown = enumerated && numberOf(marker) !== null
    const kept = enumerated && !isKnown && marker !== '' ? `${marker} ` : ''
    const mark = enumerated && (isKnown || marker === '') ? `${number}.` : '-'
    const text = inline(spans, false).split('\n').join(`  \n${indent}    `)
    lines.push(`${indent}${mark} ${kept}${kept === '' ? escapeLineStart(text) : text}`.trimEnd())
    for (const child of children) {
      if (child.kind === 'list') lines.push(listMarkdown(child, options, depth + 1))
      else {
        const content = blockMarkdown(child, options, depth + 1)
        if (content !== '') lines.push(`\n${content.replace(/^(?=.)/gm, `${indent}    `)}\n`)
      }
    }
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()
}

/** `3.` and `3)` are 3; any other marker is null. */
function numberOf(marker: string): number | null {
  const digits = /^\(?(\d{1,9})[.)]?$/.exec(marker.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * The first row is the header, whatever it holds: a pipe table has no other. A cell that spans repeats its text; one that
 * holds lists, pictures or tables is written once, as docling does.
 */
function tableMarkdown(table: TableBlock, options: MarkdownOptions): string {
  const written = new Set<TableCell>()
  const [head, ...body] = gridOf(table).map((row) =>
    row.map((cell) => {
      if (cell === null) return ''
      if (cell.blocks === undefined || cell.blocks.length === 0)
        return inCell(inline([{ text: cell.text }], true))
      if (written.has(cell)) return ''
      written.add(cell)
      return inCell(cell.blocks.map((block) => cellMarkdown(block, options)).join(' '))
    }),
  )
  if (head === undefined || head.length === 0) return ''
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '-')), ...body.map(line)].join('\n')
}

/** A table in a cell is its words: Markdown has no tables in tables. */
function cellMarkdown(block: Block, options: MarkdownOptions): string {
  return block.kind === 'table'
    ? gridOf(block)
        .flatMap((row, at) => row.filter((cell, column) => cell?.row === at && cell.column === column))
        .map((cell) => inline([{ text: cell?.text ?? '' }], true))
        .join(' ')
    : blockMarkdown(block, options)
}

/** A reference stands for the bar also inside of code, where a backslash would not. */
const inCell = (text: string): string => oneLine(text.replace(/\\?\|/g, '&#124;'))

function pictureMarkdown(picture: PictureBlock, options: MarkdownOptions): string {
  const { chart } = picture
  const url = options.pictureUrl?.(picture) ?? null
  const captions = captionsOf(picture)
  const alt = captions[0] ?? 'Image'
  return [
    ...captions,
    url === null ? PLACEHOLDER : `![${oneLine(alt).replace(/[[\]]/g, '\\$&')}](${escapeUrl(url, false)})`,
    ...(chart === undefined ? [] : [chartName(chart.type)]),
    chart?.data === null || chart === undefined ? '' : tableMarkdown(chart.data, options),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** `bar_chart` is shown as `Bar chart`. */
export const chartName = (type: string): string =>
  type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ')

const captionsOf = ({ captions }: Pick<TableBlock | PictureBlock, 'captions'>): string[] =>
  captions.map(textMarkdown).filter((text) => text !== '')

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

function fence(code: string, language: string): string {
  const marks = '`'.repeat(Math.max(3, longestRun(code, '`') + 1))
  return `${marks}${language}\n${code.replace(/\n$/, '')}\n${marks}`
}

/** Neighbours with the same look are one run, so that `**a****b**` is never written. */
function inline(spans: readonly Span[], inTable: boolean): string {
  const runs: Span[] = []
  for (const span of spans) {
    const last = runs.at(-1)
    if (last !== undefined && lookOf(last) === lookOf(span))
      runs[runs.length - 1] = { ...last, text: last.text + span.text }
    else runs.push(span)
  }
  return runs
    .map((run) => runMarkdown(run, inTable))
    .join('')
    .trim()
}

const lookOf = ({ bold, italic, strikethrough, code, formula, href }: Span): string =>
  [bold ?? false, italic ?? false, strikethrough ?? false, code ?? false, formula ?? false, href].join()

/** Marks stand at the letters, white space outside of them. */
function runMarkdown(span: Span, inTable: boolean): string {
  const core = span.text.trim()
  if (core === '') return span.text
  let text =
    span.formula === true
      ? `$${core}$`
      : span.code === true
        ? codeSpan(core, inTable)
        : escapeInline(core, { table: inTable, link: span.href !== undefined })
  if (span.strikethrough === true) text = `~~${text}~~`
  if (span.italic === true) text = `*${text}*`
  if (span.bold === true) text = `**${text}**`
  if (span.href !== undefined) text = `[${text}](${escapeUrl(span.href, inTable)})`
  const start = span.text.indexOf(core)
  return span.text.slice(0, start) + text + span.text.slice(start + core.length)
}
