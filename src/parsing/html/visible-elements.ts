// The elements that a reader sees: all others are removed before anything is measured.
import { attribute, elementsOf, type HtmlElement, type HtmlNode } from './html-node.ts'
import type { HtmlDocument } from './parse-html.ts'

/** Scripts, controls and embedded objects: never running text. */
const NEVER_TEXT = new Set(
  (
    'script style template head title meta link base noscript noembed noframes object embed applet iframe canvas ' +
    'audio video input select textarea button option optgroup datalist progress meter svg area map dialog ' +
    'param source track'
  ).split(' '),
)
export const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** False for elements that are never shown as text: scripts, form controls, hidden elements. */
export function isVisible(element: HtmlElement): boolean {
  return !NEVER_TEXT.has(element.name) && !isHidden(element)
}

/** Whether the element is hidden by its attributes, whatever it is. */
export const isHidden = ({ attributes }: HtmlElement): boolean => hides(attributes, true)

/** `aria-hidden` hides from screen readers; that it often stands on what nobody sees is a guess, which `byAria` makes. */
function hides(attributes: HtmlElement['attributes'], byAria: boolean): boolean {
  for (let i = 0; i < attributes.length; i += 2) {
    const name = attributes[i]
    if (name === 'hidden') return attributes[i + 1] !== 'until-found'
    if (name === 'style' && HIDDEN_STYLE.test(attributes[i + 1] ?? '')) return true
    if (byAria && name === 'aria-hidden' && attributes[i + 1] === 'true') return true
  }
  return false
}

/**
 * All that a reader sees before any click: as `isVisible`, with the words on buttons, in open dialogs, and those that are
 * only kept from screen readers.
 */
export function isShown(element: HtmlElement): boolean {
  if (!isReadable(element) || hides(element.attributes, false)) return false
  if (element.name === 'dialog') return attribute(element, 'open') !== null
  return attribute(element, 'aria-hidden') !== 'true' || !(isDialog(element) || isDrawnFormula(element))
}

/** A dialog of other elements is closed while `aria-hidden` says so: a script opens it. */
const isDialog = (element: HtmlElement): boolean =>
  (attribute(element, 'role') ?? '').endsWith('dialog') ||
  /(?:^|[\s_-])modal(?:$|[\s_-])/i.test(attribute(element, 'class') ?? '')

/** A formula has few parts, of which one is its MathML. */
const MAX_FORMULA_PARTS = 4

/** The MathML beside it says the same. */
function isDrawnFormula({ parent }: HtmlElement): boolean {
  const isMath = (node: HtmlNode): boolean => node.kind === 'element' && node.name === 'math'
  return (
    parent !== null &&
    parent.children.length <= MAX_FORMULA_PARTS &&
    parent.children.some((node) => isMath(node) || (node.kind === 'element' && node.children.some(isMath)))
  )
}

/** Shown by a script on demand: a click opens the tab, the answer, the dialog. */
const ON_DEMAND = new Set(['button', 'dialog'])

/** The elements that `isReadable` refuses. */
export const UNREADABLE_ELEMENTS: ReadonlySet<string> = NEVER_TEXT.difference(ON_DEMAND)

/** As `isVisible`, with hidden elements and the words of buttons and dialogs: all that a reader could come to see. */
export function isReadable(element: HtmlElement): boolean {
  return !UNREADABLE_ELEMENTS.has(element.name)
}

/** Characters of the visible text without white space: enough to distinguish a page from a shell or a wall. */
export function visibleCharsOf({ root }: HtmlDocument): number {
  let chars = 0
  for (const { children } of elementsOf(root, (element) => !isVisible(element)))
    for (const child of children) if (child.kind === 'text') chars += charsOf(child.text)
  return chars
}

/** Characters but for white space. */
export function charsOf(text: string): number {
  let chars = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code > 32 && code !== 0xa0) chars += 1
  }
  return chars
}
