// Writes the content of a line: text, emphasis, links, pictures, code, formulas.
import { filledLines } from '#kit/text/text-rules.ts'
import {
  attribute,
  elementsOf,
  lineText,
  rawText,
  type HtmlElement,
  type HtmlNode,
} from '#parsing/html/html-node.ts'
import { imageSource } from '#parsing/page/image-source.ts'
import { linkTarget } from '#parsing/page/link-target.ts'
import { codeSpan, collapse, escapeInline, escapeUrl, quotedTitle } from '#parsing/markdown/escape-text.ts'
import { holdEmphasis, holdsEmphasis, joinPieces, writeEmphasis, type Emphasis } from './emphasis.ts'
import { referenceNumber, type InlineState, type MarkdownContext } from './markdown-context.ts'
import { hasLines } from './block-code.ts'
import { readCode } from './code-block.ts'
import { isPermalink, leadsToItself } from './permalinks.ts'
import { areApart, inBrackets } from './plain-text.ts'
import { formulaOf, isDrawnFormula } from '#extractors/markdown/serialize/math/math.ts'

/** The nodes as one run of Markdown; `\n` in it is a line break, blanks at its ends are kept for the caller. */
export function writeInline(
  nodes: readonly HtmlNode[],
  context: MarkdownContext,
  state: InlineState,
): string {
  return writeEmphasis(writeNodes(nodes, context, state))
}

/** As `writeInline`, with emphasis still held. */
function writeNodes(nodes: readonly HtmlNode[], context: MarkdownContext, state: InlineState): string {
  // A list and not one growing text: asking a growing text how it ends copies it each time.
  const pieces: string[] = []
  let end = ''
  let formula = false
  let before: HtmlNode | null = null
  for (const node of nodes) {
    const written =
      node.kind === 'text' ? escapeInline(collapse(node.text), state) : writeElement(node, context, state)
    const apart = before !== null && areApart(before, node)
    before = node
    const piece = end === ' ' || end === '\n' ? written.replace(/^ +/, '') : written
    if (piece === '') continue
    if (apart && /\S$/.test(end) && /^\S/.test(piece)) pieces.push((end = ' '))
    joinPieces(pieces, end, piece.charAt(0))
    // A dollar sign before a letter or digit ends no formula for many readers.
    if (formula && /^[\p{L}\p{N}]/u.test(piece)) pieces.push(' ')
    formula = node.kind === 'element' && piece.startsWith('$') && piece.endsWith('$')
    pieces.push(piece)
    end = piece.charAt(piece.length - 1)
  }
  return pieces.join('')
}

function writeElement(element: HtmlElement, context: MarkdownContext, state: InlineState): string {
  if (context.texInScripts && isDrawnFormula(element)) return ''
  if (context.footnotes.isBackLink(element) || isPermalink(element)) return ''
  const formula = formulaOf(element)
  if (formula !== null)
    return formula.display && !state.oneLine && !state.table
      ? `\n$$\n${formula.tex}\n$$\n`
      : `$${filledLines(formula.tex).join(' ')}$`
  const footnote = context.footnotes.reference(element)
  if (footnote !== null) return footnote
  if (element.name === 'img' || element.name === 'amp-img')
    return context.skip(element) ? '' : writeImage(element, context, state)
  if (element.name === 'noscript') return writeNoscript(element, context, state)
  if (element.name === 'video' || element.name === 'audio' || element.name === 'iframe') {
    return writeEmbedded(element, context, state)
  }
  if (context.skip(element)) return ''
  const inner = (change: Partial<InlineState>): string =>
    writeNodes(element.children, context, { ...state, ...change })
  switch (element.name) {
    case 'br':
      return state.oneLine ? ' ' : '\n'
    case 'b':
    case 'strong':
      return state.bold ? inner({}) : wrap(inner({ bold: true }), 'strong')
    case 'i':
    case 'em':
    case 'cite':
    case 'dfn':
      return state.italic || (element.name !== 'i' && element.name !== 'em')
        ? inner({})
        : wrap(inner({ italic: true }), 'emphasis')
    case 'del':
    case 's':
    case 'strike':
      return context.gfm ? deleted(inner({})) : tagged(inner({}), 'del')
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return writeCode(element, context, state)
    case 'sup':
    case 'sub':
      return tagged(inner({}), element.name)
    case 'q':
      return `"${inner({}).trim()}"`
    case 'a':
      return writeLink(element, context, state)
    case 'rt':
      return inBrackets(inner({}))
    case 'rp':
    case 'wbr':
      return ''
    default:
      return inner({})
  }
}

