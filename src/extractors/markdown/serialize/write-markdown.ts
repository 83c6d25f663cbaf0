// Writes content as GitHub-flavoured Markdown: blocks apart by one blank line, lists and quotations indented.
import { elementsOf, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { alertOf, type Alert } from '#extractors/markdown/serialize/notes/alerts.ts'
import { isBlockCode } from './block-code.ts'
import { isCardRow, titleFirst } from '#extractors/markdown/serialize/cards/card-row.ts'
import { codeBlock, isGutter } from './code-block.ts'
import { angledUrl, closedHeading, escapeLineStart, needsOwnLine } from '#parsing/markdown/escape-text.ts'
import { PLAIN, type MarkdownContext } from './markdown-context.ts'
import { formulaOf } from '#extractors/markdown/serialize/math/math.ts'
import { preformatted } from './preformatted.ts'
import { writeList } from './write-list.ts'
import { linkTo, writeInline } from './write-inline.ts'
import { captionOf, strayNodes, writeTable } from './write-table.ts'

/** Indentation costs each line once for each level; deeper levels are written flat. */
const MAX_LEVELS = 20

const HEADING = /^h[1-6]$/

/** The leading number of a note, which the Markdown mark repeats. */
const NOTE_NUMBER = /^(?:<sup>\[?\d{1,3}\]?<\/sup>|\*\*\[?\d{1,3}\]?\*\*|\[\d+\]|\d+\\?[.:)]|\^)(?:\s+|$)/

/** The content of `roots`, with footnotes and reference links at the end. */
export function writeMarkdown(roots: readonly HtmlElement[], context: MarkdownContext): string {
  const blocks = betweenRules(
    roots.flatMap((root) =>
      root.name === '#root' || !context.isBlock(root)
        ? blocksOf(root.children, context, 0)
        : blockOf(root, context, 0),
    ),
  )
  // Writing a note may use further notes, so the list grows while it is read.
  for (const { number, nodes } of context.footnotes.used) {
    const [first = '', ...more] = blocksOf(nodes, context, 0)
    const text = [first.replace(NOTE_NUMBER, ''), ...more].join('\n\n').trim()
    if (text !== '') blocks.push(`[^${number}]: ${noAddress(text).replace(/\n(?=[^\n])/g, '\n    ')}`)
  }
  if (context.references.size > 0) {
    blocks.push(
      [...context.references].map(([url, number]) => `[${number}]: ${angledUrl(url, false)}`).join('\n'),
    )
  }
  return blocks.join('\n\n')
}

