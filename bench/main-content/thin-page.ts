// Makes a small page of a labelled one: fewer of what repeats itself, shorter texts, the same structure.
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'

/** Holds the label of the lines in an element that no mark below it has; no page of the web has an attribute of that name. */
export const LABEL_ATTRIBUTE = 'data-share-of-content'

export interface Thinning {
  /** So many siblings of one tag and class stay. */
  readonly maxAlike: number
  /** Texts are cut at the first end of a word from here on. */
  readonly maxTextChars: number
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Say what the page is, however small. */
const HEAD = new Set(['title', 'meta', 'link'])
const JSON_LD = 'application/ld+json'
const LINE_END = /\S\s/g

/** The page as HTML; `labelOf` gives the share of content of the line that an element starts, null where it starts none. */
export function thinPage(
  root: HtmlElement,
  { maxAlike, maxTextChars }: Thinning,
  labelOf: (element: HtmlElement) => number | null,
): string {
  const parts: string[] = []
  const write = (node: HtmlNode, isHead: boolean): void => {
    if (node.kind === 'text') {
      parts.push(escapeText(cutAt(node.text, maxTextChars)))
      return
    }
    if (node.name === 'style') return
    if (node.name === 'script') {
      const { attributes, children } = node
      if (!attributes.includes(JSON_LD)) return
      parts.push(`<script type="${JSON_LD}">`)
      for (const child of children) if (child.kind === 'text') parts.push(child.text)
      parts.push('</script>')
      return
    }
    parts.push(`<${node.name}`)
    for (let at = 0; at < node.attributes.length; at += 2)
      parts.push(` ${node.attributes[at] ?? ''}="${escapeText(node.attributes[at + 1] ?? '')}"`)
    const label = labelOf(node)
    if (label !== null) parts.push(` ${LABEL_ATTRIBUTE}="${label}"`)
    parts.push('>')
    if (VOID.has(node.name)) return
    const counts = new Map<string, number>()
    for (const child of node.children) {
      if (child.kind === 'element' && !isHead && !HEAD.has(child.name)) {
        const like = `${child.name} ${classOf(child)}`
        const count = (counts.get(like) ?? 0) + 1
        counts.set(like, count)
        if (count > maxAlike) continue
      }
      write(child, isHead || node.name === 'head')
    }
    parts.push(`</${node.name}>`)
  }
  for (const child of root.children) write(child, false)
  return parts.join('')
}

function classOf({ attributes }: HtmlElement): string {
  const at = attributes.indexOf('class')
  return at < 0 || at % 2 === 1 ? '' : (attributes[at + 1] ?? '')
}

function cutAt(text: string, max: number): string {
  if (text.length <= max) return text
  LINE_END.lastIndex = max
  const end = LINE_END.exec(text)
  return end === null ? text : `${text.slice(0, end.index + 1)} `
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