/** The marks go inside the blanks: `<b>a </b>b` is `**a** b`. */
function wrap(text: string, emphasis: Emphasis): string {
  const clean = text.trim()
  if (clean === '') return text === '' ? '' : ' '
  const start = /^\s/.test(text) ? ' ' : ''
  const end = /\s$/.test(text) ? (text.endsWith('\n') ? '\n' : ' ') : ''
  return `${start}${filledLines(clean)
    .map((line) => holdEmphasis(line, emphasis))
    .join('\n')}${end}`
}

/** Once only: four marks in a row begin a block of code. */
const deleted = (text: string): string => (holdsEmphasis(text, 'deleted') ? text : wrap(text, 'deleted'))

function tagged(text: string, name: string): string {
  return text.trim() === '' ? '' : `<${name}>${text.trim()}</${name}>`
}

/** Links inside code cannot be written; a link that is the code as a whole goes round it. */
function writeCode(element: HtmlElement, context: MarkdownContext, state: InlineState): string {
  if (hasLines(element) && !state.link)
    return filledLines(readCode(element))
      .map((line) => codeSpan(line, state.table))
      .join(state.oneLine ? ' ' : '\n')
  const code = codeSpan(rawText(element), state.table)
  const only = element.children.length === 1 ? element.children[0] : undefined
  if (code === '' || state.link || only === undefined || only.kind === 'text' || only.name !== 'a')
    return code
  return linkTo(only, code, context, state)
}

function writeLink(element: HtmlElement, context: MarkdownContext, state: InlineState): string {
  const inner = writeNodes(element.children, context, { ...state, link: true, oneLine: true })
  const text = inner.trim()
  if (state.link || text === '') return inner
  return `${/^\s/.test(inner) ? ' ' : ''}${linkTo(element, text, context, state)}${/\s$/.test(inner) ? ' ' : ''}`
}

/** `text` as a link to where `anchor` leads; the bare text where that is nowhere. `text` is Markdown already. */
export function linkTo(
  anchor: HtmlElement,
  text: string,
  context: MarkdownContext,
  state: InlineState,
): string {
  if (context.links === 'text' || text === '') return text
  if (context.links === 'none') return ''
  if (leadsToItself(anchor, context.base)) return text
  const href = attribute(anchor, 'href')
  const url = href === null ? null : linkTarget(href, context.base)
  if (url === null) return text
  if (context.links === 'reference') return `[${text}][${referenceNumber(context, url)}]`
  const title = attribute(anchor, 'title')?.replace(/\s+/g, ' ').trim() ?? ''
  const shown = title === '' || lineText(anchor).includes(title) ? '' : ` ${quotedTitle(title, state)}`
  return `[${text}](${escapeUrl(url, state.table)}${shown})`
}

function writeImage(element: HtmlElement, context: MarkdownContext, state: InlineState): string {
  if (context.images === 'drop') return ''
  const image = imageSource(element, context.base, context.dataUrls)
  if (image === null) return ''
  if (context.images === 'alt') return image.alt === null ? '' : escapeInline(image.alt, state)
  if (context.pictures.isRepetition(element, image.src)) return ''
  return `![${labelOf(image.alt ?? '', state)}](${escapeUrl(image.src, state.table)})`
}

/** Text of an attribute between the brackets of a link or picture. */
const labelOf = (text: string, { table }: InlineState): string =>
  escapeInline(collapse(text).trim(), { table, link: true })

/** Only pictures are worth reading in a `noscript`: the real address of a lazy one. */
function writeNoscript(element: HtmlElement, context: MarkdownContext, state: InlineState): string {
  let out = ''
  for (const inner of elementsOf(element)) if (inner.name === 'img') out += writeImage(inner, context, state)
  return out
}

/** A film or a player as a link to it: by its title, else by the host that plays it. */
function writeEmbedded(element: HtmlElement, context: MarkdownContext, state: InlineState): string {
  if (state.link || context.links === 'none' || context.links === 'text') return ''
  const source = elementsOf(element)
    .map((inner) => attribute(inner, 'src') ?? attribute(inner, 'data-src'))
    .find((src) => src !== null && src !== '')
  const url = source === undefined || source === null ? null : linkTarget(source, context.base)
  if (url === null || !/^https?:/.test(url)) return ''
  // An `iframe` may be an advertisement; a player says that it can fill the screen, or is made for embedding.
  if (
    element.name === 'iframe' &&
    attribute(element, 'allowfullscreen') === null &&
    !/\/(?:embed|player)\b/i.test(url)
  )
    return ''
  const title = attribute(element, 'title') ?? attribute(element, 'aria-label') ?? ''
  const gap = state.oneLine || state.table ? '' : '\n\n'
  const label = labelOf(title.trim() === '' ? new URL(url).host : title, state)
  return `${gap}[${label}](${escapeUrl(url, state.table)})${gap}`
}
