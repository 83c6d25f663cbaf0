// Preformatted text: code as a fenced block, running text with links as lines that keep them.
import { attribute, elementsOf, rawText, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { codeBlock, languageOf } from './code-block.ts'
import { PLAIN, type MarkdownContext } from './markdown-context.ts'
import { isPermalink } from './permalinks.ts'
import { writeInline } from './write-inline.ts'

const CODE = new Set(['code', 'samp', 'kbd'])
/** The share of lines that may look like code or like columns in a text to be read. */
const MAX_SHARE = 0.2

/**
 * The blocks of a `pre`. A fence cannot hold the marks of footnotes, so they stand below it; `paragraphs` makes blocks of
 * lines.
 */
export function preformatted(
  pre: HtmlElement,
  context: MarkdownContext,
  paragraphs: (inline: string) => string[],
): string[] {
  if (isLinkedText(pre)) return paragraphs(writeInline(inLines(pre.children), context, PLAIN))
  const marks = new Set<string>()
  const marked = new Set<HtmlElement>()
  for (const element of elementsOf(pre)) {
    const mark = element === pre ? null : context.footnotes.reference(element)
    if (mark === null) continue
    marked.add(element)
    if (mark !== '') marks.add(mark)
  }
  return [codeBlock(pre, marked), [...marks].join(' ')].filter((block) => block !== '')
}

/** Text of a letter, a poem or a log of mail: with links, without code. */
function isLinkedText(pre: HtmlElement): boolean {
  let links = 0
  let styled = 0
  for (const element of elementsOf(pre)) {
    if (CODE.has(element.name)) return false
    if (element.name === 'span' && attribute(element, 'class') !== null) styled += 1
    if (element.name === 'a' && attribute(element, 'href') !== null && !isPermalink(element)) links += 1
  }
  if (links === 0 || languageOf(pre) !== null) return false
  const lines = rawText(pre)
    .split('\n')
    .filter((line) => /\S/.test(line))
  const odd = lines.filter((line) => /^(?:\t| {2})|[{};]\s*$|\S {3,}\S|\t\S/.test(line)).length
  return odd <= MAX_SHARE * lines.length && styled <= lines.length
}

/** The nodes with a `br` for each line end; those without one stay the same objects, by which footnotes are known. */
function inLines(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!rawText(node).includes('\n')) return [node]
    if (node.kind === 'element') return [{ ...node, children: inLines(node.children) }]
    const { parent } = node
    return node.text.split('\n').flatMap((text, at): HtmlNode[] => {
      const line: HtmlNode = { kind: 'text', text, parent }
      return at === 0 ? [line] : [lineBreak(parent), line]
    })
  })
}

const lineBreak = (parent: HtmlElement): HtmlElement => ({
  kind: 'element',
  name: 'br',
  attributes: [],
  children: [],
  parent,
  order: parent.order,
})
