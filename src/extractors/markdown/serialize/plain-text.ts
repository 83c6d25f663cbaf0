// The running text of content: blocks on separate lines, unchanged code, no marks, no captions.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import {
  attribute,
  closest,
  elementsOf,
  oneLine,
  type HtmlElement,
  type HtmlNode,
} from '#parsing/html/html-node.ts'
import { isGutter, readCode } from './code-block.ts'
import { codeLabels } from './code-labels.ts'
import { isSideNote } from '#extractors/markdown/serialize/notes/side-notes.ts'

/**
 * Text of the roots without what `skip` says; captions belong to pictures, which this form does not carry, and the source
 * of a formula says again what the formula says. The name of the language above a block of code is not part of its text.
 * `all` keeps captions and these names.
 */
export function plainText(
  roots: readonly HtmlElement[],
  skip: (element: HtmlElement) => boolean,
  all = false,
): string {
  const labels = all ? NOTHING : codeLabels(roots.flatMap((root) => [...elementsOf(root)]))
  const lines: string[] = []
  let line = ''
  const flush = (): void => {
    const clean = oneLine(line)
    if (clean !== '') lines.push(clean)
    line = ''
  }
  const visit = (element: HtmlElement): void => {
    if (element.name === 'td' && isGutter(element)) return
    if (element.name === 'pre') {
      flush()
      for (const code of readCode(element).split('\n')) if (code.trim() !== '') lines.push(code)
      return
    }
    const block = BLOCK_ELEMENTS.has(element.name)
    if (block) flush()
    if (element.name === 'br') flush()
    const aside = isSideNote(element)
    if (aside) line += ' '
    let before: HtmlNode | null = null
    for (const child of element.children) {
      if (child.kind === 'text') line += child.text
      else if ((!all && child.name === 'figcaption') || child.name === 'annotation' || skip(child)) continue
      else if (!labels.has(child)) {
        if (before !== null && areApart(before, child)) line += ' '
        if (child.name === 'rt') {
          const base = line
          line = ''
          visit(child)
          line = base + inBrackets(line)
        } else if (child.name !== 'rp') visit(child)
      }
      before = child
    }
    if (block) flush()
    else if (aside) line += ' '
  }
  for (const root of roots) {
    visit(root)
    flush()
  }
  return lines.join('\n')
}

/** How a word is read, as browsers without ruby show it: `気圧(きあつ)`. The page's own brackets, in `rp`, are not shown as well. */
export function inBrackets(reading: string): string {
  return reading.trim() === '' ? '' : `(${reading.trim()})`
}

/**
 * Whether a style keeps two neighbours apart that no blank parts: links to two places, such as tags, and the parts of an
 * element without text of its own, such as `<span>2026</span><span>1h 54m</span>`. A letter by itself begins a word.
 */
export function areApart(before: HtmlNode, node: HtmlNode): boolean {
  if (before.kind === 'text' || node.kind === 'text') return false
  if (before.name === 'a' && node.name === 'a' && attribute(before, 'href') !== attribute(node, 'href'))
    return true
  const end = edgeOf(before, -1).slice(-2)
  const start = end === '' ? '' : edgeOf(node, 0).slice(0, 2)
  const isBorder = WORDS_MEET.test(end + start) || KINDS_MEET.test(end.slice(-1) + start.charAt(0))
  return isBorder && !WITHOUT_BLANKS.test(end + start) && node.parent !== null && isOfParts(node.parent)
}

const WORDS_MEET = /^[\p{L}\p{N}]{4}$/u
/** A number before or behind letters, a capital behind a small letter or a number. */
const KINDS_MEET = /\p{N}\p{L}|\p{L}\p{N}|\p{Ll}\p{Lu}/u
/** Scripts that write words without blanks between them. */
const WITHOUT_BLANKS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Raised and lowered signs belong to the word before them. */
const OF_THE_WORD = new Set(['sup', 'sub', 'rt', 'rp'])
const MAX_EDGE_LEVELS = 8

/** The first (`at` 0) or the last (-1) text of an inline element; empty where something else stands there. */
function edgeOf(node: HtmlNode, at: 0 | -1): string {
  let edge: HtmlNode | undefined = node
  for (let level = 0; edge?.kind === 'element' && level < MAX_EDGE_LEVELS; level += 1) {
    if (OF_THE_WORD.has(edge.name) || BLOCK_ELEMENTS.has(edge.name)) return ''
    edge = edge.children.at(at)
  }
  return edge?.kind === 'text' ? edge.text : ''
}

const CODE = new Set('code kbd samp tt pre math svg'.split(' '))
/** Asked for each pair of children: an element may have very many. */
const ofParts = new WeakMap<HtmlElement, boolean>()

/** Whether an element has no text of its own and stands in no code. */
function isOfParts(element: HtmlElement): boolean {
  const known = ofParts.get(element)
  if (known !== undefined) return known
  const found =
    !element.children.some((child) => child.kind === 'text' && /\S/.test(child.text)) &&
    closest(element, ({ name }) => CODE.has(name)) === null
  ofParts.set(element, found)
  return found
}

const NOTHING: ReadonlySet<HtmlElement> = new Set()
