// Links that lead to where they stand: the sign beside a heading or a term, and a heading that links to itself.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import {
  attribute,
  closest,
  elementsOf,
  lineText,
  type HtmlElement,
  type HtmlNode,
} from '#parsing/html/html-node.ts'
import { areApart } from './plain-text.ts'

/** Signs of generators of documentation; icon fonts draw theirs with characters of private use. */
const SIGN = /^[¶§#\u{1f517}\u{2693}\u{e000}-\u{f8ff}]+$/u
/** Beside the signature of a function, as Sphinx writes it. */
const SOURCE = /^\[(?:source|docs)\]$/
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu
const NAMES =
  /(?:^|[\s_-])(?:headerlink|(?:header|heading)-(?:anchor|link)|anchor-?link|hash-?link|permalink)(?:$|[\s_-])/i
const WORDS =
  /^(?:permalink|permanent link|anchor|section link|(?:permalink|anchor|(?:copy |direct )?link) (?:to|for) .{1,300}|copy link)$/i
const HEADING = /^h[1-6]$/
const MAX_CHARS = 400
/** A heading and the section that it begins share an address. */
const MAX_STEPS = 3

/** A sign or a hint that shows the address of the heading, term or paragraph it stands in: no words of the page. */
export function isPermalink(element: HtmlElement): boolean {
  if (element.name !== 'a' || !(attribute(element, 'href') ?? '').includes('#')) return false
  const text = lineText(element, MAX_CHARS).replace(INVISIBLE, '').trim()
  if (SIGN.test(text) || (element.parent?.name === 'dt' && SOURCE.test(text))) return true
  const heading = headingRound(element)
  if (heading === null || text.length >= lineText(heading, MAX_CHARS).length) return false
  if (!/[\p{L}\p{N}]/u.test(text)) return !holdsPicture(element)
  return WORDS.test(text) || (NAMES.test(attribute(element, 'class') ?? '') && leadsToItself(element, null))
}

/** Whether a link leads to an element that it stands in, or to the mark beside that. `base` is the page's address. */
export function leadsToItself(anchor: HtmlElement, base: string | null): boolean {
  const href = attribute(anchor, 'href') ?? ''
  const at = href.indexOf('#')
  if (at < 0) return false
  const page = href.slice(0, at)
  const target = href.slice(at + 1)
  if (target === '') return false
  if (page !== '' && (base === null || URL.parse(page, base)?.href !== URL.parse(base)?.href)) return false
  if (closest(anchor, (element) => isNamed(element, target), MAX_STEPS + 1) !== null) return true
  const heading = headingRound(anchor)
  if (heading === null) return false
  for (const inner of elementsOf(heading)) if (isNamed(inner, target)) return true
  const before = elementBefore(heading)
  return before !== null && isNamed(before, target)
}

/** Parts of a heading without words of it. */
const NO_WORDS = new Set(['script', 'style', 'svg', 'button', 'template', 'noscript'])

/** The words of a heading on one line: without the sign, the button and the drawing beside them. */
export function headingText(heading: HtmlElement, limit: number): string {
  const texts: string[] = []
  const visit = (node: HtmlNode): void => {
    if (node.kind === 'text') texts.push(node.text)
    else if (!NO_WORDS.has(node.name) && !isPermalink(node)) {
      const apart = node.name === 'br' || BLOCK_ELEMENTS.has(node.name) ? ' ' : ''
      texts.push(apart)
      visitAll(node)
      texts.push(apart)
    }
  }
  const visitAll = ({ children }: HtmlElement): void =>
    children.forEach((child, at) => {
      const before = children[at - 1]
      if (before !== undefined && areApart(before, child)) texts.push(' ')
      visit(child)
    })
  visitAll(heading)
  const text = texts.join('').replace(/\s+/g, ' ').trim()
  return (text === '' ? lineText(heading, limit) : text).slice(0, limit)
}

const headingRound = ({ parent }: HtmlElement): HtmlElement | null =>
  closest(parent, ({ name }) => HEADING.test(name), MAX_STEPS)

const isNamed = (element: HtmlElement, target: string): boolean =>
  attribute(element, 'id') === target || (element.name === 'a' && attribute(element, 'name') === target)

function elementBefore(element: HtmlElement): HtmlElement | null {
  const around = element.parent?.children ?? []
  const before = around.slice(0, around.indexOf(element)).findLast((node) => node.kind === 'element')
  return before ?? null
}

const holdsPicture = (element: HtmlElement): boolean => elementsOf(element).some(({ name }) => name === 'img')