/** Readers without footnotes take one word after `[^1]:` for the address of a link: a comment keeps it a note. */
function noAddress(note: string): string {
  if (needsOwnLine(note)) return `<!-- -->\n\n${note}`
  const end = note.indexOf('\n')
  const line = end < 0 ? note : note.slice(0, end)
  return /^\S+(?:\s+["'(].*)?$/.test(line) ? `${line} <!-- -->${note.slice(line.length)}` : note
}

const RULE = '---'

/** A rule separates two blocks, so none is written at either end; at the start it would also read as front matter. */
function betweenRules(blocks: readonly string[]): string[] {
  const first = blocks.findIndex((block) => block !== RULE)
  return first < 0 ? [] : blocks.slice(first, blocks.findLastIndex((block) => block !== RULE) + 1)
}

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const markerOf = (element: HtmlElement): string =>
  LISTS.has(element.name) ? (element.name === 'ol' ? 'number' : 'dash') : 'none'

/** Blocks of mixed content: the content between two blocks is a paragraph of its own. */
export function blocksOf(nodes: readonly HtmlNode[], context: MarkdownContext, level: number): string[] {
  const blocks: string[] = []
  let run: HtmlNode[] = []
  const afterList: Record<string, number> = {}
  const flush = (): void => {
    if (run.length > 0) append(blocks, paragraphs(writeInline(run, context, PLAIN)))
    run = []
  }
  for (const node of nodes) {
    if (node.kind === 'text' || !context.isBlock(node) || formulaOf(node) !== null) run.push(node)
    else {
      flush()
      const before = blocks.length
      const written = blockOf(node, context, level)
      // Two lists of one kind in a row would be read as one.
      if (level === 0 && before > 0 && written.length > 0 && before === afterList[markerOf(node)]) {
        blocks.push('<!-- -->')
      }
      append(blocks, written)
      if (LISTS.has(node.name)) afterList[markerOf(node)] = blocks.length
    }
  }
  flush()
  return blocks
}

/** Not `push(...more)`: a page may have more blocks than a call may have arguments. */
function append(blocks: string[], more: readonly string[]): void {
  for (const block of more) blocks.push(block)
}

/** Two line breaks in a row are how some editors make paragraphs; one is a hard break. */
function paragraphs(inline: string): string[] {
  const parts: string[][] = []
  let lines: string[] = []
  for (const line of inline.split('\n')) {
    const text = line.trim()
    if (text === '') lines = []
    else if (lines.push(text) === 1) parts.push(lines)
  }
  return parts.map(hardBreaks)
}

/** Lines of one paragraph; those of a formula stay as they are. */
function hardBreaks(lines: readonly string[]): string {
  const [first = '', ...others] = lines
  if (others.length === 0) return escapeLineStart(first)
  let formula = false
  let text = ''
  lines.forEach((line, at) => {
    const fence = line === '$$'
    const free = !formula && !fence
    const last = at === lines.length - 1
    text += free ? escapeLineStart(line) : line
    if (!last) text += free && lines[at + 1] !== '$$' ? '  \n' : '\n'
    if (fence) formula = !formula
  })
  return text
}

function blockOf(element: HtmlElement, context: MarkdownContext, level: number): string[] {
  if (element.name === 'noscript') return paragraphs(writeInline([element], context, PLAIN))
  if (context.skip(element) || context.footnotes.isNote(element)) return []
  if (element.name === 'td' && isGutter(element)) return []
  const alert = level < MAX_LEVELS ? alertOf(element) : null
  if (alert !== null) return alertBlocks(element, alert, context, level)
  switch (element.name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return heading(element, context)
    case 'pre':
      return preformatted(element, context, paragraphs)
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return level < MAX_LEVELS
        ? writeList(element, context, (nodes) => blocksOf(nodes, context, level + 1))
        : blocksOf(element.children, context, level)
    case 'dl':
      return definitionList(element, context, level)
    case 'blockquote':
      return level < MAX_LEVELS
        ? quote(blocksOf(element.children, context, level + 1))
        : blocksOf(element.children, context, level)
    case 'table':
      return tableBlocks(element, context, level)
    case 'hr':
      return [RULE]
    case 'a':
      return linkedBlocks(element, context, level)
    case 'summary':
      if (holdsHeading(element)) return blocksOf(element.children, context, level)
      return paragraphs(writeInline(element.children, context, { ...PLAIN, bold: true, oneLine: true })).map(
        (text) => `**${text}**`,
      )
    case 'code':
    case 'samp':
      return isBlockCode(element)
        ? [codeBlock(element)].filter((block) => block !== '')
        : blocksOf(element.children, context, level)
    default:
      return context.cards === true && level < MAX_LEVELS && isCardRow(element, context.skip)
        ? writeList(element, context, (nodes) => titleFirst(blocksOf(nodes, context, level + 1)))
        : blocksOf(element.children, context, level)
  }
}

const holdsHeading = (element: HtmlElement): boolean =>
  elementsOf(element).some(({ name }) => HEADING.test(name))

/** With a label of its own the box is written without it; other words above it are its first line. */
function alertBlocks(
  element: HtmlElement,
  { kind, label }: Alert,
  context: MarkdownContext,
  level: number,
): string[] {
  const skip = (inner: HtmlElement): boolean => inner === label || context.skip(inner)
  const blocks = blocksOf(element.children, { ...context, skip }, level + 1)
  const [first, ...more] = blocks
  if (first === undefined) return []
  // GitHub knows alerts only outside of lists and quotations.
  if (level > 0 || !context.gfm)
    return quote(label === null ? blocks : [`**${kind.charAt(0)}${kind.slice(1).toLowerCase()}**`, ...blocks])
  // What is no paragraph would end up in that of the mark.
  const gap = /^[\p{L}*([“"]/u.test(first) ? '\n' : '\n\n'
  return quote([`[!${kind}]${gap}${first}`, ...more])
}

function heading(element: HtmlElement, context: MarkdownContext): string[] {
  const text = writeInline(element.children, context, { ...PLAIN, bold: true, oneLine: true })
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? [] : [`${'#'.repeat(Number(element.name[1]))} ${closedHeading(text)}`]
}

/** Terms and their meanings in the form that Markdown Extra and Pandoc read, and that reads well bare. */
function definitionList(element: HtmlElement, context: MarkdownContext, level: number): string[] {
  const blocks: string[] = []
  let waiting = false
  let run: HtmlNode[] = []
  const flush = (): void => {
    if (run.length > 0) append(blocks, paragraphs(writeInline(run, context, PLAIN)))
    run = []
  }
  const visit = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'text' || !context.isBlock(node)) {
        run.push(node)
        continue
      }
      flush()
      if (context.skip(node)) continue
      if (node.name === 'dt') {
        const term = writeInline(node.children, context, { ...PLAIN, oneLine: true }).trim()
        // Terms that share a meaning stand on lines one below the other.
        const last = waiting ? blocks.pop() : undefined
        if (term !== '') blocks.push((last === undefined ? '' : `${last}\n`) + escapeLineStart(term))
        waiting = term !== ''
      } else if (node.name === 'dd') {
        const text = blocksOf(node.children, context, level + 1).join('\n\n')
        const last = blocks.pop()
        waiting = false
        if (last !== undefined && text === '') blocks.push(last)
        else if (needsOwnLine(text)) append(blocks, last === undefined ? [text] : [last, text])
        else if (text !== '') {
          const meaning = `: ${text.replace(/\n(?=[^\n])/g, '\n  ')}`
          blocks.push(last === undefined ? meaning : `${last}\n${meaning}`)
        }
      } else if (node.name === 'div') visit(node.children)
      else append(blocks, blockOf(node, context, level))
    }
    flush()
  }
  visit(element.children)
  return blocks
}

function quote(blocks: readonly string[]): string[] {
  if (blocks.length === 0) return []
  return [
    blocks
      .join('\n\n')
      .split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`))
      .join('\n'),
  ]
}

function tableBlocks(table: HtmlElement, context: MarkdownContext, level: number): string[] {
  const written = writeTable(table, context)
  if (written === null) return blocksOf(table.children, context, level)
  // As HTML, the table has its caption in it.
  const caption = written.startsWith('<table') ? null : captionOf(table)
  const title =
    caption === null || written === '' ? [] : paragraphs(writeInline(caption.children, context, PLAIN))
  const rows = written === '' ? [] : [...title, written]
  return [...blocksOf(strayNodes(table), context, level), ...rows]
}

/** A link round blocks: Markdown links hold lines only, so the link goes to the first heading or line in it. */
function linkedBlocks(anchor: HtmlElement, context: MarkdownContext, level: number): string[] {
  const blocks = blocksOf(anchor.children, context, level)
  const at = blocks.findIndex((block) => /^#{1,6} /.test(block))
  const target =
    at >= 0 ? at : blocks.findIndex((block) => !/[\n|[\]]/.test(block) && !block.startsWith('```'))
  return blocks.map((block, index) => {
    if (index !== target || block.includes('](')) return block
    const [, marks = '', text = ''] = /^(#{1,6} )?([\s\S]*)$/.exec(block) ?? []
    return marks + linkTo(anchor, text, context, PLAIN)
  })
}
