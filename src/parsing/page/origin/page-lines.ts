// The lines of text that a page shows, short ones whole, with what their elements are called and where they stand.
import { attribute, oneLine, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'

/** `head` and `foot` are those of the site; `beside` is about other pages, or by readers. */
export type LinePlace = 'content' | 'head' | 'foot' | 'beside'

/** A piece of a line: one text. */
export interface LinePart {
  readonly start: number
  readonly end: number
  /** The innermost one around it. */
  readonly element: HtmlElement
}

/** What stands between two breaks of the text. */
export interface PageLine {
  /** Of pieces, with a tab between them; cut behind `MAX_LINE_CHARS`. */
  readonly text: string
  readonly parts: readonly LinePart[]
  readonly place: LinePlace
  /** 1 to 6 in a heading, else 0. */
  readonly heading: number
}

/** Longer lines are running text: they begin with the same, but nothing in them is looked at. */
export const MAX_LINE_CHARS = 250

const IN_LINE = new Set(
  'a abbr acronym b bdi bdo big cite code data dfn em font i kbd label mark q s small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const MAX_NAMES_CHARS = 300
const NAMED = new Set(['class', 'id', 'itemprop', 'rel'])
const BESIDE =
  /(?:^|\s)(?:comments?|comments?-?(?:list|area|section|thread)|comment-?respond|respond|repl(?:y|ies)|disqus_thread|related(?:-?(?:posts?|articles?|content|news|stories))?|recommend(?:ed|ations)|sidebar|widget|most-read|popular-posts?)(?:\s|$)/i
const FOOT = /(?:^|[\s_-])(?:footer|colophon)(?:$|[\s_-])/i

interface Open {
  readonly place: LinePlace
  readonly heading: number
  /** Whether `main` or `article` is around. */
  readonly inMain: boolean
}

/** In the order of the page; without navigation and what nobody sees. */
export function pageLines({ root }: HtmlDocument): PageLine[] {
  const lines: PageLine[] = []
  let text = ''
  let parts: LinePart[] = []
  let current: Open = { place: 'content', heading: 0, inMain: false }
  const endLine = (): void => {
    if (parts.length === 0) return
    lines.push({ text, parts, place: current.place, heading: current.heading })
    text = ''
    parts = []
  }
  const add = (words: string, element: HtmlElement, open: Open): void => {
    if (text.length >= MAX_LINE_CHARS || !/\S/.test(words)) return
    if (parts.length === 0) current = open
    else text += '\t'
    const start = text.length
    text = (text + oneLine(words.slice(0, 4 * MAX_LINE_CHARS))).slice(0, MAX_LINE_CHARS)
    parts.push({ start, end: text.length, element })
  }
  // A number is the end of a block.
  const stack: (readonly [node: HtmlNode, open: Open] | 0)[] = [[root, current]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === 0) {
      endLine()
      continue
    }
    const [node, open] = next
    if (node.kind === 'text') {
      add(node.text, node.parent, open)
      continue
    }
    const { name, children } = node
    if (name === 'br' || name === 'hr') endLine()
    if (name === 'nav' || !isVisible(node)) continue
    let inner = open
    if (!IN_LINE.has(name)) {
      endLine()
      stack.push(0)
      inner = openOf(node, open)
    }
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i]
      if (child !== undefined) stack.push([child, inner])
    }
  }
  endLine()
  return lines
}

function openOf(element: HtmlElement, around: Open): Open {
  const { name } = element
  const place = placeOf(element, around)
  const inMain = around.inMain || name === 'main' || name === 'article'
  const heading = /^h[1-6]$/.test(name) ? Number(name[1]) : around.heading
  const isSame = place === around.place && inMain === around.inMain && heading === around.heading
  return isSame ? around : { place, inMain, heading }
}

function placeOf(element: HtmlElement, { place, inMain }: Open): LinePlace {
  const { name } = element
  if (place === 'beside' || name === 'aside') return 'beside'
  const own = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`
  if (name !== 'body' && name !== 'html' && own !== ' ' && BESIDE.test(own)) return 'beside'
  if (inMain || place !== 'content') return place
  if (name === 'footer' || (own !== ' ' && FOOT.test(own))) return 'foot'
  return name === 'header' ? 'head' : place
}

/** Classes, ids and properties of the element and of those around it, up to and with its block. */
export function namesOfPart({ element }: LinePart): string {
  let names = ''
  for (let at: HtmlElement | null = element; at !== null; at = at.parent) {
    names += namesOf(at)
    if (!IN_LINE.has(at.name)) break
  }
  return names.slice(0, MAX_NAMES_CHARS)
}

/** `datetime` of the `time` around it; null without one. */
export function datetimeOfPart({ element }: LinePart): string | null {
  for (let at: HtmlElement | null = element; at !== null && IN_LINE.has(at.name); at = at.parent)
    if (at.name === 'time') return attribute(at, 'datetime')
  return null
}

/** Addresses of pages about those who write for the site. */
const AUTHOR_PAGE = /\/(?:authors?|people|staff|contributors?|by|writers?|bio)\//i
/** Stands among the names of a link to such a page. */
export const AUTHOR_LINK = 'author-page'

function namesOf({ name, attributes }: HtmlElement): string {
  let names = ''
  for (let i = 0; i < attributes.length; i += 2)
    if (NAMED.has(attributes[i] ?? '')) names += `${(attributes[i + 1] ?? '').slice(0, 100)} `
    else if (
      name === 'a' &&
      attributes[i] === 'href' &&
      AUTHOR_PAGE.test((attributes[i + 1] ?? '').slice(0, 500))
    )
      names += `${AUTHOR_LINK} `
  return names
}
