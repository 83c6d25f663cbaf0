// Finds the entries of a grid or a listing: parts of the same shape in a row, each with a link and few words.
import { escapeLineStart } from '#parsing/markdown/escape-text.ts'
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import { attribute, elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'

const MIN_CARDS = 3
/** An entry says what a thing is and what it costs; more is a text. */
const MAX_CARD_CHARS = 400
const CARDS = new Set(['div', 'article', 'section', 'a'])
const HOLDERS = new Set(['div', 'section', 'main', 'article', 'body'])
/** These have a form of their own that a list would break. */
const NO_CARD = new Set(['table', 'pre', 'blockquote', 'dl', 'ul', 'ol', 'form'])
/** Looking into a longer one would cost more than it says. */
const MAX_ELEMENTS = 200

/** Whether all that `holder` shows are entries of one shape. `skip` is true for what is not written. */
export function isCardRow(holder: HtmlElement, skip: (element: HtmlElement) => boolean): boolean {
  if (!HOLDERS.has(holder.name) || holder.children.length < MIN_CARDS) return false
  let shape: string | null = null
  let cards = 0
  for (const child of holder.children) {
    if (child.kind === 'text') {
      if (/\S/.test(child.text)) return false
      continue
    }
    if (skip(child) || NO_CONTENT.has(child.name)) continue
    const own = shapeOf(child)
    if (own === null || (shape !== null && own !== shape) || !isCard(child)) return false
    shape = own
    cards += 1
  }
  return cards >= MIN_CARDS
}

const NO_CONTENT = new Set(['script', 'style', 'template', 'br'])

/** The name with the first class: states and positions follow it. */
function shapeOf(element: HtmlElement): string | null {
  if (!CARDS.has(element.name)) return null
  return `${element.name}.${/\S+/.exec((attribute(element, 'class') ?? '').slice(0, 300))?.[0] ?? ''}`
}

function isCard(element: HtmlElement): boolean {
  let links = 0
  let headings = 0
  let seen = 0
  // A link in a line of links is no entry.
  let hasBlock = element.name !== 'a'
  for (const inner of elementsOf(element)) {
    seen += 1
    if (seen > MAX_ELEMENTS || NO_CARD.has(inner.name)) return false
    if (inner.name === 'a' && attribute(inner, 'href') !== null) links += 1
    if (/^h[1-6]$/.test(inner.name)) headings += 1
    if (BLOCK_ELEMENTS.has(inner.name)) hasBlock = true
  }
  if (links === 0 || headings > 1 || !hasBlock) return false
  const { length } = lineText(element, MAX_CARD_CHARS + 1)
  return length > 0 && length <= MAX_CARD_CHARS
}

/** The heading of an entry is its first line; an entry has no section of its own. */
export function titleFirst(blocks: readonly string[]): string[] {
  const at = blocks.findIndex((block) => /^#{1,6} /.test(block))
  const title = blocks[at]
  return title === undefined
    ? [...blocks]
    : [escapeLineStart(title.replace(/^#{1,6} /, '')), ...blocks.slice(0, at), ...blocks.slice(at + 1)]
}
